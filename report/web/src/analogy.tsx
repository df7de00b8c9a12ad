// The ways of ending in the words of a database, and where the likeness ends.
import type { Way } from './data'
import { wayOf } from './format'

// Versions in which a way comes to the same are told once.
export function toldOnce(ways: readonly Way[]): Way[] {
  const told = new Set<string>()
  return ways.filter((w) => {
    const words = JSON.stringify([w.way, w.analogy])
    return !told.has(words) && told.add(words)
  })
}

export function Analogies({ ways }: { ways: readonly Way[] }) {
  return (
    <details>
      <summary>In a database's words: checkpoints, redo, undo, and where that breaks</summary>
      <div class="cards">
        {toldOnce(ways).map((w) => (
          <article key={`${w.way} ${w.semantics}`} class="card">
            <h3>
              {wayOf(w.way)} <span class="faint">{w.semantics}</span>
            </h3>
            <dl>
              {w.analogy.map((l) => (
                <div key={l.topic + l.words} class={l.topic === 'but' ? 'do-not' : undefined}>
                  <dt>{l.topic}</dt>
                  <dd>{l.words}</dd>
                </div>
              ))}
            </dl>
          </article>
        ))}
      </div>
    </details>
  )
}
