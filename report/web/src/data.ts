// What the page reads: the document that quiesce leaves as VERB.json (report/README.md tells its keys), here as types.
// Only what the page uses is named. Nothing of the page is known to the program that writes it, but this. One thing is
// packed in a page: `properties` of the document has each different property once, and those of an entry are numbers
// in that list; load() puts them back.

export interface Property {
  id: string
  kind: string
  promised: boolean
  verdict: string
  bound: string
  violatedAtStep: number | null
  traceFile: string | null
  reason: string
}

// `percentiles`: of every 5 %, from the least (0) to the most (100); only where runs differ.
export type Cost =
  | {
      unit: 'records' | 'ms'
      runs: number
      median: number
      p95: number
      max: number
      percentiles?: number[]
    }
  | 'unknown'
export type Costs = Record<string, Cost>

export interface Entry {
  name: string
  way: string
  semantics: string
  sink: string
  seed: number
  commands: { id: string; kind: string; ok: boolean | null; artifact: string | null; error: string | null }[]
  executions: { job: string; finalStatus: string | null; restoredFrom: string | null }[]
  properties: Property[]
  unmet: string[]
  error: string | null
  runs: number
  costs?: Costs
  duplicatesToCome?: number // shown already, and written again into a transaction that the next checkpoint commits
  scope: { states: number; depth: number; complete: boolean } | null
}

export interface Claim {
  topic: string
  words: string
  evidence: 'measured' | 'code' | 'documented' | 'inferred' | 'computed' | 'unknown'
  source: string
}

export interface Way {
  name: string
  way: string
  semantics: string
  sinks: string[]
  baseline: boolean
  advice: string
  runbook: Claim[]
  analogy: { topic: string; words: string }[] // in a database's words
}

export interface Knob {
  knob: string
  meaning: string
  from: string
  to: string
  since: string | null
  evidence: string | null
  ticket: string | null
}

export interface Parting {
  name: string
  way: string
  sink: string
  from: string
  to: string
  causes: { how: string; knobs: Knob[]; differences: { kind: string; fact: string; from: string; to: string }[] }[]
  knobs: Knob[]
  firstDifference: { words: string } | null
}

export interface Sweep {
  name: string
  key: string
  meaning: string
  values: string[]
  cases: { way: string; semantics: string; sink: string; costs: Costs[] }[]
}

// A step that is shown by itself. `t`: microseconds, where the story has clocks. `from`: the lane that the message came
// from. `c`: the step that caused it. `fold`: steady state, under this name. `changes`: what, from, to.
export interface Step {
  n: number
  c: number
  t?: number
  lane: number
  from?: number
  message?: string
  rule: string
  words: string
  weight: 'idle' | 'ordinary' | 'notable' | 'landmark'
  role?: 'command' | 'fault'
  fold?: string
  changes: [string, string, string][]
}

// A stretch of steps that only hand records on.
export interface Flow {
  n: number
  last: number
  t?: number
  until?: number
  flow: { emitted: number; processed: number; written: number }
  changes: [string, string, string][]
}

// Records in bins of equal width, from `from` on; `lag`: the most in each of what could be read and was not (null: not
// known). Microseconds.
export interface Curves {
  from: number
  width: number
  read: number[]
  shown: number[]
  lag: (number | null)[]
}

// A snapshot with its parts, of a task each or of a vertex. `from`: the first barrier arrives; `taken`: the state is.
export interface Snapshot {
  checkpoint: number
  kind: 'checkpoint' | 'savepoint' | 'suspend' | 'terminate'
  triggered: number
  ended: number | null
  outcome: 'complete' | 'given up' | 'open'
  parts: { of: string; from: number; taken: number | null; stored: number | null }[]
}

export interface Diagram {
  title: string
  entry: number // of `scenarios`
  lanes: { name: string; kind: string }[]
  steps: number // of the whole run
  entries: (Step | Flow)[]
  entriesLeftOut: number
  timed: boolean
  violated: number | null // a step; so the next two
  noReturn: number | null
  decided: number | null
  broken: string | null // the promise
  curves?: Curves | null // of timed runs, as the next two
  snapshots?: Snapshot[]
  snapshotsLeftOut?: number
}

export interface Job {
  name: string
  story: string
  vertices: { name: string; kind: string; parallelism: number; delivery: string | null }[]
  edges: { from: string; to: string; exchange: string }[]
}

export interface Doc {
  tool: string
  version: string
  verb: string
  scenarios: Entry[]
  verdict: string
  exit: number
  recommendations?: { name: string; way: string; versions: string[]; words: string }[]
  ways?: Way[]
  partings?: Parting[]
  sweeps?: Sweep[]
  sentences: Record<string, string>
  jobs: Job[]
  diagrams: Diagram[]
  diagramsLeftOut: number
  text: string
}

export const isFlow = (e: Step | Flow): e is Flow => 'flow' in e

type Packed = Omit<Doc, 'scenarios'> & {
  properties: Property[]
  scenarios: (Omit<Entry, 'properties'> & { properties: number[] })[]
}

export function load(text: string): Doc {
  const { properties, scenarios, ...rest } = JSON.parse(text) as Packed
  const unpacked = scenarios.map((e) => ({
    ...e,
    properties: e.properties.map((n) => {
      const property = properties[n]
      if (property === undefined) throw new Error(`there is no property ${n}`)
      return property
    }),
  }))
  return { ...rest, scenarios: unpacked }
}
