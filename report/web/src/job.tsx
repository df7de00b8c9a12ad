// The job in a line for each vertex, and what names in the report mean.
import type { Job } from './data'

type Graph = { vertices: { name: string }[]; edges: Job['edges'] }

// The graph in words, each edge once: a path ends where all that follows has been said.
//   orders → join → table, prices → join
export function pathsOf({ vertices, edges }: Graph): string {
  const names = vertices.map((v) => v.name)
  const sources = names.filter((name) => !edges.some((e) => e.to === name))
  const untold = new Set(edges)
  const told = new Set<string>()
  const untoldFrom = (name: string) => [...untold].find((e) => e.from === name)
  const follow = (name: string): string[] => {
    told.add(name)
    const next = untoldFrom(name)
    if (!next) return [name]
    untold.delete(next)
    return [name, ...follow(next.to)]
  }
  const paths: string[][] = []
  for (const name of [...sources, ...names]) while (!told.has(name) || untoldFrom(name)) paths.push(follow(name))
  return paths.map((path) => path.join(' → ')).join(', ')
}

export function JobLines({ job }: { job: Job }) {
  const inputs = (name: string) => job.edges.filter((e) => e.to === name)
  return (
    <details>
      <summary>The job: {pathsOf(job)}</summary>
      <dl class="terms">
        {job.vertices.map((v) => (
          <div key={v.name}>
            <dt>{v.name}</dt>
            <dd>
              {v.kind}, {v.parallelism === 1 ? '1 subtask' : `${v.parallelism} subtasks`}
              {inputs(v.name).map((e) => `; ${e.exchange} from ${e.from}`)}
            </dd>
          </div>
        ))}
      </dl>
    </details>
  )
}

const names: [string, string][] = [
  ['run-1, run-2', 'the job before its end, and the job that is started again'],
  ['count/0', 'the first subtask of the vertex count'],
  ['0:4751', 'record 4751 of split 0 of the input'],
  ['run-1/chk-3', 'the third checkpoint of run-1: a snapshot that the engine takes for itself; its folder is chk-3'],
  ['run-1/savepoint-4', 'a savepoint: a snapshot that a user asks for, numbered with the checkpoints'],
  ['sink/0#1', 'the first transaction of a subtask of a transactional sink'],
  ['execution, attempt', 'an execution is run-1 or run-2; within it a task that is restarted is its next attempt'],
  ['artifact, part', 'a stored snapshot; what one task stores of it'],
  ['barrier', 'the mark in the stream that separates what a snapshot holds from what it does not'],
  ['R1, M20, 2(a), semantics.md', 'rows and sections of the notes on Flink that the rules were taken from'],
]

export function Names() {
  return (
    <details>
      <summary>What names mean: run-1, chk-3, 0:4751, …</summary>
      <dl class="terms">
        {names.map(([name, meaning]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
    </details>
  )
}
