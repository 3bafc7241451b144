// The table of an embedded report as plain HTML: at most a few thousand rows, readable in any browser,
// printed completely.
import { useMemo } from 'react'
import { doubtedMark, restatedMark } from '#semantic/model/shown/dataMarks.ts'
import type { CellValue, TableRowMark } from '#web/table/types.ts'
import type { ReportTableModel } from '../report/table/reportTableModel.ts'

export interface TableSort {
  column: number
  desc: boolean
}

interface Props {
  model: ReportTableModel
  /** Rows with subtotals before them are not sorted. */
  isTree: boolean
  label: string
  sort: TableSort | null
  onSort: (sort: TableSort | null) => void
  /** A click on a row, by its index in the model. */
  onRow?: (row: number) => void
}

export function EmbedTable({ model, isTree, label, sort, onSort, onRow }: Props) {
  const { columns, summary } = model
  const rows = useMemo(() => sortedRows(model, isTree ? null : sort), [model, isTree, sort])
  const next = (column: number): TableSort | null => {
    if (sort?.column !== column) return { column, desc: true }
    return sort.desc ? { column, desc: false } : null
  }
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys.
    <section className="embed-scroll" tabIndex={0} aria-label={label}>
      <table className="embed-table">
        <thead>
          <tr>
            {columns.map(({ key, title, fullTitle, unit, align, minor, paired }, column) => {
              const order = sort?.column === column ? (sort.desc ? 'descending' : 'ascending') : undefined
              return (
                <th
                  key={key}
                  scope="col"
                  data-align={align}
                  data-minor={minor}
                  data-paired={paired}
                  aria-sort={order}
                >
                  <button
                    type="button"
                    disabled={isTree}
                    aria-label={[fullTitle ?? title, unit].filter(Boolean).join(' ')}
                    onClick={() => onSort(next(column))}
                  >
                    {title}
                    {unit && <small> {unit}</small>}
                    {order && <i aria-hidden="true">{order === 'descending' ? '▼' : '▲'}</i>}
                  </button>
                </th>
              )
            })}
          </tr>
        </thead>
        <tbody>
          {summary && (
            <tr className="embed-total">
              {columns.map(({ key, align, paired }, column) => (
                <td key={key} data-align={align} data-paired={paired} className={model.cellClass(-1, column)}>
                  {summary[column]}
                </td>
              ))}
            </tr>
          )}
          {rows.map((row) => (
            <Row key={row} model={model} row={row} onRow={onRow} />
          ))}
        </tbody>
      </table>
    </section>
  )
}

interface RowProps {
  model: ReportTableModel
  row: number
  onRow: Props['onRow']
}

function Row({ model, row, onRow }: RowProps) {
  const { columns, cellAt, textAt, cellClass, levelOf } = model
  const mark = model.rowMark?.(row)
  return (
    <tr
      onClick={onRow && (() => onRow(row))}
      data-tint={mark?.tint || undefined}
      data-unfinished={mark?.unfinished || undefined}
      data-subtotal={mark?.subtotal || undefined}
    >
      {columns.map((column, at) => (
        <td
          key={column.key}
          data-align={column.align}
          data-paired={column.paired}
          data-unfinished={mark?.unfinishedKeys?.includes(column.key) || undefined}
          className={cellClass(row, at)}
          style={
            at === 0 && mark?.subtotal === undefined && levelOf(row) > 1 && isIndented(model)
              ? indent
              : undefined
          }
        >
          {textAt?.(row, at) ?? column.format(cellAt(row, at))}
          {at === (mark?.markedColumn ?? 0) && mark?.weekday && (
            <span className="embed-weekday">{mark.weekday}</span>
          )}
          {at === (mark?.markedColumn ?? 0) && mark?.holiday && (
            <span className="embed-holiday" data-mark={mark.holiday}>
              {mark.holiday}
            </span>
          )}
          {at === (mark?.markedColumn ?? 0) && <DayNotes mark={mark} />}
        </td>
      ))}
    </tr>
  )
}

/** The only hint that a page without a session gives. */
function DayNotes({ mark }: { mark: TableRowMark | undefined }) {
  return (
    <>
      {mark?.restated && (
        <abbr className="embed-marked" title="这一天过完、数据到齐之后，又有载入改了数">
          {restatedMark}
        </abbr>
      )}
      {mark?.doubted && (
        <abbr className="embed-marked" title="这一天的数据没有通过校验">
          {doubtedMark}
        </abbr>
      )}
    </>
  )
}

const indent = { paddingLeft: 28 }
/** Only where there are subtotals above. */
const isIndented = ({ textAt, levelOf, rowCount }: ReportTableModel): boolean =>
  textAt !== undefined && rowCount > 0 && levelOf(0) < levelOf(rowCount - 1)

function sortedRows({ rowCount, cellAt, isOther }: ReportTableModel, sort: TableSort | null): number[] {
  const rows = Array.from({ length: rowCount }, (_, row) => row)
  if (!sort) return rows
  const direction = sort.desc ? -1 : 1
  return rows.sort((one, other) => {
    // The rest and empty values stay last.
    if (isOther(one) !== isOther(other)) return isOther(one) ? 1 : -1
    const [a, b] = [cellAt(one, sort.column), cellAt(other, sort.column)]
    if (a === null || b === null) return a === b ? 0 : a === null ? 1 : -1
    return compared(a, b) * direction
  })
}

function compared(one: NonNullable<CellValue>, other: NonNullable<CellValue>): number {
  const [a, b] = [Number(one), Number(other)]
  if (Number.isFinite(a) && Number.isFinite(b)) return a - b
  return String(one).localeCompare(String(other), 'zh-CN')
}
