// The picture of a diagram: lanes, messages, steps and marks. Beside it stands the list that says the same in words.
import type { JSX } from 'preact'
import { useMemo } from 'preact/hooks'
import type { Diagram, Step } from './data'
import { time } from './format'
import { marksOf, wordsOf } from './marks'
import { type Measures, middle } from './measures'
import { type Row, timeOf } from './rows'

interface PictureProps {
  diagram: Diagram
  select: (n: number) => void
  rows: Row[]
  y: number[]
  total: number
  width: number
  at: number
  m: Measures
}

export function Picture({ diagram, rows, y, total, width, at, select, m }: PictureProps) {
  const x = (lane: number) => middle(m, lane)
  const placed = useMemo(() => {
    const all = new Map<number, { step: Step; y: number }>()
    rows.forEach((row, i) => {
      if (row.kind === 'step') all.set(row.step.n, { step: row.step, y: y[i] ?? 0 })
    })
    return all
  }, [rows, y])
  let shown: string | undefined
  return (
    <svg width={width} height={total} aria-hidden="true" focusable="false">
      <defs>
        <marker
          id="head"
          viewBox="0 0 8 8"
          refX="7"
          refY="4"
          markerWidth="9"
          markerHeight="9"
          markerUnits="userSpaceOnUse"
          orient="auto-start-reverse"
        >
          <path d="M0,0.5 L7.5,4 L0,7.5 Z" class="head" />
        </marker>
      </defs>
      {diagram.lanes.map((lane, i) => (
        <line key={lane.name} class="life" x1={x(i)} x2={x(i)} y1={0} y2={total} />
      ))}
      {at >= 0 && <rect class="cursor" x={0} width={width} y={(y[at] ?? 0) - 12} height={24} rx={4} />}
      {rows.map((row, i) => {
        const t = timeOf(row)
        const words = diagram.timed ? (t === undefined ? '' : time(t)) : `${row.first}`
        const again = words === shown
        shown = words
        return again ? null : (
          <text key={row.first} class="time" x={m.left - 8} y={(y[i] ?? 0) + 4}>
            {words}
          </text>
        )
      })}
      {rows.map((row) => row.kind === 'step' && <Message key={row.first} step={row.step} placed={placed} x={x} />)}
      {rows.map((row, i) => (
        // biome-ignore lint/a11y/noStaticElementInteractions: for the mouse; the list beside it has a button for each
        <g key={row.first} onClick={() => select(row.first)} class="spot">
          <title>{wordsOf(row, diagram)}</title>
          <Spot row={row} y={y[i] ?? 0} diagram={diagram} width={width} left={m.left} x={x} />
        </g>
      ))}
    </svg>
  )
}

// From the step that sent it; by way of the storage, where it came from there.
type Across = (lane: number) => number
function Message({ step, placed, x }: { step: Step; placed: Map<number, { step: Step; y: number }>; x: Across }) {
  const to = placed.get(step.n)
  const from = placed.get(step.c)
  if (step.from === undefined || !to || !from) return null
  const by = step.from !== from.step.lane ? `L${x(step.from)},${(from.y + to.y * 3) / 4}` : ''
  const end = x(step.lane)
  const last = by === '' ? x(from.step.lane) : x(step.from)
  const short = end + (last < end ? -6 : last > end ? 6 : 0)
  return (
    <path
      class={`message ${(step.message ?? '').replaceAll(' ', '-')}`}
      d={`M${x(from.step.lane)},${from.y}${by}L${short},${to.y}`}
      marker-end="url(#head)"
    />
  )
}

interface SpotProps {
  row: Row
  y: number
  diagram: Diagram
  width: number
  left: number
  x: Across
}
function Spot({ row, y, diagram, width, left, x }: SpotProps) {
  if (row.kind === 'steady')
    return <rect class="steady" x={left + 6} width={width - left - 12} y={y - 7} height={14} rx={7} />
  const cx = x(row.step.lane)
  const marks = marksOf(row, diagram)
  return (
    <>
      {marks.includes('point of no return') && (
        <line class="no-return" x1={left - 8} x2={width} y1={y + 12} y2={y + 12} />
      )}
      {marks.some((m) => m.endsWith('is broken')) && <line class="broken" x1={left - 8} x2={width} y1={y} y2={y} />}
      {row.step.role === 'fault' ? (
        <path class="fault" d={`M${cx - 7},${y - 7}L${cx + 7},${y + 7}M${cx + 7},${y - 7}L${cx - 7},${y + 7}`} />
      ) : row.step.role === 'command' ? (
        <path class="command" d={`M${cx},${y - 8}l8,8l-8,8l-8,-8Z`} />
      ) : (
        <circle
          class={row.step.weight}
          cx={cx}
          cy={y}
          r={row.step.weight === 'landmark' ? 7 : row.step.weight === 'notable' ? 5.5 : 3.5}
        />
      )}
    </>
  )
}

const lines: [string, string][] = [
  ['barrier', 'barrier'],
  ['trigger', 'trigger'],
  ['write', 'part of a snapshot, to the storage'],
  ['acknowledgement', 'acknowledgement'],
  ['notice', 'notice that a snapshot is complete, or given up'],
  ['report', 'other messages'],
]

// What it says, its width and height, its picture.
const marks: [string, number, number, () => JSX.Element][] = [
  ['command', 18, 18, () => <path class="command" d="M9,1l8,8l-8,8l-8,-8Z" />],
  ['fault', 18, 18, () => <path class="fault" d="M3,3L15,15M15,3L3,15" />],
  [
    'point of no return: behind it every order of steps breaks the promise',
    34,
    12,
    () => <path class="no-return" d="M1,6L33,6" />,
  ],
  ['a promise is broken', 34, 12, () => <path class="broken" d="M1,6L33,6" />],
  ['steady state, folded', 34, 14, () => <rect class="steady" x="1" y="1" width="32" height="12" rx="6" />],
]

export function Legend() {
  const messages = lines.map(([name, words]): (typeof marks)[number] => [
    words,
    34,
    12,
    () => <path class={`message ${name}`} d="M1,6L32,6" />,
  ])
  return (
    <ul class="legend">
      {[...messages, ...marks].map(([words, width, height, picture]) => (
        <li key={words}>
          <svg width={width} height={height} aria-hidden="true">
            {picture()}
          </svg>
          {words}
        </li>
      ))}
    </ul>
  )
}
