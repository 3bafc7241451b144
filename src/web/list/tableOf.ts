// A list's rows for the table: columns, cells, texts, classes.
import { emptyText } from '#shared/nothing.ts'
import type { CellValue, TableColumn } from '../table/types.ts'
import { textOf, valueText } from './cellText.ts'
import type { ListColumn, ListDeclaration, RowsInOrder } from './types.ts'

interface ListOrder {
  sort: string
  desc: boolean
}

export function tableColumns<Row>(list: ListDeclaration<Row>, { sort, desc }: ListOrder): TableColumn[] {
  return list.columns.map((column, at) => {
    const isNumber = column.kind === 'number'
    return {
      key: column.key,
      title: column.title,
      unit: column.unit ?? '',
      align: isNumber ? 'right' : 'left',
      format: (value) => valueText(column, value) || emptyText,
      copy: (value) => (isNumber ? String(value ?? '') : valueText(column, value)),
      numeric: isNumber,
      ...(column.key === sort && { sorted: desc ? ('desc' as const) : ('asc' as const) }),
      ...(at === 0 && { frozen: true }),
      ...(column.width !== undefined && { width: column.width }),
      // The dot before its word.
      ...(column.kind === 'badge' && { extraWidth: 14 }),
    }
  })
}

export const isSortable = <Row>(list: ListDeclaration<Row>, column: ListColumn<Row>): boolean =>
  column.sortable ?? list.source.kind === 'whole'

/** Read by row and column index. */
export function tableCells<Row>(columns: readonly ListColumn<Row>[], rows: RowsInOrder<Row>) {
  const cellAt = (row: number, column: number): CellValue => {
    const [found, by] = [rows.at(row), columns[column]]
    return found === undefined || by === undefined ? null : by.value(found)
  }
  const textAt = (row: number, column: number): string | undefined => {
    const [found, by] = [rows.at(row), columns[column]]
    // A row that is still loading lacks nothing.
    if (found === undefined) return ''
    return by?.text && (textOf(by, found) || emptyText)
  }
  const cellClass = (row: number, column: number): string | undefined => {
    const [found, by] = [rows.at(row), columns[column]]
    if (found === undefined || by === undefined) return undefined
    return classOf(by, found)
  }
  return { cellAt, textAt, cellClass }
}

function classOf<Row>(column: ListColumn<Row>, row: Row): string | undefined {
  if (textOf(column, row) === '') return 'list-tone-muted'
  const { kind = 'text', tone } = column
  const shade = tone?.(row)
  const kinds = kind === 'badge' || kind === 'code' || kind === 'time' ? `list-cell-${kind}` : ''
  return [kinds, shade && `list-tone-${shade}`].filter(Boolean).join(' ') || undefined
}
