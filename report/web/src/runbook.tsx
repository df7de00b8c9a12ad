// What to do after each way of ending, and how each line is known.
import type { Doc, Way } from './data'
import { wayOf } from './format'

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
