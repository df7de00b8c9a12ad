// What there is to say of the selected step: its words, its cause, what changes, and everything that can be seen there.
import type { Diagram } from './data'
import { time } from './format'
import { wordsOf } from './marks'
import { changesOf, type Row, stateAt, timeOf } from './rows'

interface Props {
  diagram: Diagram
  row: Row | undefined
  select: (n: number) => void
  unfold: (names: string[]) => void
  go: (by: number) => void
}

export function Details({ diagram, row, select, unfold, go }: Props) {
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
      <aside class="card details" aria-live="polite">
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
    <aside class="card details" aria-live="polite">
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
