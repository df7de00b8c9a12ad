// What is remarkable about a row, in words.
import type { Diagram } from './data'
import { type Row, steadyWords } from './rows'

export const marksOf = (row: Row, d: Diagram): string[] => {
  const has = (n: number | null) => n !== null && row.first <= n && n <= row.last
  const marks: string[] = []
  if (row.kind === 'step' && row.step.role === 'command') marks.push('command')
  if (row.kind === 'step' && row.step.role === 'fault') marks.push('fault')
  if (has(d.decided)) marks.push('decided')
  if (has(d.noReturn)) marks.push('point of no return')
  if (has(d.violated)) marks.push(`${d.broken ?? 'promise'} is broken`)
  return marks
}

export function wordsOf(row: Row, d: Diagram): string {
  if (row.kind === 'steady') return steadyWords(row)
  const marks = marksOf(row, d).map((m) => m.toUpperCase())
  return `${marks.length > 0 ? `${marks.join(', ')}: ` : ''}${row.step.words}`
}
