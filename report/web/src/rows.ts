// The rows of a diagram: each step one, steady state folded into one row for each stretch. Where rows lie is the time
// axis: not linear, so that what is dense is stretched and what is empty is squeezed.
import { type Diagram, type Flow, isFlow, type Step } from './data'

export type Row =
  | { kind: 'step'; step: Step; first: number; last: number }
  | { kind: 'steady'; folds: string[]; steps: number; flow: Flow['flow']; first: number; last: number; t?: number }

// `open`: names of folds that are shown step by step.
export function rowsOf(diagram: Diagram, open: ReadonlySet<string>): Row[] {
  const rows: Row[] = []
  for (const e of diagram.entries) {
    const folded = isFlow(e) || (e.fold !== undefined && !open.has(e.fold))
    if (!folded) {
      rows.push({ kind: 'step', step: e as Step, first: e.n, last: e.n })
      continue
    }
    let row = rows[rows.length - 1]
    if (row?.kind !== 'steady') {
      row = {
        kind: 'steady',
        folds: [],
        steps: 0,
        flow: { emitted: 0, processed: 0, written: 0 },
        first: e.n,
        last: e.n,
      }
      if (e.t !== undefined) row.t = e.t
      rows.push(row)
    }
    take(row, e)
  }
  return rows
}

function take(row: Extract<Row, { kind: 'steady' }>, e: Step | Flow): void {
  if (isFlow(e)) {
    row.last = e.last
    row.steps += e.last - e.n + 1
    for (const k of ['emitted', 'processed', 'written'] as const) row.flow[k] += e.flow[k]
    return
  }
  row.last = e.n
  row.steps += 1
  if (e.fold !== undefined && !row.folds.includes(e.fold)) row.folds.push(e.fold)
}

export const timeOf = (row: Row): number | undefined => (row.kind === 'step' ? row.step.t : row.t)

const height = 26
const mostGap = 44

// The middle of each row, and the height of the whole. A gap grows with the logarithm of the time that passes in it.
export function layout(rows: readonly Row[]): { y: number[]; total: number } {
  const y: number[] = []
  let at = height / 2 + 4
  let before: number | undefined
  for (const row of rows) {
    const t = timeOf(row)
    if (y.length > 0) {
      const passed = t !== undefined && before !== undefined ? Math.max(0, t - before) : 0
      at += height + Math.min(mostGap, 6 * Math.log2(1 + passed / 50_000))
    }
    y.push(at)
    if (t !== undefined) before = t
  }
  return { y, total: at + height / 2 + 4 }
}

// The row that a step lies in; -1: in none.
export const rowWith = (rows: readonly Row[], n: number): number => rows.findIndex((r) => r.first <= n && n <= r.last)

// What can be seen behind step `n`, folded from all changes up to it.
export function stateAt(diagram: Diagram, n: number): Map<string, string> {
  const state = new Map<string, string>()
  for (const e of diagram.entries) {
    if (e.n > n) break
    for (const [what, , to] of e.changes) state.set(what, to)
  }
  return state
}

// What a row changes, first to last.
export function changesOf(diagram: Diagram, row: Row): [string, string, string][] {
  const all = new Map<string, [string, string, string]>()
  for (const e of diagram.entries) {
    if (e.n < row.first || e.n > row.last) continue
    for (const [what, from, to] of e.changes) all.set(what, [what, all.get(what)?.[1] ?? from, to])
  }
  return [...all.values()].filter(([, from, to]) => from !== to)
}

export function steadyWords(row: Extract<Row, { kind: 'steady' }>): string {
  const parts: string[] = []
  const { folds, flow } = row
  if (folds.length === 1) parts.push(`${folds[0]}, from its trigger to its last notice`)
  if (folds.length > 1) parts.push(`${folds[0]} to ${folds[folds.length - 1]}`)
  if (flow.emitted > 0) parts.push(`${flow.emitted.toLocaleString('en-US')} records read`)
  if (flow.written > 0) parts.push(`${flow.written.toLocaleString('en-US')} written`)
  if (parts.length === 0) parts.push('records on their way')
  return `steady state: ${parts.join(', ')} (${row.steps.toLocaleString('en-US')} steps)`
}
