// The small table of a message, in previews: figures at the right, the total bold above the rows, a note below.
import { SmallTable } from './SmallTable.tsx'
import './messageTable.css'

interface Props {
  columns: readonly string[]
  rows: readonly (readonly string[])[]
  /** Positions of the columns of figures. */
  right?: readonly number[] | undefined
  /** The first row is the total. */
  hasTotal?: boolean
  note?: string
}

export function MessageTable({ columns, rows, right = [], hasTotal = false, note = '' }: Props) {
  const sideOf = (at: number) => (right.includes(at) ? 'message-figure' : undefined)
  return (
    <SmallTable className="message-table">
      <thead>
        <tr>
          {columns.map((title, at) => (
            <th key={title} className={sideOf(at)}>
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows have no other name, and none moves.
          <tr key={at} className={hasTotal && at === 0 ? 'message-total' : undefined}>
            {row.map((cell, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: as the rows.
              <td key={place} className={sideOf(place)}>
                {cell}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
      {note !== '' && (
        <tfoot>
          <tr>
            <td colSpan={columns.length}>{note}</td>
          </tr>
        </tfoot>
      )}
    </SmallTable>
  )
}
