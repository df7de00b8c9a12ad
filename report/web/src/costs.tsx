// Costs: a row for each case, with the spread over its runs.
import type { Doc, Entry } from './data'
import { about, count, wayOf } from './format'
import { Wide } from './wide'

export const caseOf = (e: Entry): string => [wayOf(e.way), e.semantics, e.sink].filter((t) => t !== '').join(' · ')

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
  const one = (n: number) => (cost.unit === 'records' ? count(n) : about(n * 1_000))
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

export const costNames: [string, string, string][] = [
  ['reread', 'read again (records)', 'records that the resumed job reads a second time'],
  ['duplicates', 'shown twice (records)', 'records that readers of the sink see a second time'],
  ['missing', 'missing (records)', 'records that readers of the sink never see'],
  [
    'lostInFlight',
    'in flight at its end (records)',
    'records that had reached no sink when the job ended: a snapshot holds them, or they are read again, else they are missing',
  ],
  ['snapshotAfter', 'snapshot after', 'from the command until its snapshot is complete'],
  ['endedAfter', 'stopped after', 'from the command until the job has its last status'],
  [
    'caughtUpAfter',
    'caught up after',
    'from the command until all that could be read when the resumed job began has gone through it; a transactional sink shows it with the next checkpoint. Deploying and restoring take no time in the model',
  ],
]

export function CostTable({ doc, name }: { doc: Doc; name: string }) {
  const entries = doc.scenarios.filter((e) => e.name === name)
  const runs = Math.max(...entries.map((e) => e.runs))
  const versions = new Set(entries.map((e) => e.semantics))
  return (
    <Wide label="Table of costs">
      <table class="costs">
        <caption>
          {runs === 1
            ? `Of one run with seed ${entries[0]?.seed ?? 1}.`
            : `Over ${runs} runs: the median; 95 % of the runs are not above the second number; the most.`}{' '}
          {versions.size === 1 && `All as ${[...versions][0]}. `}
          The size of the snapshots in bytes is not known: the model counts records.
        </caption>
        <thead>
          <tr>
            <th scope="col">ended by</th>
            {versions.size > 1 && <th scope="col">version</th>}
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
              {versions.size > 1 && <td>{e.semantics}</td>}
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
        <div>
          <dt>plain sink</dt>
          <dd>shows a record as soon as it gets it</dd>
        </div>
        <div>
          <dt>transactional sink</dt>
          <dd>shows records when a checkpoint that covers them is complete</dd>
        </div>
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
