// The content of a column header: a type badge, the name, the muted unit, the sort mark in the accent colour, the menu
// button.
import { CaretDown, CaretUp, ChevronDown } from '@blueprintjs/icons'
import { DayText } from './days/DayText.tsx'
import type { TableColumn } from './types.ts'

interface Props {
  column: TableColumn
  /** The column to the left. */
  before?: TableColumn | undefined
  place: number
  /** Shows a button that opens the column's menu; right click and the menu key open it too. */
  hasMenu: boolean
  /** Shows a mark that explains the column. */
  hasHelp: boolean
}

/**
 * Lines above the titles of grouped columns: full for a group's first column, muted for the others, since the first may
 * be scrolled out of view.
 */
function OverLines({ column, before }: Pick<Props, 'column' | 'before'>) {
  const { over = [] } = column
  let again = true
  return over.map((text, line) => {
    again = again && before?.over?.[line] === text
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: a line is its place.
      <span key={line} className={`data-table-over ${again ? 'data-table-over-again' : ''}`} title={text}>
        <DayText text={text} mark={column.marks?.[line]} />
      </span>
    )
  })
}

export function ColumnTitle({ before, ...rest }: Props) {
  const { column } = rest
  const title = <TitleLine {...rest} />
  if (!column.over) return title
  return (
    <span className="data-table-lines">
      <OverLines column={column} before={before} />
      {title}
    </span>
  )
}

/** Such a title may be cut. */
const longTitle = 16

function TitleLine({ column, place, hasMenu, hasHelp }: Omit<Props, 'before'>) {
  return (
    <span
      className={`data-table-title${column.minor ? ' data-table-minor' : ''}`}
      data-place={place}
      title={column.fullTitle ?? (column.title.length > longTitle ? column.title : undefined)}
    >
      {column.badge && <span className="data-table-badge">{column.badge}</span>}
      <span className="data-table-name">
        <DayText text={column.title} mark={column.marks?.[column.over?.length ?? 0]} />
      </span>
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
