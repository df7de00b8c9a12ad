import './style.css'
import './diagram.css'
import { render } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { Analogies } from './analogy'
import { CostTable } from './costs'
import { RunOverTime } from './curves'
import { type Diagram, type Doc, isFlow, load } from './data'
import { SpaceTime } from './diagram'
import { count, wayOf } from './format'
import { JobLines, Names } from './job'
import { type Go, parsePlace, placeText } from './link'
import { Partings, SideBySide } from './partings'
import { Legend } from './picture'
import { SweepPlots } from './plot'
import { MatrixTable } from './promises'
import { rowsOf, rowWith } from './rows'
import { Runbooks } from './runbook'
import { Snapshots } from './snapshots'
import { Spreads } from './spread'

const nothingOpen: ReadonlySet<string> = new Set()

function Page({ doc }: { doc: Doc }) {
  const given = parsePlace(location.hash)
  const [diagram, setDiagram] = useState(given && doc.diagrams[given.diagram] ? given.diagram : 0)
  const [step, setStep] = useState<number | null>(given?.step ?? null)
  const [open, setOpen] = useState<ReadonlySet<string>>(nothingOpen)
  const shown = doc.diagrams[diagram]

  // A step inside of a fold is shown by itself.
  const reveal = (d: number, n: number | null) => {
    const of = doc.diagrams[d]
    const entry = n === null ? undefined : of?.entries.find((e) => e.n === n)
    setDiagram(d)
    setStep(n)
    const fold = entry && 'fold' in entry ? entry.fold : undefined
    setOpen((now) =>
      fold !== undefined ? new Set([...(d === diagram ? now : []), fold]) : d === diagram ? now : nothingOpen,
    )
  }
  const go: Go = (place, e) => {
    e?.preventDefault()
    history.pushState(null, '', placeText(place))
    reveal(place.diagram, place.step)
    document.getElementById('diagram')?.scrollIntoView()
  }
  const select = (n: number) => {
    history.replaceState(null, '', placeText({ diagram, step: n }))
    const row = shown ? rowsOf(shown, open)[rowWith(rowsOf(shown, open), n)] : undefined
    if (row?.kind === 'steady' && row.first !== n) reveal(diagram, n)
    else setStep(n)
  }
  useEffect(() => {
    const onHash = () => {
      const place = parsePlace(location.hash)
      if (!place || !doc.diagrams[place.diagram]) return
      reveal(place.diagram, place.step)
      document.getElementById('diagram')?.scrollIntoView()
    }
    window.addEventListener('hashchange', onHash)
    if (given?.step != null) onHash()
    return () => window.removeEventListener('hashchange', onHash)
  }, [])

  const names = [...new Set(doc.scenarios.map((e) => e.name))]
  const timed = doc.scenarios.some((e) => e.costs !== undefined)
  const sections: [string, string, boolean][] = [
    ['promises', 'Promises', true],
    ['costs', 'Costs', timed],
    ['runbook', 'What to do', (doc.ways ?? []).length > 0],
    ['part', 'Where they part', (doc.partings ?? []).length > 0 || doc.diagrams.length > 1],
    ['diagram', 'Diagram', shown !== undefined],
    ['time', 'Over time', shown?.curves != null],
    ['text', 'As text', doc.text !== ''],
  ]
  return (
    <>
      <a class="skip" href="#main">
        Skip to the report
      </a>
      <header>
        <p class="tool">
          quiesce {doc.version} · {doc.verb}
        </p>
        <h1>{names.join(', ')}</h1>
        <p class={`verdict ${doc.exit === 0 ? 'good' : doc.exit === 2 ? 'open' : 'bad'}`}>
          <span aria-hidden="true">{doc.exit === 0 ? '✓' : doc.exit === 2 ? '?' : '✗'}</span> verdict: {doc.verdict}{' '}
          <span class="faint">{meaningOf(doc)}</span>
        </p>
        <p class="faint">
          Computed: the job of the scenario was simulated, record by record. Times count from its start and are the
          model's; what is known from a real Flink says so.
        </p>
        <nav aria-label="Sections">
          {sections
            .filter(([, , there]) => there)
            .map(([id, words]) => (
              <a key={id} href={`#${id}`}>
                {words}
              </a>
            ))}
        </nav>
      </header>
      <main id="main">
        {names.map((name, i) => (
          <div key={name}>
            {names.length > 1 && <h2>{name}</h2>}
            <p class="story">{doc.jobs.find((j) => j.name === name)?.story}</p>
            {doc.jobs
              .filter((j) => j.name === name)
              .map((j) => (
                <JobLines key={j.name} job={j} />
              ))}
            {i === 0 && <Names />}
            {(doc.recommendations ?? [])
              .filter((r) => r.name === name)
              .map((r) => (
                <p key={r.way + r.words} class="card">
                  To end this job and start it again: <strong>{wayOf(r.way)}</strong>{' '}
                  <span class="faint">({r.versions.join(', ')})</span>: {r.words}.
                </p>
              ))}
            <section id={i === 0 ? 'promises' : undefined}>
              <h2>Promises</h2>
              <MatrixTable doc={doc} name={name} go={go} />
            </section>
            {timed && (
              <section id={i === 0 ? 'costs' : undefined}>
                <h2>Costs</h2>
                <CostTable doc={doc} name={name} />
                <Spreads doc={doc} name={name} />
                {(doc.sweeps ?? [])
                  .filter((s) => s.name === name)
                  .map((s) => (
                    <SweepPlots key={s.key} sweep={s} />
                  ))}
              </section>
            )}
            {(doc.ways ?? []).some((w) => w.name === name) && (
              <section id={i === 0 ? 'runbook' : undefined}>
                <h2>What to do</h2>
                <p class="faint">
                  Behind each line stands how it is known: measured on a real Flink, from its code, documented,
                  inferred, or computed by running the model on this job; open it for the source. What each way comes to
                  is that of the run with seed {doc.scenarios[0]?.seed}.
                </p>
                <Runbooks doc={doc} name={name} />
                <Analogies ways={(doc.ways ?? []).filter((w) => w.name === name)} />
              </section>
            )}
          </div>
        ))}
        {sections[3]?.[2] && (
          <section id="part">
            <h2>Where they part</h2>
            {doc.diagrams.length > 1 && <SideBySide diagrams={doc.diagrams} go={go} />}
            <Partings partings={doc.partings ?? []} />
          </section>
        )}
        {shown && (
          <section id="diagram">
            <h2>Diagram</h2>
            <div class="choices">
              <label>
                Run{' '}
                <select value={diagram} onChange={(e) => reveal(Number(e.currentTarget.value), null)}>
                  {doc.diagrams.map((d, i) => (
                    <option key={d.title} value={i}>
                      {d.title}
                    </option>
                  ))}
                </select>
              </label>
              {allFolds(doc, diagram).size > 0 && (
                <button
                  type="button"
                  class="do"
                  onClick={() => setOpen(open.size > 0 ? nothingOpen : allFolds(doc, diagram))}
                >
                  {open.size > 0 ? 'Fold steady state' : 'Unfold all checkpoints'}
                </button>
              )}
            </div>
            <Legend />
            <Window diagram={shown} />
            {doc.diagramsLeftOut > 0 && (
              <p>
                {doc.diagramsLeftOut} more diagrams are left out to keep this page small: choose with --way and --sink.
              </p>
            )}
            <SpaceTime
              diagram={shown}
              open={open}
              selected={step}
              select={select}
              unfold={(folds) => setOpen(new Set([...open, ...folds]))}
            />
          </section>
        )}
        {shown?.curves && (
          <section id="time">
            <h2>Over time</h2>
            <p class="faint">Of the run that is chosen above: {shown.title}.</p>
            <RunOverTime diagram={shown} curves={shown.curves} />
            <Snapshots diagram={shown} />
          </section>
        )}
        {doc.text !== '' && (
          <section id="text">
            <h2>As text</h2>
            <details>
              <summary>The whole report in plain text</summary>
              {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard */}
              <pre tabIndex={0}>{doc.text}</pre>
            </details>
          </section>
        )}
      </main>
    </>
  )
}

// What the verdict says, and what it does not.
function meaningOf(doc: Doc): string {
  if (doc.exit === 0)
    return 'every promise that the engine makes is kept; what was never promised may still cost you: see below'
  if (doc.exit === 1) return 'a promise that was made is broken, or something is not as the scenario expects'
  return 'something that was asked could not be found out'
}

// Of a long run only the steps around its first command or fault are here.
function Window({ diagram }: { diagram: Diagram }) {
  const first = diagram.entries[0]
  const last = diagram.entries[diagram.entries.length - 1]
  if (!first || !last) return null
  const end = isFlow(last) ? last.last : last.n
  if (end - first.n + 1 >= diagram.steps) return null
  return (
    <p>
      Steps {count(first.n)} to {count(end)} of {count(diagram.steps)}: those around the first command or fault.
    </p>
  )
}

function allFolds(doc: Doc, diagram: number): ReadonlySet<string> {
  const folds = new Set<string>()
  for (const e of doc.diagrams[diagram]?.entries ?? []) if ('fold' in e && e.fold !== undefined) folds.add(e.fold)
  return folds
}

const data = document.getElementById('data')
const page = document.getElementById('page')
if (data && page) render(<Page doc={load(data.textContent ?? '')} />, page)
