// A run over time: how many records are read and shown in each moment, and how far the sources are behind. News (a
// command, a fault, the end of an execution) stand as numbered lines, and below in words.
import * as Plot from '@observablehq/plot'
import { type Curves, type Diagram, isFlow, type Step } from './data'
import { Figure, plain } from './figure'
import { count, time } from './format'
import { Wide } from './wide'

export interface News {
  number: number
  t: number
  words: string
}

// The landmarks of a diagram; those of one moment together.
export function newsOf(diagram: Diagram): News[] {
  const all: News[] = []
  for (const e of diagram.entries) {
    if (isFlow(e) || e.weight !== 'landmark' || e.t === undefined) continue
    const before = all[all.length - 1]
    if (before && before.t === e.t) before.words += `; ${(e as Step).words}`
    else all.push({ number: all.length + 1, t: e.t, words: (e as Step).words })
  }
  return all
}

export interface Point {
  t: number // s
  n: number
}
// A step line: each bin from its start to its end. Rates are in records per second.
export function ratesOf(curves: Curves, counts: readonly number[]): Point[] {
  const seconds = curves.width / 1e6
  return counts.flatMap((n, i) => {
    const t = (curves.from + i * curves.width) / 1e6
    return [
      { t, n: n / seconds },
      { t: t + seconds, n: n / seconds },
    ]
  })
}
export function lagsOf(curves: Curves): Point[] {
  return curves.lag.flatMap((n, i) => {
    if (n === null) return []
    const t = (curves.from + i * curves.width) / 1e6
    return [
      { t, n },
      { t: t + curves.width / 1e6, n },
    ]
  })
}

// Numbers of news, each where it is; of those that are too near to stand beside each other together.
export function labelsOf(news: readonly News[], curves: Curves): { t: number; text: string }[] {
  const near = (curves.width * curves.read.length) / 50 / 1e6
  const all: { t: number; text: string }[] = []
  for (const n of news) {
    const before = all[all.length - 1]
    if (before && n.t / 1e6 - before.t < near) before.text += `, ${n.number}`
    else all.push({ t: n.t / 1e6, text: `${n.number}` })
  }
  return all
}

const frame = (label: string, axis: string, curves: Curves) => ({
  width: 900,
  height: 200,
  marginTop: 30,
  marginBottom: 42,
  marginLeft: 64,
  ariaLabel: label,
  style: plain,
  x: {
    label: 'time (s)',
    domain: [curves.from / 1e6, (curves.from + curves.width * curves.read.length) / 1e6],
  },
  y: { label: axis, grid: true, zero: true, nice: true },
})

const marksOf = (news: News[], curves: Curves) => [
  Plot.ruleX(news, { x: (n: News) => n.t / 1e6, strokeDasharray: '2,3', title: 'words' }),
  Plot.text(labelsOf(news, curves), { x: 't', text: 'text', frameAnchor: 'top', dy: -12, fontWeight: 'bold' }),
]

// What has piled up is read much faster than what comes new: rates have a logarithmic axis, with 0.
function throughput(curves: Curves, news: News[]): Element {
  const axis = 'records per second, logarithmic'
  const most = Math.max(...curves.read, ...curves.shown) / (curves.width / 1e6)
  const ticks = [0, 10, 100, 1_000, 10_000, 100_000, 1_000_000].filter((n, i) => i < 2 || n <= most * 2)
  return Plot.plot({
    ...frame('Records read and shown per second', axis, curves),
    y: { label: axis, type: 'symlog', constant: 10, domain: [0, Math.max(most, 10)], ticks, grid: true },
    marks: [
      Plot.lineY(ratesOf(curves, curves.read), { x: 't', y: 'n', strokeWidth: 1.2 }),
      Plot.lineY(ratesOf(curves, curves.shown), { x: 't', y: 'n', strokeDasharray: '5,3', strokeWidth: 1.6 }),
      ...marksOf(news, curves),
    ],
  })
}
function lag(curves: Curves, news: News[]): Element {
  const points = lagsOf(curves)
  return Plot.plot({
    ...frame('Lag: records that could be read and were not', 'lag (records)', curves),
    marks: [
      Plot.areaY(points, { x: 't', y: 'n', fillOpacity: 0.2 }),
      Plot.lineY(points, { x: 't', y: 'n', strokeWidth: 1.2 }),
      ...marksOf(news, curves),
    ],
  })
}

// The greatest lag and when it was, in words.
export function lagWords(curves: Curves): string {
  const points = lagsOf(curves)
  const top = points.reduce<Point | null>((most, p) => (most === null || p.n > most.n ? p : most), null)
  if (top === null) return 'How far the sources are behind is not known.'
  if (top.n === 0) return 'The sources are never behind.'
  return `The sources are behind the most at about ${time(Math.round(top.t * 1e3) * 1e3)}: by ${count(top.n)} records.`
}

export function RunOverTime({ diagram, curves }: { diagram: Diagram; curves: Curves }) {
  const news = newsOf(diagram).filter((n) => n.t >= curves.from)
  const behind = curves.lag.some((n) => n !== null && n > 0)
  return (
    <>
      <h3>
        Throughput and lag{' '}
        <span class="faint">
          {time(curves.width)} in a step; what the sources read (line), what the sinks show (dashed)
        </span>
      </h3>
      <Wide label="Throughput and lag over time">
        <Figure draw={() => throughput(curves, news)} of={[diagram]} />
        {behind && <Figure draw={() => lag(curves, news)} of={[diagram]} />}
      </Wide>
      <p>{lagWords(curves)}</p>
      <ol class="news">
        {news.map((n) => (
          <li key={n.number} value={n.number}>
            <span class="faint">{time(n.t)}</span> {n.words}
          </li>
        ))}
      </ol>
    </>
  )
}
