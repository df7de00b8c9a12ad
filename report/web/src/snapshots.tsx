// The checkpoint timeline: for each snapshot, and each part of it, from the trigger on: the barrier's way, the
// alignment, the write into storage. Periodic checkpoints are mostly alike, so only the slowest of them are shown, and
// all others that a reader asks for: those on command, and those that were not completed.
import * as Plot from '@observablehq/plot'
import type { Diagram, Snapshot } from './data'
import { Figure, plain } from './figure'
import { about, time } from './format'
import { Wide } from './wide'

const mostPeriodic = 3

export function chosen(all: readonly Snapshot[]): Snapshot[] {
  const took = (s: Snapshot) => (s.ended ?? s.triggered) - s.triggered
  const periodic = all.filter((s) => s.kind === 'checkpoint' && s.outcome === 'complete')
  const slowest = new Set([...periodic].sort((a, b) => took(b) - took(a)).slice(0, mostPeriodic))
  return all.filter((s) => slowest.has(s) || !periodic.includes(s))
}

const kindWords: Record<Snapshot['kind'], string> = {
  checkpoint: 'checkpoint',
  savepoint: 'savepoint',
  suspend: 'snapshot of the stop',
  terminate: 'snapshot of the drain',
}

export function titleOf(s: Snapshot): string {
  const what = `${kindWords[s.kind]} ${s.checkpoint}, triggered at ${about(s.triggered)}`
  if (s.ended === null) return `${what}: never ended`
  return `${what}: ${s.outcome} after ${about(s.ended - s.triggered)}`
}

interface Bar {
  of: string
  x1: number
  x2: number
  title: string
}

// Stretches in milliseconds since the trigger.
export function barsOf(s: Snapshot): { ways: Bar[]; alignments: Bar[]; writes: Bar[] } {
  const ms = (t: number) => (t - s.triggered) / 1000
  const bar = (of: string, from: number, to: number, words: string): Bar => ({
    of,
    x1: ms(from),
    x2: ms(to),
    title: `${of}: ${words} ${time(to - from)}`,
  })
  return {
    ways: s.parts.map((p) => bar(p.of, s.triggered, p.from, 'the first barrier is there after')),
    alignments: s.parts.flatMap((p) => (p.taken === null ? [] : [bar(p.of, p.from, p.taken, 'alignment takes')])),
    writes: s.parts.flatMap((p) =>
      p.taken === null || p.stored === null ? [] : [bar(p.of, p.taken, p.stored, 'the write takes')],
    ),
  }
}

function draw(s: Snapshot, tasks: readonly string[]): Element {
  const { ways, alignments, writes } = barsOf(s)
  const rows = tasks.filter((t) => s.parts.some((p) => p.of === t))
  const longest = Math.max(...s.parts.map((p) => p.of.length))
  const end = s.ended === null ? [] : [(s.ended - s.triggered) / 1000]
  return Plot.plot({
    width: 760,
    height: 68 + s.parts.length * 22,
    marginLeft: 20 + longest * 7,
    marginTop: 8,
    marginBottom: 44,
    ariaLabel: titleOf(s),
    style: plain,
    x: { label: 'since the trigger (ms)', zero: true },
    y: { label: null, padding: 0.3, domain: rows },
    marks: [
      Plot.ruleY(ways, { x1: 'x1', x2: 'x2', y: 'of', strokeDasharray: '2,3', title: 'title' }),
      Plot.barX(alignments, { x1: 'x1', x2: 'x2', y: 'of', fill: 'none', stroke: 'currentColor', title: 'title' }),
      Plot.barX(writes, { x1: 'x1', x2: 'x2', y: 'of', fill: 'currentColor', fillOpacity: 0.55, title: 'title' }),
      Plot.ruleX(end, { strokeWidth: 2 }),
    ],
  })
}

export function Snapshots({ diagram }: { diagram: Diagram }) {
  const all = diagram.snapshots ?? []
  const some = chosen(all)
  const tasks = diagram.lanes.map((l) => l.name) // in the order of the job
  if (some.length === 0) return null
  const without = all.length - some.length + (diagram.snapshotsLeftOut ?? 0)
  return (
    <>
      <h3>
        Checkpoint timeline{' '}
        <span class="faint">
          dotted: until the first barrier is there; outlined: alignment, until the last one is; filled: until the task's
          part is stored; thick line: the snapshot has ended. To copy the state in memory (the synchronous phase) takes
          no time in the model.
        </span>
      </h3>
      {some.map((s) => (
        <figure key={`${s.checkpoint} ${s.triggered}`}>
          <figcaption>{titleOf(s)}</figcaption>
          {s.parts.length > 0 && (
            <Wide label={titleOf(s)}>
              <Figure draw={() => draw(s, tasks)} of={[s]} />
            </Wide>
          )}
        </figure>
      ))}
      {without > 0 && <p class="faint">{without} more periodic checkpoints were completed sooner.</p>}
    </>
  )
}
