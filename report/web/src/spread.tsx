// How the costs of a case are spread over its runs: each tick stands for a twentieth of them, so where ticks are dense
// there are many; the dot is the median.
import * as Plot from '@observablehq/plot'
import { caseOf, costNames } from './costs'
import type { Doc, Entry } from './data'
import { Figure, plain } from './figure'
import { quantity } from './format'
import { Wide } from './wide'

export interface Spread {
  case: string
  least: number
  median: number
  most: number
  ticks: number[]
  unit: 'records' | 'ms'
}

// Of the cases in which it differs from run to run; in the others the table says all.
export function spreadsOf(entries: readonly Entry[], kind: string): Spread[] {
  const all: Spread[] = []
  for (const e of entries) {
    const cost = e.costs?.[kind]
    if (cost === undefined || cost === 'unknown') continue
    if (cost.percentiles === undefined) continue
    const ticks = cost.percentiles
    all.push({
      case: caseOf(e),
      least: ticks[0] ?? cost.median,
      median: cost.median,
      most: cost.max,
      ticks,
      unit: cost.unit,
    })
  }
  return all
}

function draw(spreads: Spread[], words: string): Element {
  const ms = spreads[0]?.unit === 'ms'
  const scaled = (n: number) => (ms ? n / 1000 : n)
  const axis = ms ? `${words} (s)` : words
  const said = (s: Spread) =>
    `${s.case}: median ${quantity(s.median, s.unit)}, from ${quantity(s.least, s.unit)} to ${quantity(s.most, s.unit)}`
  const longest = Math.max(...spreads.map((s) => s.case.length))
  return Plot.plot({
    width: 760,
    height: 74 + spreads.length * 22,
    marginLeft: Math.min(320, 20 + longest * 6.6),
    marginTop: 8,
    marginBottom: 46,
    ariaLabel: `${axis}, spread over the runs`,
    ariaDescription: spreads.map(said).join('; '),
    style: plain,
    x: { label: axis, grid: true, nice: true },
    y: { label: null, domain: spreads.map((s) => s.case) },
    marks: [
      Plot.ruleY(spreads, {
        x1: (s: Spread) => scaled(s.least),
        x2: (s: Spread) => scaled(s.most),
        y: 'case',
        strokeOpacity: 0.6,
      }),
      Plot.tickX(
        spreads.flatMap((s) => s.ticks.map((n) => ({ case: s.case, n: scaled(n) }))),
        { x: 'n', y: 'case', strokeOpacity: 0.55, inset: 4 },
      ),
      Plot.dot(spreads, { x: (s: Spread) => scaled(s.median), y: 'case', r: 4, fill: 'currentColor', title: said }),
    ],
  })
}

export function Spreads({ doc, name }: { doc: Doc; name: string }) {
  const entries = doc.scenarios.filter((e) => e.name === name)
  const kinds = costNames
    .map(([kind, words]) => ({ words, spreads: spreadsOf(entries, kind) }))
    .filter((k) => k.spreads.length > 0)
  if (kinds.length === 0) return null
  return (
    <section>
      <h3>
        Spread over the runs{' '}
        <span class="faint">
          where runs differ: the dot is the median, the line goes from the least to the most, between two ticks lie 5 %
          of the runs
        </span>
      </h3>
      {kinds.map(({ words, spreads }) => (
        <Wide key={words} label={`${words}, spread over the runs`}>
          <Figure draw={() => draw(spreads, words)} of={[spreads.map((s) => s.ticks.join()).join()]} />
        </Wide>
      ))}
    </section>
  )
}
