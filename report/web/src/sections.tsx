// The sections of the page but for the diagram: the answer at a glance, promises, costs, runbook, where versions part.
import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import type { Diagram, Doc, Entry, Knob, Parting, Way } from './data'
import { count, quantity, time, wayOf } from './format'
import { type Place, placeText } from './link'
import { type Cell, matrixOf, meanings, signs, traceOf } from './matrix'
import { sideBySide } from './side'

const caseOf = (e: Entry): string => [wayOf(e.way), e.semantics, e.sink].filter((t) => t !== '').join(' · ')

function endOf(e: Entry): string {
  return e.executions[0]?.finalStatus ?? (e.error !== null ? 'not run' : '–')
}
function resumedFrom(e: Entry): string {
  const second = e.executions[1]
  return second === undefined ? 'not resumed' : (second.restoredFrom ?? 'scratch')
}

function CostCell({ entry, name }: { entry: Entry; name: string }) {
  const cost = entry.costs?.[name]
  if (cost === undefined) return <td />
  if (cost === 'unknown') return <td class="faint">{name === 'snapshotAfter' ? 'no snapshot' : 'unknown'}</td>
  const one = (n: number) => quantity(n, cost.unit)
  const soon = name === 'duplicates' ? (entry.duplicatesToCome ?? 0) : 0
  if (cost.median === cost.max)
    return (
      <td>
        {one(cost.median)}
        {soon > 0 && <span class="faint spread">and {count(soon)} more at the next checkpoint</span>}
      </td>
    )
  return (
    <td>
      {one(cost.median)}
      <span class="faint spread">95 % ≤ {one(cost.p95)}</span>
      <span class="faint spread">most {one(cost.max)}</span>
    </td>
  )
}

const costNames: [string, string, string][] = [
  ['reread', 'read again', 'records that the resumed job reads a second time'],
  ['duplicates', 'shown twice', 'records that readers of the sink see a second time'],
  ['missing', 'missing', 'records that readers of the sink never see'],
  ['lostInFlight', 'in flight, lost', 'records on their way when the job ended that reached no sink'],
  ['snapshotAfter', 'snapshot after', 'from the command until its snapshot is complete'],
  ['endedAfter', 'stopped after', 'from the command until the job has its last status'],
  ['caughtUpAfter', 'caught up after', 'from the command until the resumed job has worked off what had piled up'],
]

// What is wider than the page scrolls by itself.
function Wide({ label, children }: { label: string; children: ComponentChildren }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard
    <section class="wide" aria-label={label} tabIndex={0}>
      {children}
    </section>
  )
}

export function CostTable({ doc, name }: { doc: Doc; name: string }) {
  const entries = doc.scenarios.filter((e) => e.name === name)
  const runs = Math.max(...entries.map((e) => e.runs))
  return (
    <Wide label="Table of costs">
      <table class="costs">
        <caption>
          {runs === 1
            ? `Of one run with seed ${entries[0]?.seed ?? 1}.`
            : `Over ${runs} runs: the median; 95 % of the runs are not above the second number; the most.`}{' '}
          The size of the snapshots in bytes is not known: the model counts records.
        </caption>
        <thead>
          <tr>
            <th scope="col">ended by</th>
            <th scope="col">version</th>
            <th scope="col">sink</th>
            <th scope="col">final status</th>
            <th scope="col">resumed from</th>
            {costNames.map(([key, words, meaning]) => (
              <th key={key} scope="col" title={meaning} class="number">
                {words}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {entries.map((e) => (
            <tr key={caseOf(e)}>
              <th scope="row" class="way">
                {wayOf(e.way)}
              </th>
              <td>{e.semantics}</td>
              <td>{e.sink}</td>
              <td>{endOf(e)}</td>
              <td>{resumedFrom(e)}</td>
              {costNames.map(([key]) => (
                <CostCell key={key} entry={e} name={key} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <dl class="terms">
        {costNames.map(([key, words, meaning]) => (
          <div key={key}>
            <dt>{words}</dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
    </Wide>
  )
}

function MatrixCell({ doc, cell, entry, id, go }: { doc: Doc; cell: Cell; entry: number; id: string; go: Go }) {
  const property = doc.scenarios[entry]?.properties.find((p) => p.id === id)
  if (cell === 'absent' || !property) return <td />
  const sign = <span aria-hidden="true">{signs[cell]}</span>
  const words = <span class="hidden">{meanings[cell]}</span>
  const place = cell === 'broken' || cell === 'not kept' ? traceOf(doc, entry, property) : null
  return (
    <td class={cell.replaceAll(' ', '-')} title={`${meanings[cell]}: ${property.verdict}, ${property.reason}`}>
      {place === null ? (
        <>
          {sign}
          {words}
        </>
      ) : (
        <a href={placeText(place)} onClick={(e) => go(place, e)}>
          {sign}
          {words} see trace
        </a>
      )}
    </td>
  )
}

export type Go = (place: Place, e?: Event) => void

export function MatrixTable({ doc, name, go }: { doc: Doc; name: string; go: Go }) {
  const matrix = matrixOf(doc, name)
  const [all, setAll] = useState(!matrix.rows.some((r) => r.telling))
  const rows = matrix.rows.filter((r) => all || r.telling)
  const same = matrix.rows.length - matrix.rows.filter((r) => r.telling).length
  return (
    <>
      <ul class="legend">
        {(Object.keys(meanings) as Exclude<Cell, 'absent'>[]).map((cell) => (
          <li key={cell}>
            <span class={`sign ${cell.replaceAll(' ', '-')}`} aria-hidden="true">
              {signs[cell]}
            </span>
            {meanings[cell]}
          </li>
        ))}
      </ul>
      <Wide label="Promises by way of ending">
        <table class="matrix">
          <thead>
            <tr>
              <th scope="col">promise</th>
              {matrix.columns.map(({ entry, index }) => (
                <th key={index} scope="col">
                  <span>{wayOf(entry.way)}</span>
                  <span class="faint">{entry.semantics}</span>
                  <span class="faint">{entry.sink}</span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.id}>
                <th scope="row">
                  <code>{row.id}</code>
                  <span class="faint">{doc.sentences[row.id]}</span>
                </th>
                {matrix.columns.map(({ index }, i) => (
                  <MatrixCell key={index} doc={doc} cell={row.cells[i] ?? 'absent'} entry={index} id={row.id} go={go} />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </Wide>
      {same > 0 && (
        <button type="button" class="do" aria-expanded={all} onClick={() => setAll(!all)}>
          {all ? 'Hide' : 'Show'} the {same} promises that do not tell these cases apart
        </button>
      )}
    </>
  )
}

// Versions in which a way comes to the same share one card.
function merged(ways: Way[]): { way: Way; versions: string[] }[] {
  const cards: { way: Way; versions: string[]; words: string }[] = []
  for (const way of ways) {
    const words = JSON.stringify([way.way, way.advice, way.runbook.map((c) => [c.topic, c.words])])
    const same = cards.find((c) => c.words === words)
    if (same) same.versions.push(way.semantics)
    else cards.push({ way, versions: [way.semantics], words })
  }
  return cards
}

export function Runbooks({ doc, name }: { doc: Doc; name: string }) {
  return (
    <div class="cards">
      {merged((doc.ways ?? []).filter((w) => w.name === name)).map(({ way, versions }) => (
        <article key={`${way.way} ${versions[0]}`} class="card">
          <h3>
            {wayOf(way.way)} <span class="faint">{versions.join(', ')}</span>
          </h3>
          <p>{way.advice}</p>
          <dl>
            {way.runbook.map((c) => (
              <div key={c.topic + c.words} class={c.topic.replaceAll(' ', '-')}>
                <dt>{c.topic}</dt>
                <dd>
                  <Typed words={c.words} /> <Evidence kind={c.evidence} source={c.source} />
                </dd>
              </div>
            ))}
          </dl>
        </article>
      ))}
    </div>
  )
}

// A command line at the start of a claim is set as one.
function Typed({ words }: { words: string }) {
  const line = /^flink [^,;]+/.exec(words)?.[0]
  if (line === undefined) return <>{words}</>
  return (
    <>
      <code>{line}</code>
      {words.slice(line.length)}
    </>
  )
}

function Evidence({ kind, source }: { kind: string; source: string }) {
  return (
    <details class="evidence">
      <summary>{kind}</summary>
      {source === '' ? 'no source' : source}
    </details>
  )
}

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
