// Where versions part, and two runs side by side.
import { useState } from 'preact/hooks'
import type { Diagram, Knob, Parting } from './data'
import { count, time, wayOf } from './format'
import { type Go, placeText } from './link'
import { sideBySide } from './side'

const knobWords = (k: Knob): string =>
  `${k.knob} (${k.meaning}): ${k.from} → ${k.to}${k.since === null ? ', changed by hand' : `, since ${k.since}: ${k.evidence ?? 'unknown'}`}${k.ticket ? `; ${k.ticket}` : ''}`

const because = (how: string): string =>
  how === 'promised'
    ? 'The versions promise different things; what happens is the same.'
    : how === 'together'
      ? 'Because of these together:'
      : 'Because of'

export function Partings({ partings }: { partings: Parting[] }) {
  return (
    <>
      {partings.map((p) => (
        <article key={`${p.way} ${p.sink} ${p.from} ${p.to}`} class="card">
          <h3>
            {p.from} → {p.to}{' '}
            <span class="faint">
              {wayOf(p.way)}, {p.sink}
            </span>
          </h3>
          {p.causes.length === 0 && p.firstDifference === null && <p>No difference.</p>}
          {p.causes.map((c) => (
            <div key={JSON.stringify(c.differences)}>
              <ul>
                {c.differences.map((d) => (
                  <li key={d.fact}>
                    {d.fact}: {d.from} → <b>{d.to}</b>
                  </li>
                ))}
              </ul>
              <p class="faint">
                {because(c.how)} {c.knobs.map(knobWords).join('; ')}
              </p>
            </div>
          ))}
          {p.firstDifference !== null && <p>First difference {p.firstDifference.words}</p>}
        </article>
      ))}
    </>
  )
}

// The next run with the sink of the first that does not do the same from start to end.
function counterpart(diagrams: Diagram[]): number {
  const [first] = diagrams
  const sink = (d: Diagram | undefined) => d?.title.split(' · ').pop()
  const found = diagrams.findIndex((d, i) => {
    if (i === 0 || first === undefined || sink(d) !== sink(first)) return false
    const side = sideBySide(first, d, 1)
    return side.left.length + side.right.length > 0
  })
  return Math.max(1, found)
}

// Two runs from their start, until they part.
export function SideBySide({ diagrams, go }: { diagrams: Diagram[]; go: Go }) {
  const [a, setA] = useState(0)
  const [b, setB] = useState(() => counterpart(diagrams))
  const left = diagrams[a]
  const right = diagrams[b]
  if (!left || !right) return null
  const side = sideBySide(left, right, 14)
  const choose = (label: string, value: number, set: (n: number) => void) => (
    <label>
      {label}{' '}
      <select value={value} onChange={(e) => set(Number(e.currentTarget.value))}>
        {diagrams.map((d, i) => (
          <option key={d.title} value={i}>
            {d.title}
          </option>
        ))}
      </select>
    </label>
  )
  const column = (d: Diagram, index: number, steps: typeof side.left) => (
    <div>
      <h4>{d.title}</h4>
      <ol class="plain">
        {steps.map((s) => (
          <li key={s.n}>
            {s.t !== undefined && <span class="faint">{time(s.t)} </span>}
            <a href={placeText({ diagram: index, step: s.n })} onClick={(e) => go({ diagram: index, step: s.n }, e)}>
              {s.words}
            </a>
          </li>
        ))}
        {steps.length === 0 && <li class="faint">nothing more: this run is over</li>}
      </ol>
    </div>
  )
  return (
    <div class="card side">
      <div class="choices">
        {choose('One run', a, setA)}
        {choose('the other', b, setB)}
      </div>
      <p>
        {side.left.length === 0 && side.right.length === 0
          ? 'Both do the same from start to end.'
          : side.same === 0
            ? 'They differ from the start.'
            : `They have the first ${count(side.same)} steps that can be seen in common${side.until === undefined ? '' : `, until ${time(side.until)}`}. Then:`}
      </p>
      <div class="columns">
        {column(left, a, side.left)}
        {column(right, b, side.right)}
      </div>
    </div>
  )
}
