// Costs against the key of a sweep: a small picture for each kind of cost, a line for each way of ending.
import * as Plot from '@observablehq/plot'
import type { Sweep } from './data'
import { Figure, plain } from './figure'
import { wayOf } from './format'

const kinds: [string, string, string][] = [
  ['reread', 'read again', 'records'],
  ['duplicates', 'shown twice', 'records'],
  ['endedAfter', 'stopped after', 's'],
  ['caughtUpAfter', 'caught up after', 's'],
]

interface Point {
  value: string
  way: string
  sink: string
  y: number
}

function pointsOf(sweep: Sweep, kind: string): Point[] {
  return sweep.cases.flatMap((c) =>
    c.costs.flatMap((costs, i) => {
      const cost = costs[kind]
      if (cost === undefined || cost === 'unknown') return []
      const y = cost.unit === 'ms' ? cost.median / 1000 : cost.median
      return [{ value: sweep.values[i] ?? '', way: `${wayOf(c.way)} (${c.semantics})`, sink: c.sink, y }]
    }),
  )
}

function One({ sweep, kind, words, unit }: { sweep: Sweep; kind: string; words: string; unit: string }) {
  const points = pointsOf(sweep, kind)
  const draw = () =>
    Plot.plot({
      width: 460,
      height: 260,
      marginTop: 32,
      marginBottom: 44,
      marginLeft: 56,
      ariaLabel: `${words} in ${unit} against ${sweep.key}`,
      style: plain,
      x: { type: 'point', domain: sweep.values, label: sweep.key },
      y: { label: `${words} (${unit})`, grid: true, zero: true, nice: true },
      symbol: { legend: false, domain: waysOf(sweep) },
      marks: [
        Plot.ruleY([0]),
        ...[false, true].map((dashed) =>
          Plot.line(
            points.filter((p) => (p.sink === 'transactional') === dashed),
            {
              x: 'value',
              y: 'y',
              z: (p: Point) => p.way + p.sink,
              stroke: 'currentColor',
              strokeOpacity: 0.5,
              ...(dashed && { strokeDasharray: '5,4' }),
            },
          ),
        ),
        Plot.dot(points, {
          x: 'value',
          y: 'y',
          symbol: 'way',
          stroke: 'currentColor',
          title: (p: Point) => `${p.way}, ${p.sink}: ${p.y} ${unit}`,
          r: 5,
        }),
      ],
    })
  return points.length === 0 ? null : <Figure draw={draw} of={[sweep, kind]} />
}

// So that a symbol means the same way in each picture and in the legend.
function waysOf(sweep: Sweep): string[] {
  return [...new Set(sweep.cases.map((c) => `${wayOf(c.way)} (${c.semantics})`))]
}

export function SweepPlots({ sweep }: { sweep: Sweep }) {
  const ways = waysOf(sweep)
  const legend = () =>
    Plot.legend({ symbol: { domain: ways }, stroke: 'currentColor' } as Parameters<typeof Plot.legend>[0]) ??
    document.createElement('span')
  return (
    <section>
      <h3>
        Costs by {sweep.key}{' '}
        <span class="faint">{sweep.meaning}; medians; dashed lines are those of the transactional sink</span>
      </h3>
      {sweep.key === 'checkpoints.interval' && (
        <p>
          The job always ends at the same moment of its life. What is read again depends on how long after a checkpoint
          that is, so a longer interval need not cost more here; at worst a whole interval is read again.
        </p>
      )}
      <Figure draw={legend} of={[ways.join()]} />
      <div class="plots">
        {kinds.map(([kind, words, unit]) => (
          <One key={kind} sweep={sweep} kind={kind} words={words} unit={unit} />
        ))}
      </div>
    </section>
  )
}
