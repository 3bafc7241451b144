// A kept result for reading: a plain table, of which only the visible rows are drawn.
import { Button } from '@blueprintjs/core'
import { Duplicate } from '@blueprintjs/icons'
import { type UIEvent, useMemo, useState } from 'react'
import type { ColumnLabels } from '#shared/sql/columnLabels.ts'
import { useSettings } from '#web/shell/settings.ts'
import { DayText, tintClass } from '#web/table/days/DayText.tsx'
import { dayMarkOf } from '#web/table/days/dayMarks.ts'
import type { TableRowMark } from '#web/table/types.ts'
import { copyText } from '#web/ui/copyText.ts'
import type { ResultCell, ResultColumn, Run } from '#features/code/contract.ts'
import { countText, fullTimeText } from '../lists/texts.ts'

const rowHeight = 24
const beyond = 20
/** Rows that the tallest window can show. */
const mostInSight = 100

const isFigure = ({ type }: ResultColumn): boolean => type === 'integer' || type === 'number'

export function ResultTable({ result, labels }: { result: Run; labels: ColumnLabels }) {
  const { columns, data, rowCount, endedAt } = result
  const names = useMemo(() => namesOf(labels), [labels])
  const given = data[0]?.length ?? 0
  const [top, setTop] = useState(0)
  const { showWeekday, highLightWeekend } = useSettings()
  // Readers with a link don't load the calendar: weekends are known without it.
  const look = { showWeekday, highLightWeekend, holidays: null }
  const days = columns.findIndex(({ type }) => type === 'date')
  const from = Math.max(0, Math.floor(top / rowHeight) - beyond)
  const to = Math.min(given, from + mostInSight + 2 * beyond)
  const rows = Array.from({ length: Math.max(0, to - from) }, (_, at) => from + at)
  const follow = (event: UIEvent) => {
    const next = event.currentTarget.scrollTop
    // Redrawn only when the drawn rows nearly end.
    if (Math.abs(next - top) >= (beyond / 2) * rowHeight || next === 0) setTop(next)
  }
  return (
    <section className="code-view-result" aria-label="结果">
      <div className="code-view-result-bar">
        <h2>最近一次结果</h2>
        <span>
          {given < rowCount
            ? `共 ${countText(rowCount)} 行，显示前 ${countText(given)} 行`
            : `${countText(rowCount)} 行`}
          {endedAt && `，运行于 ${fullTimeText(endedAt)}`}
        </span>
        <Button
          variant="minimal"
          size="small"
          icon={<Duplicate size={14} />}
          text="复制表格"
          onClick={() => void copyText(tableText(columns, data), `已复制 ${countText(given)} 行`)}
        />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys. */}
      <section className="code-view-table" aria-label="结果表格" tabIndex={0} onScroll={follow}>
        <table aria-rowcount={given + 1}>
          <thead>
            <tr>
              {columns.map((column) => (
                <th key={column.key} className={isFigure(column) ? 'figure' : ''} title={column.databaseType}>
                  {column.title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            <Gap height={from * rowHeight} width={columns.length} />
            {rows.map((row) => {
              const mark = days < 0 ? undefined : dayMarkOf(data[days]?.[row] ?? null, look)
              return (
                <tr key={row} aria-rowindex={row + 2} className={tintClass(mark)}>
                  {columns.map((column, at) => (
                    <Cell
                      key={column.key}
                      value={data[at]?.[row] ?? null}
                      column={column}
                      names={names.get(at)}
                      mark={at === days ? mark : undefined}
                    />
                  ))}
                </tr>
              )
            })}
            <Gap height={(given - to) * rowHeight} width={columns.length} />
          </tbody>
        </table>
        {given === 0 && <p className="code-view-none">结果没有数据行</p>}
      </section>
    </section>
  )
}

/** Space for the rows that are not drawn. */
function Gap({ height, width }: { height: number; width: number }) {
  if (height <= 0) return null
  return (
    <tr style={{ height }}>
      <td colSpan={width} />
    </tr>
  )
}

interface CellProps {
  mark: TableRowMark | undefined
  value: ResultCell
  column: ResultColumn
  names: ReadonlyMap<string, string> | undefined
}

function Cell({ value, column, names, mark }: CellProps) {
  if (value === null) return <td className="empty">–</td>
  const text = cellText(value)
  const name = names?.get(text)
  return (
    <td className={isFigure(column) ? 'figure' : ''} title={name ? `${text} ${name}` : text}>
      <DayText text={text} mark={mark} />
      {name && <span className="code-view-name">{name}</span>}
    </td>
  )
}

export const namesOf = (labels: ColumnLabels): ReadonlyMap<number, ReadonlyMap<string, string>> =>
  new Map(labels.map(({ column, names }) => [column, new Map(names.map(({ code, label }) => [code, label]))]))

const cellText = (value: ResultCell): string =>
  value === null ? '' : typeof value === 'boolean' ? (value ? '是' : '否') : String(value)

/** Tab-separated with titles, for spreadsheets. */
function tableText(columns: readonly ResultColumn[], data: readonly ResultCell[][]): string {
  const plain = (text: string) => (/["\t\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
  const head = columns.map(({ title }) => plain(title))
  const rows = Array.from({ length: data[0]?.length ?? 0 }, (_, row) =>
    data.map((column) => plain(cellText(column[row] ?? null))),
  )
  return [head, ...rows].map((cells) => cells.join('\t')).join('\n')
}
