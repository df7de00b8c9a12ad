// Numbers with their units, as the text report says them.

// Up to four digits stand as they are, as in the text.
export const count = (n: number): string =>
  n.toLocaleString('en-US', { maximumFractionDigits: 1, useGrouping: Math.abs(n) >= 10_000 })

// Microseconds, rounded to whole milliseconds where there are any.
export const about = (us: number): string => time(Math.abs(us) < 1_000 ? us : Math.round(us / 1_000) * 1_000)

// Microseconds.
export function time(us: number): string {
  const abs = Math.abs(us)
  if (us === 0) return '0 s'
  if (abs < 1_000) return `${us} µs`
  if (abs < 1_000_000) return `${trim(us / 1_000)} ms`
  if (abs < 600_000_000) return `${trim(us / 1_000_000)} s`
  return `${trim(us / 60_000_000)} min`
}

const trim = (x: number): string => x.toLocaleString('en-US', { maximumFractionDigits: 3, useGrouping: false })

export function quantity(n: number, unit: 'records' | 'ms'): string {
  if (unit === 'ms') return time(n * 1_000)
  return `${count(n)} ${n === 1 ? 'record' : 'records'}`
}

export const wayOf = (way: string): string => (way === '' ? 'the timeline' : way)
