// A header's inside: the name, its unit muted, the sort mark in the accent, a type badge.
import { CaretDown, CaretUp } from '@blueprintjs/icons'
import type { TableColumn } from './types.ts'

export function ColumnTitle({ column, place }: { column: TableColumn; place: number }) {
  return (
    <span className="data-table-title" data-place={place}>
      <span className="data-table-name">{column.title}</span>
      {column.unit && <span className="data-table-unit">{column.unit}</span>}
      {column.badge && <span className="data-table-badge">{column.badge}</span>}
      {column.sorted && (
        <span className="data-table-sort">
          {column.sorted === 'asc' ? <CaretUp size={14} /> : <CaretDown size={14} />}
        </span>
      )}
    </span>
  )
}
