// Diagrams and documents made by hand.
import type { Diagram, Doc, Entry, Flow, Property, Step } from '../src/data'

export const step = (n: number, more: Partial<Step> = {}): Step => ({
  n,
  c: n - 1,
  lane: 0,
  rule: 'take_barrier',
  words: `step ${n}`,
  weight: 'notable',
  changes: [],
  ...more,
})
export const flow = (n: number, last: number, emitted: number): Flow => ({
  n,
  last,
  flow: { emitted, processed: emitted, written: emitted },
  changes: [['records shown', '', `${last}`]],
})
export const diagram = (entries: (Step | Flow)[], more: Partial<Diagram> = {}): Diagram => ({
  title: 'cancel · flink-1.15 · plain',
  entry: 0,
  lanes: [{ name: 'jobmanager', kind: 'jobmanager' }],
  steps: 100,
  entries,
  entriesLeftOut: 0,
  timed: true,
  violated: null,
  noReturn: null,
  decided: null,
  broken: null,
  ...more,
})
export const property = (id: string, more: Partial<Property> = {}): Property => ({
  id,
  kind: 'always',
  promised: true,
  verdict: 'not violated',
  bound: '1 run',
  violatedAtStep: null,
  traceFile: null,
  reason: 'said so',
  ...more,
})
export const entry = (way: string, properties: Property[]): Entry => ({
  name: 'a scenario',
  way,
  semantics: 'flink-1.15',
  sink: 'plain',
  seed: 1,
  commands: [],
  executions: [],
  properties,
  unmet: [],
  error: null,
  runs: 1,
  scope: null,
})
export const doc = (scenarios: Entry[], diagrams: Diagram[] = []): Doc => ({
  tool: 'quiesce',
  version: '0',
  verb: 'compare',
  scenarios,
  verdict: 'ok',
  exit: 0,
  sentences: {},
  jobs: [],
  diagrams,
  diagramsLeftOut: 0,
  text: '',
})
