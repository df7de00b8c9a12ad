// Promises x cases. A cell says in words and with a sign what became of a promise; colour only repeats it.
import type { Doc, Entry, Property } from './data'

export type Cell = 'kept' | 'broken' | 'not kept' | 'not promised' | 'unknown' | 'absent'

export const signs: Record<Cell, string> = {
  kept: '✓',
  broken: '✗',
  'not kept': '(✗)',
  'not promised': '–',
  unknown: '?',
  absent: '',
}
export const meanings: Record<Exclude<Cell, 'absent'>, string> = {
  kept: 'promised and kept',
  broken: 'promised and broken',
  'not kept': 'not promised, and not kept',
  'not promised': 'not promised',
  unknown: 'promised, but not put to the test or not decided',
}

export function cellOf(p: Property | undefined): Cell {
  if (!p) return 'absent'
  const violated = p.verdict === 'violated'
  if (!p.promised) return violated ? 'not kept' : 'not promised'
  if (violated) return 'broken'
  return p.verdict === 'vacuous' || p.verdict === 'undecided' ? 'unknown' : 'kept'
}

export interface Matrix {
  columns: { entry: Entry; index: number }[]
  rows: { id: string; cells: Cell[]; telling: boolean }[]
}

// `telling`: not the same in every case that puts it to the test, or broken somewhere. The others are folded on the page.
export function matrixOf(doc: Doc, name: string): Matrix {
  const columns = doc.scenarios.map((entry, index) => ({ entry, index })).filter((c) => c.entry.name === name)
  const ids = [
    ...new Set(columns.flatMap((c) => c.entry.properties.filter((p) => p.kind !== 'sometimes').map((p) => p.id))),
  ]
  const rows = ids.map((id) => {
    const cells = columns.map((c) => cellOf(c.entry.properties.find((p) => p.id === id)))
    const tested = new Set(cells.filter((c) => c !== 'unknown' && c !== 'absent'))
    const telling = tested.size > 1 || tested.has('broken') || tested.has('not kept')
    return { id, cells, telling }
  })
  return { columns, rows: [...rows.filter((r) => r.telling), ...rows.filter((r) => !r.telling)] }
}

// Where a broken promise can be looked at: its diagram, and the step where it breaks; null: there is none.
export function traceOf(doc: Doc, entry: number, p: Property): { diagram: number; step: number | null } | null {
  const diagrams = doc.diagrams.map((d, i) => ({ d, i })).filter(({ d }) => d.entry === entry)
  const own = diagrams.find(({ d }) => d.broken === p.id) ?? diagrams[0]
  if (!own) return null
  return { diagram: own.i, step: own.d.broken === p.id ? own.d.violated : p.violatedAtStep }
}
