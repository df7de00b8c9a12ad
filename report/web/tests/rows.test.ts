import assert from 'node:assert/strict'
import { test } from 'node:test'
import { changesOf, layout, rowsOf, rowWith, stateAt, steadyWords } from '../src/rows'
import { diagram, flow, step } from './made'

const none: ReadonlySet<string> = new Set()
const run = diagram([
  step(1, { t: 0 }),
  flow(2, 40, 20),
  step(41, { t: 10e6, fold: 'checkpoint 1' }),
  flow(42, 50, 5),
  step(51, { t: 10.8e6, fold: 'checkpoint 1' }),
  flow(52, 90, 19),
  step(91, { t: 27e6, role: 'command', weight: 'landmark', changes: [['command end', '', 'given']] }),
  step(92, { t: 27e6, changes: [['run-1', 'RUNNING', 'CANCELLING']] }),
])

test('steady state between two steps is one row that counts what it folds', () => {
  const rows = rowsOf(run, none)
  assert.deepEqual(
    rows.map((r) => [r.kind, r.first, r.last]),
    [
      ['step', 1, 1],
      ['steady', 2, 90],
      ['step', 91, 91],
      ['step', 92, 92],
    ],
  )
  const steady = rows[1]
  assert(steady?.kind === 'steady')
  assert.equal(steady.flow.emitted, 44)
  assert.equal(steady.steps, 39 + 1 + 9 + 1 + 39)
  assert.deepEqual(steady.folds, ['checkpoint 1'])
  assert.match(steadyWords(steady), /checkpoint 1.*44 records read/)
})

test('an unfolded checkpoint shows its steps, and the records between them stay folded', () => {
  const rows = rowsOf(run, new Set(['checkpoint 1']))
  assert.deepEqual(
    rows.map((r) => r.first),
    [1, 2, 41, 42, 51, 52, 91, 92],
  )
})

test('every step lies in exactly one row', () => {
  const rows = rowsOf(run, none)
  for (const n of [1, 2, 41, 45, 90, 91, 92]) assert.equal(rows.filter((r) => r.first <= n && n <= r.last).length, 1)
  assert.equal(rowWith(rows, 45), 1)
  assert.equal(rowWith(rows, 93), -1)
})

test('rows go down, a long pause is squeezed, and equal times are still apart', () => {
  const rows = rowsOf(run, none)
  const { y, total } = layout(rows)
  for (let i = 1; i < y.length; i++) assert((y[i] ?? 0) - (y[i - 1] ?? 0) >= 26)
  const pause = (y[2] ?? 0) - (y[1] ?? 0)
  assert(pause > (y[3] ?? 0) - (y[2] ?? 0), 'a pause takes more room than none')
  assert(pause <= 26 + 44)
  assert(total > (y[3] ?? 0))
})

test('the state at a step is what all steps up to it have made', () => {
  assert.equal(stateAt(run, 91).get('records shown'), '90')
  assert.equal(stateAt(run, 91).get('run-1'), undefined)
  assert.equal(stateAt(run, 92).get('run-1'), 'CANCELLING')
})

test('what a row changes goes from its first to its last', () => {
  const rows = rowsOf(run, none)
  const steady = rows[1]
  assert(steady)
  assert.deepEqual(changesOf(run, steady), [['records shown', '', '90']])
})
