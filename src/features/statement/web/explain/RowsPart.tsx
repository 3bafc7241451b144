// The fact rows behind a figure, and the counted players: a sample of each, and the statement that lists
// them.
import { useMemo, useState } from 'react'
import { useSettings } from '#web/shell/settings.ts'
import { DataTable } from '#web/table/DataTable.tsx'
import { useDayRows } from '#web/table/days/dayMarks.ts'
import type { CellValue, TableColumn } from '#web/table/types.ts'
import { TabList } from '#web/ui/TabList.tsx'
import { valueText } from '../formats.ts'
import type { CellAnswer } from './FormulaPart.tsx'
import { SqlActions } from './SqlPart.tsx'

type FactRows = NonNullable<CellAnswer['rows']>[number]

interface Props {
  rows: CellAnswer['rows']
  name: string
  height: number
  onLeave: () => void
}

export function RowsPart({ rows, name, height, onLeave }: Props) {
  const [chosen, setChosen] = useState(0)
  if (rows === null) {
    return (
      <p className="explain-none">
        没有查看明细行的权限。这里只显示汇总后的数字；需要明细时请联系管理员开通 SQL 查询。
      </p>
    )
  }
  const fact = rows[chosen] ?? rows[0]
  if (!fact) return <p className="explain-none">这个数字没有对应的数据行。</p>
  const unit = fact.table === '' ? '人' : '行'
  return (
    <div className="explain-rows">
      {rows.length > 1 && (
        <TabList
          label="明细"
          tabs={rows.map(({ title, total }, index) => ({
            id: index,
            title: `${title} ${total.toLocaleString('en-US')}`,
          }))}
          selected={rows.indexOf(fact)}
          onSelect={setChosen}
        />
      )}
      <div className="explain-table" style={{ height }}>
        <Rows key={fact.sql} fact={fact} />
      </div>
      <div className="explain-rows-foot">
        <span>
          {fact.table} 共 {fact.total.toLocaleString('en-US')} {unit}
          {fact.rowCount < fact.total && `，这里是前 ${fact.rowCount.toLocaleString('en-US')} ${unit}`}
        </span>
        {fact.sql && (
          <SqlActions
            sql={fact.sql}
            name={`${name} ${rows.length > 1 ? fact.title : '明细'}`}
            onLeave={onLeave}
          />
        )}
      </div>
    </div>
  )
}

const numeric = /int|decimal|double|float|numeric|real|hugeint/i

function Rows({ fact }: { fact: FactRows }) {
  const { maxColumnWords } = useSettings()
  const columns = useMemo(
    () =>
      fact.columns.map(({ name, comment, type }): TableColumn => {
        const isNumber = numeric.test(type)
        return {
          key: name,
          title: comment || name,
          // Columns of player lists are not the warehouse's.
          unit: comment && fact.table ? name : '',
          align: isNumber ? 'right' : 'left',
          format: (value) => (value === null ? '–' : valueText(value)),
          numeric: isNumber,
        }
      }),
    [fact],
  )
  const cellAt = useMemo(
    () =>
      (row: number, column: number): CellValue =>
        fact.data[column]?.[row] ?? null,
    [fact],
  )
  const days = fact.columns.flatMap(({ type }, index) => (/^(date|timestamp)/i.test(type) ? [index] : []))
  const rowMark = useDayRows({ rowCount: fact.rowCount, cellAt, column: days })
  return (
    <DataTable
      columns={columns}
      rowCount={fact.rowCount}
      cellAt={cellAt}
      rowMark={rowMark}
      maxColumnWords={maxColumnWords}
      maxCellRows={1}
      label={fact.table === '' ? fact.title : `${fact.table} 的数据行`}
    />
  )
}

/** The tab's title, with the number of rows. */
export function rowsTitle(rows: CellAnswer['rows']): string {
  if (!rows || rows.length === 0) return '数据行'
  const players = rows.find(({ table }) => table === '')
  if (players) return `玩家与数据行 ${players.total.toLocaleString('en-US')} 人`
  return `数据行 ${rows.reduce((sum, { total }) => sum + total, 0).toLocaleString('en-US')}`
}
