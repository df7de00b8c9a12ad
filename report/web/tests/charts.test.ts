import assert from 'node:assert/strict'
import { test } from 'node:test'
import { labelsOf, lagsOf, lagWords, newsOf, ratesOf } from '../src/curves'
import type { Curves, Entry, Snapshot } from '../src/data'
import { barsOf, chosen, titleOf } from '../src/snapshots'
import { spreadsOf } from '../src/spread'
import { diagram, entry, flow, step } from './made'

const curves: Curves = {
  from: 1_000_000,
  width: 500_000,
  read: [50, 0, 100],
  shown: [0, 0, 50],
  lag: [null, 20, 0],
}

test('a rate is that of its whole bin, in records per second', () => {
  assert.deepEqual(ratesOf(curves, curves.read), [
    { t: 1, n: 100 },
    { t: 1.5, n: 100 },
    { t: 1.5, n: 0 },
    { t: 2, n: 0 },
    { t: 2, n: 200 },
    { t: 2.5, n: 200 },
  ])
})

test('what is not known of the lag is left out, and its most is told', () => {
  assert.deepEqual(lagsOf(curves), [
    { t: 1.5, n: 20 },
    { t: 2, n: 20 },
    { t: 2, n: 0 },
    { t: 2.5, n: 0 },
  ])
  assert.equal(lagWords(curves), 'The sources are behind the most at about 1.5 s: by 20 records.')
  assert.equal(lagWords({ ...curves, lag: [0, 0, 0] }), 'The sources are never behind.')
  assert.match(lagWords({ ...curves, lag: [null, null, null] }), /not known/)
})

test('news of one moment are one, and stand under one label where they are near', () => {
  const news = newsOf(
    diagram([
      step(1, { t: 1_000_000, weight: 'landmark', words: 'the command' }),
      flow(2, 9, 3),
      step(10, { t: 1_000_000, weight: 'landmark', words: 'the end' }),
      step(11, { t: 1_010_000, weight: 'landmark', words: 'the resume' }),
      step(12, { t: 1_500_000, weight: 'notable', words: 'something' }),
      step(13, { t: 2_000_000, weight: 'landmark', words: 'a fault' }),
    ]),
  )
  assert.deepEqual(
    news.map((n) => [n.number, n.words]),
    [
      [1, 'the command; the end'],
      [2, 'the resume'],
      [3, 'a fault'],
    ],
  )
  assert.deepEqual(
    labelsOf(news, curves).map((l) => l.text),
    ['1, 2', '3'],
  )
})

const snapshot = (checkpoint: number, took: number | null, more: Partial<Snapshot> = {}): Snapshot => ({
  checkpoint,
  kind: 'checkpoint',
  triggered: 1_000_000 * checkpoint,
  ended: took === null ? null : 1_000_000 * checkpoint + took,
  outcome: took === null ? 'open' : 'complete',
  parts: [{ of: 'count/0', from: 1_000_000 * checkpoint + 200, taken: 1_000_000 * checkpoint + 500, stored: null }],
  ...more,
})

test('of the periodic checkpoints the slowest are shown, of the others all', () => {
  const all = [
    snapshot(1, 10),
    snapshot(2, 90),
    snapshot(3, 20),
    snapshot(4, 30),
    snapshot(5, null),
    snapshot(6, 5, { outcome: 'given up' }),
    snapshot(7, 1, { kind: 'suspend' }),
  ]
  assert.deepEqual(
    chosen(all).map((s) => s.checkpoint),
    [2, 3, 4, 5, 6, 7],
  )
})

test('a snapshot says what it is, and what became of it', () => {
  assert.equal(titleOf(snapshot(2, 800_000)), 'checkpoint 2, triggered at 2 s: complete after 800 ms')
  assert.equal(
    titleOf(snapshot(3, null, { kind: 'suspend' })),
    'snapshot of the stop 3, triggered at 3 s: never ended',
  )
})

test('a part that was never stored has no write', () => {
  const bars = barsOf(snapshot(1, null))
  assert.deepEqual(
    bars.alignments.map((b) => [b.of, b.x1, b.x2]),
    [['count/0', 0.2, 0.5]],
  )
  assert.deepEqual(bars.writes, [])
})

test('the spread of a cost is shown of the cases that have one', () => {
  const cost = { unit: 'records' as const, runs: 20, median: 5, p95: 9, max: 9 }
  const with_ = (way: string, reread: Entry['costs']): Entry => ({ ...entry(way, []), ...(reread && { costs: reread }) })
  const steady = with_('stop', { reread: { ...cost, median: 0, p95: 0, max: 0 } })
  const spread = with_('cancel', { reread: { ...cost, percentiles: [1, 5, 9] } })
  const unknown = with_('kill', { reread: 'unknown' })
  assert.deepEqual(spreadsOf([steady, unknown], 'reread'), [])
  assert.deepEqual(
    spreadsOf([steady, spread, unknown], 'reread').map((s) => [s.case, s.least, s.median, s.most]),
    [
      ['cancel · flink-1.15 · plain', 1, 5, 9],
    ],
  )
})
