// Two runs side by side: how long they do the same, and what each does from there on.
import { type Diagram, isFlow, type Step } from './data'

export interface Side {
  same: number // steps that both have in common
  until: number | undefined // time of the last of them
  left: Step[]
  right: Step[]
}

// Steps that can be seen, or are landmarks.
const telling = (d: Diagram): Step[] =>
  d.entries.filter((e): e is Step => !isFlow(e) && (e.weight === 'notable' || e.weight === 'landmark'))

export function sideBySide(a: Diagram, b: Diagram, most: number): Side {
  const left = telling(a)
  const right = telling(b)
  let same = 0
  while (same < left.length && same < right.length && alike(left[same], right[same])) same++
  return { same, until: left[same - 1]?.t, left: left.slice(same, same + most), right: right.slice(same, same + most) }
}

const alike = (a: Step | undefined, b: Step | undefined): boolean =>
  a !== undefined && b !== undefined && a.words === b.words && a.t === b.t
