// The matrix: promises x cases.
import { useState } from 'preact/hooks'
import type { Doc } from './data'
import { wayOf } from './format'
import { type Go, placeText } from './link'
import { type Cell, matrixOf, meanings, signs, traceOf } from './matrix'
import { Wide } from './wide'

function MatrixCell({ doc, cell, entry, id, go }: { doc: Doc; cell: Cell; entry: number; id: string; go: Go }) {
  const property = doc.scenarios[entry]?.properties.find((p) => p.id === id)
  if (cell === 'absent' || !property) return <td />
  const sign = <span aria-hidden="true">{signs[cell]}</span>
  const words = <span class="hidden">{meanings[cell]}</span>
  const place = cell === 'broken' || cell === 'not kept' ? traceOf(doc, entry, property) : null
  return (
    <td class={cell.replaceAll(' ', '-')} title={`${meanings[cell]}: ${property.verdict}, ${property.reason}`}>
      {place === null ? (
        <>
          {sign}
          {words}
        </>
      ) : (
        <a href={placeText(place)} onClick={(e) => go(place, e)}>
          {sign}
          {words} see trace
        </a>
      )}
    </td>
  )
}

export function MatrixTable({ doc, name, go }: { doc: Doc; name: string; go: Go }) {
  const matrix = matrixOf(doc, name)
  const [all, setAll] = useState(!matrix.rows.some((r) => r.telling))
  const rows = matrix.rows.filter((r) => all || r.telling)
  const same = matrix.rows.length - matrix.rows.filter((r) => r.telling).length
  return (
    <>
      <ul class="legend">
        {(Object.keys(meanings) as Exclude<Cell, 'absent'>[]).map((cell) => (
          <li key={cell}>
            <span class={`sign ${cell.replaceAll(' ', '-')}`} aria-hidden="true">
              {signs[cell]}
            </span>
            {meanings[cell]}
          </li>
        ))}
      </ul>
      <Wide label="Promises by way of ending">
        <table class="matrix">
          <thead>
            <tr>
              <th scope="col">promise</th>
              {matrix.columns.map(({ entry, index }) => (
                <th key={index} scope="col">
                  <span>{wayOf(entry.way)}</span>
                  <span class="faint">{entry.semantics}</span>
                  <span class="faint">{entry.sink}</span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.id}>
                <th scope="row">
                  <code>{row.id}</code>
                  <span class="faint">{doc.sentences[row.id]}</span>
                </th>
                {matrix.columns.map(({ index }, i) => (
                  <MatrixCell key={index} doc={doc} cell={row.cells[i] ?? 'absent'} entry={index} id={row.id} go={go} />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </Wide>
      {same > 0 && matrix.columns.length > 1 && (
        <button type="button" class="do" aria-expanded={all} onClick={() => setAll(!all)}>
          {all ? 'Hide' : 'Show'} the {same} promises that are broken nowhere and promised alike
        </button>
      )}
    </>
  )
}
