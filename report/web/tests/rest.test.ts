import assert from 'node:assert/strict'
import { test } from 'node:test'
import { load } from '../src/data'
import { quantity, time } from '../src/format'
import { pathsOf } from '../src/job'
import { parsePlace, placeText } from '../src/link'
import { cellOf, matrixOf, traceOf } from '../src/matrix'
import { sideBySide } from '../src/side'
import { diagram, doc, entry, property, step } from './made'

test('a document is loaded with the properties of its entries put back', () => {
  const packed = {
    ...doc([]),
    properties: [property('a'), property('b')],
    scenarios: [{ name: 's', properties: [1, 0, 1] }],
  }
  const loaded = load(JSON.stringify(packed))
  assert.deepEqual(
    loaded.scenarios[0]?.properties.map((p) => p.id),
    ['b', 'a', 'b'],
  )
  assert.throws(() => load(JSON.stringify({ ...packed, properties: [] })), /no property 1/)
})

test('an address names a step, and a diagram where it is not the first', () => {
  assert.deepEqual(parsePlace('#s=17'), { diagram: 0, step: 17 })
  assert.deepEqual(parsePlace('#d=3&s=17'), { diagram: 3, step: 17 })
  assert.deepEqual(parsePlace('#d=3'), { diagram: 3, step: null })
  assert.equal(parsePlace('#costs'), null)
  assert.deepEqual(parsePlace('#s=seventeen'), { diagram: 0, step: null })
  for (const place of [
    { diagram: 0, step: 17 },
    { diagram: 3, step: 1 },
  ])
    assert.deepEqual(parsePlace(placeText(place)), place)
})

test('the job in a line says what feeds what, each edge once', () => {
  const line = (...edges: string[]) => {
    const pairs = edges.map((e) => e.split('>') as [string, string])
    const names = [...new Set(pairs.flat())]
    return pathsOf({
      vertices: names.map((name) => ({ name })),
      edges: pairs.map(([from, to]) => ({ from, to, exchange: 'hash' })),
    })
  }
  assert.equal(line('source>count', 'count>sink'), 'source → count → sink')
  assert.equal(line('orders>join', 'prices>join', 'join>table'), 'orders → join → table, prices → join')
  assert.equal(line('source>split', 'split>a', 'split>b'), 'source → split → a, split → b')
  assert.equal(line('a>c', 'b>c', 'b>d'), 'a → c, b → c, b → d')
  assert.equal(pathsOf({ vertices: [{ name: 'alone' }], edges: [] }), 'alone')
})

test('every number has its unit', () => {
  assert.equal(quantity(1, 'records'), '1 record')
  assert.equal(quantity(2700, 'records'), '2700 records')
  assert.equal(quantity(1300, 'ms'), '1.3 s')
  assert.equal(quantity(0, 'ms'), '0 s')
  assert.equal(time(250), '250 µs')
  assert.equal(time(27_000_000), '27 s')
})

test('a cell tells what was promised apart from what was not', () => {
  assert.equal(cellOf(property('a')), 'kept')
  assert.equal(cellOf(property('a', { verdict: 'violated' })), 'broken')
  assert.equal(cellOf(property('a', { verdict: 'vacuous' })), 'unknown')
  assert.equal(cellOf(property('a', { verdict: 'undecided' })), 'unknown')
  assert.equal(cellOf(property('a', { promised: false })), 'not promised')
  assert.equal(cellOf(property('a', { promised: false, verdict: 'violated' })), 'not kept')
  assert.equal(cellOf(undefined), 'absent')
})

test('promises that tell ways apart come first, and sightings are none', () => {
  const all = doc([
    entry('cancel', [property('same'), property('differs'), property('seen', { kind: 'sometimes', verdict: 'seen' })]),
    entry('stop', [property('same'), property('differs', { verdict: 'violated' })]),
  ])
  const matrix = matrixOf(all, 'a scenario')
  assert.deepEqual(
    matrix.rows.map((r) => [r.id, r.telling]),
    [
      ['differs', true],
      ['same', false],
    ],
  )
  assert.deepEqual(matrix.rows[0]?.cells, ['kept', 'broken'])
})

test('a broken promise leads to the step of its own diagram where it breaks', () => {
  const broken = property('b', { verdict: 'violated', violatedAtStep: 5 })
  const all = doc(
    [entry('cancel', [broken])],
    [diagram([step(5)]), diagram([step(7)], { broken: 'b', violated: 7 }), diagram([step(9)], { entry: 1 })],
  )
  assert.deepEqual(traceOf(all, 0, broken), { diagram: 1, step: 7 })
  assert.deepEqual(traceOf(all, 0, property('c', { violatedAtStep: 5 })), { diagram: 0, step: 5 })
  assert.equal(traceOf(all, 2, broken), null)
})

test('two runs are told from where they part', () => {
  const a = diagram([step(1, { t: 0 }), step(2, { t: 5 }), step(3, { t: 9, words: 'left' })])
  const b = diagram([step(1, { t: 0 }), step(2, { t: 5, weight: 'idle' }), step(4, { t: 5, words: 'step 2' })])
  const side = sideBySide(a, b, 10)
  assert.equal(side.same, 2)
  assert.equal(side.until, 5)
  assert.deepEqual(
    side.left.map((s) => s.words),
    ['left'],
  )
  assert.deepEqual(side.right, [])
})
