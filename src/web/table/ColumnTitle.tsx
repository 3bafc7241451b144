// A header's inside: a type badge, the name, its unit muted, the sort mark in the accent, the button of its menu.
import { CaretDown, CaretUp, ChevronDown } from '@blueprintjs/icons'
import type { TableColumn } from './types.ts'

interface Props {
  column: TableColumn
  place: number
  /** Shows a button that opens the column's menu; the right mouse button and the menu key open it too. */
  hasMenu: boolean
  /** Shows a mark that tells what the column means. */
  hasHelp: boolean
}

export function ColumnTitle({ column, place, hasMenu, hasHelp }: Props) {
  return (
    <span
      className={`data-table-title${column.minor ? ' data-table-minor' : ''}`}
      data-place={place}
      title={column.fullTitle}
    >
      {column.badge && <span className="data-table-badge">{column.badge}</span>}
      <span className="data-table-name">{column.title}</span>
      {column.unit && <span className="data-table-unit">{column.unit}</span>}
      {column.sorted && (
        <span className="data-table-sort">
          {column.sorted === 'asc' ? <CaretUp size={14} /> : <CaretDown size={14} />}
        </span>
      )}
      {hasHelp && (
        <span className="data-table-help" aria-hidden="true" title={`「${column.title}」是什么`}>
          ?
        </span>
      )}
      {hasMenu && (
        <span className="data-table-menu-button" aria-hidden="true">
          <ChevronDown size={12} />
        </span>
      )}
    </span>
  )
}
