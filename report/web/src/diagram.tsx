// The space-time diagram: lanes from left to right, time from top to bottom, a row for each step. The picture is SVG;
// beside it stands the list of the same steps in words, which is also its text alternative.
import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import type { Diagram, Step } from './data'
import { time } from './format'
import { changesOf, layout, type Row, rowsOf, rowWith, stateAt, steadyWords, timeOf } from './rows'

const top = 40 // of the names of lanes

// On a narrow screen lanes stand closer, so that some of the words can be seen, too.
interface Measures {
  lane: number
  left: number // of the times
}
const wideMeasures: Measures = { lane: 74, left: 74 }
const narrowMeasures: Measures = { lane: 32, left: 56 }
function useMeasures(): Measures {
  const [query] = useState(() => window.matchMedia('(max-width: 700px)'))
  const [narrow, setNarrow] = useState(query.matches)
  useEffect(() => {
    const onChange = () => setNarrow(query.matches)
    query.addEventListener('change', onChange)
    return () => query.removeEventListener('change', onChange)
  }, [query])
  return narrow ? narrowMeasures : wideMeasures
}
const middle = (m: Measures, lane: number): number => m.left + lane * m.lane + m.lane / 2

interface Props {
  diagram: Diagram
  open: ReadonlySet<string>
  selected: number | null
  select: (n: number) => void
  unfold: (names: string[]) => void
}

export function SpaceTime(props: Props) {
  const { diagram, open, selected, select } = props
  const m = useMeasures()
  const rows = useMemo(() => rowsOf(diagram, open), [diagram, open])
  const { y, total } = useMemo(() => layout(rows), [rows])
  const at = selected === null ? -1 : rowWith(rows, selected)
  const list = useRef<HTMLOListElement>(null)
  // Keys may come faster than effects are run: what they go by is that of the last rendering.
  const go = (i: number) => {
    const row = rows[Math.max(0, Math.min(rows.length - 1, i))]
    if (row) select(row.first)
  }
  const now = useRef({ rows, at, go })
  now.current = { rows, at, go }
  useEffect(() => {
    const onKey = (e: KeyboardEvent) => {
      const { rows, at, go } = now.current
      const target = e.target as HTMLElement
      if (e.ctrlKey || e.metaKey || e.altKey || /^(INPUT|SELECT|TEXTAREA)$/.test(target.tagName)) return
      const inside = target.closest('.spacetime') !== null
      if (e.key === 'j' || (inside && e.key === 'ArrowDown')) go(at + 1)
      else if (e.key === 'k' || (inside && e.key === 'ArrowUp')) go(at < 0 ? 0 : at - 1)
      else if (inside && e.key === 'Home') go(0)
      else if (inside && e.key === 'End') go(rows.length - 1)
      else return
      e.preventDefault()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
  useEffect(() => {
    const row = list.current?.children[at]
    const box = list.current?.closest('.scroll')
    if (!(row instanceof HTMLElement) || !(box instanceof HTMLElement)) return
    if (list.current?.contains(document.activeElement)) row.querySelector('button')?.focus({ preventScroll: true })
    const where = row.offsetTop
    if (where < box.scrollTop + top || where > box.scrollTop + box.clientHeight - 60)
      box.scrollTop = where - box.clientHeight / 3
  }, [at, rows])
  const width = m.left + diagram.lanes.length * m.lane
  return (
    <div class="spacetime">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard */}
      <section class="scroll" tabIndex={0} aria-label={`Space-time diagram: ${diagram.title}`}>
        <div class="lanes" style={{ width: `${width}px` }} aria-hidden="true">
          {diagram.lanes.map((lane, i) => (
            <span
              key={lane.name}
              class={`lane ${lane.kind}`}
              style={{ left: `${middle(m, i) - m.lane / 2}px`, width: `${m.lane}px` }}
            >
              {lane.name === 'jobmanager' ? 'JobManager' : lane.name}
            </span>
          ))}
        </div>
        <div class="sheet" style={{ height: `${total}px` }}>
          <Picture {...props} rows={rows} y={y} total={total} width={width} at={at} m={m} />
          <ol class="words" ref={list} style={{ left: `${width + 4}px` }}>
            {rows.map((row, i) => (
              <li key={row.first} class="row" style={{ top: `${(y[i] ?? 0) - 12}px` }}>
                <button
                  type="button"
                  class={`${row.kind === 'steady' ? 'steady' : row.step.weight}${i === at ? ' here' : ''}`}
                  aria-current={i === at ? 'step' : undefined}
                  tabIndex={i === at || (at < 0 && i === 0) ? 0 : -1}
                  title={wordsOf(row, diagram)}
                  onClick={() => select(row.first)}
                >
                  {wordsOf(row, diagram)}
                </button>
              </li>
            ))}
          </ol>
        </div>
      </section>
      <Details {...props} row={rows[at]} go={(by) => now.current.go(at + by)} />
    </div>
  )
}

const marksOf = (row: Row, d: Diagram): string[] => {
  const has = (n: number | null) => n !== null && row.first <= n && n <= row.last
  const marks: string[] = []
  if (row.kind === 'step' && row.step.role === 'command') marks.push('command')
  if (row.kind === 'step' && row.step.role === 'fault') marks.push('fault')
  if (has(d.decided)) marks.push('decided')
  if (has(d.noReturn)) marks.push('point of no return')
  if (has(d.violated)) marks.push(`${d.broken ?? 'promise'} is broken`)
  return marks
}

function wordsOf(row: Row, d: Diagram): string {
  if (row.kind === 'steady') return steadyWords(row)
  const marks = marksOf(row, d).map((m) => m.toUpperCase())
  return `${marks.length > 0 ? `${marks.join(', ')}: ` : ''}${row.step.words}`
}

interface PictureProps extends Props {
  rows: Row[]
  y: number[]
  total: number
  width: number
  at: number
  m: Measures
}

function Picture({ diagram, rows, y, total, width, at, select, m }: PictureProps) {
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

function Details({ diagram, row, select, unfold, go }: Props & { row: Row | undefined; go: (by: number) => void }) {
  const buttons = (
    <p class="buttons">
      <button type="button" class="do" onClick={() => go(-1)}>
        ↑ step before
      </button>{' '}
      <button type="button" class="do" onClick={() => go(1)}>
        ↓ next step
      </button>
    </p>
  )
  if (!row)
    return (
      <aside class="details" aria-live="polite">
        {buttons}
        <p>
          <kbd>j</kbd> <kbd>k</kbd> go from step to step; so do the arrow keys inside of the diagram. A step can be
          clicked, too, and the address then leads to it.
        </p>
      </aside>
    )
  const changes = changesOf(diagram, row)
  const state = [...stateAt(diagram, row.last)].sort(([a], [b]) => (a < b ? -1 : 1))
  const t = timeOf(row)
  return (
    <aside class="details" aria-live="polite">
      {buttons}
      <h4>
        {row.kind === 'step' ? `Step ${row.first}` : `Steps ${row.first} to ${row.last}`}
        {t !== undefined && ` at ${time(t)}`}
      </h4>
      <p>{wordsOf(row, diagram)}</p>
      {row.kind === 'step' && (
        <p class="faint">
          {row.step.message ? `takes a message: ${row.step.message}. ` : ''}Rule {row.step.rule.replaceAll('_', ' ')}
          {row.step.c > 0 && (
            <>
              , because of{' '}
              <button type="button" class="link" onClick={() => select(row.step.c)}>
                step {row.step.c}
              </button>
            </>
          )}
          {row.step.fold !== undefined && `; part of ${row.step.fold}`}
        </p>
      )}
      {row.kind === 'steady' && row.folds.length > 0 && (
        <button type="button" class="do" onClick={() => unfold(row.folds)}>
          Unfold {row.folds.length === 1 ? row.folds[0] : `${row.folds.length} checkpoints`}
        </button>
      )}
      <h5>What changes</h5>
      {changes.length === 0 ? (
        <p class="faint">nothing that can be seen from outside</p>
      ) : (
        <table class="changes">
          <tbody>
            {changes.map(([what, from, to]) => (
              <tr key={what}>
                <th scope="row" class="what">
                  {what}
                </th>
                <td>
                  {from !== '' && <s>{from}</s>} <b>{to}</b>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <details>
        <summary>Everything that can be seen here</summary>
        <table class="changes">
          <tbody>
            {state.map(([what, value]) => (
              <tr key={what}>
                <th scope="row" class="what">
                  {what}
                </th>
                <td>{value}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </aside>
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

export function Legend() {
  return (
    <ul class="legend">
      {lines.map(([name, words]) => (
        <li key={name}>
          <svg width="34" height="12" aria-hidden="true">
            <path class={`message ${name}`} d="M1,6L32,6" />
          </svg>
          {words}
        </li>
      ))}
      <li>
        <svg width="18" height="18" aria-hidden="true">
          <path class="command" d="M9,1l8,8l-8,8l-8,-8Z" />
        </svg>
        command
      </li>
      <li>
        <svg width="18" height="18" aria-hidden="true">
          <path class="fault" d="M3,3L15,15M15,3L3,15" />
        </svg>
        fault
      </li>
      <li>
        <svg width="34" height="12" aria-hidden="true">
          <path class="no-return" d="M1,6L33,6" />
        </svg>
        point of no return: behind it every order of steps breaks the promise
      </li>
      <li>
        <svg width="34" height="12" aria-hidden="true">
          <path class="broken" d="M1,6L33,6" />
        </svg>
        a promise is broken
      </li>
      <li>
        <svg width="34" height="14" aria-hidden="true">
          <rect class="steady" x="1" y="1" width="32" height="12" rx="6" />
        </svg>
        steady state, folded
      </li>
    </ul>
  )
}
