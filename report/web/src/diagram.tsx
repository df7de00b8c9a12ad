// The space-time diagram: lanes from left to right, time from top to bottom, a row for each step. The picture is SVG;
// beside it stands the list of the same steps in words, which is also its text alternative.
import { useEffect, useMemo, useRef } from 'preact/hooks'
import type { Diagram } from './data'
import { Details } from './details'
import { wordsOf } from './marks'
import { middle, useMeasures } from './measures'
import { Picture } from './picture'
import { layout, rowsOf, rowWith } from './rows'

const top = 40 // of the names of lanes

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
              <span>{lane.name === 'jobmanager' ? 'JobManager' : lane.name.replace(/\/[^/]*$/, '')}</span>
              {/\/[^/]*$/.exec(lane.name)?.[0]}
            </span>
          ))}
        </div>
        <div class="sheet" style={{ height: `${total}px` }}>
          <Picture diagram={diagram} select={select} rows={rows} y={y} total={total} width={width} at={at} m={m} />
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
      <Details
        diagram={diagram}
        select={select}
        unfold={props.unfold}
        row={rows[at]}
        go={(by) => now.current.go(at + by)}
      />
    </div>
  )
}
