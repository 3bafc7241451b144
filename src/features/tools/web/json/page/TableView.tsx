// An array of objects in the shared table.

import { Button } from '@blueprintjs/core'
import { useEffect, useMemo, useState } from 'react'
import { csvText } from '#shared/csvText.ts'
import { exportFileName } from '#shared/exportName.ts'
import { saveBlob } from '#web/api/fileName.ts'
import { installation } from '#web/shell/installation.ts'
import { useSettings } from '#web/shell/settings.ts'
import { DataTable } from '#web/table/DataTable.tsx'
import type { TableColumn } from '#web/table/types.ts'
import type { JsonTable } from '../engine/table.ts'
import { jsonWorker, tried, useJson } from './store.ts'
import { countText } from './words.ts'

export function TableView() {
  const { cursor, turn, detail } = useJson()
  const [table, setTable] = useState<JsonTable | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a turn means other rows.
  useEffect(() => {
    void tried(async () => setTable(await jsonWorker.askText('table', cursor)))
  }, [cursor, turn])
  if (!table) return <p className="json-waiting">正在读取…</p>
  return <Shown table={table} path={detail?.path ?? ''} />
}

const columnOf = (title: string, isNumeric: boolean): TableColumn => ({
  key: title,
  title,
  unit: '',
  align: isNumeric ? 'right' : 'left',
  format: (value) => (value === null ? '–' : String(value)),
  copy: (value) => String(value ?? ''),
  numeric: false,
})

function Shown({ table, path }: { table: JsonTable; path: string }) {
  const { maxColumnWords } = useSettings()
  const { columns: titles, cells, numeric, rows, ofRows, isCut } = table
  const columns = useMemo(
    () => titles.map((title, at) => columnOf(title, numeric[at] === true)),
    [titles, numeric],
  )
  const cellAt = useMemo(() => (row: number, column: number) => cells[column]?.[row] ?? null, [cells])
  return (
    <>
      <div className="json-tools">
        <code>{path}</code>
        <span className="tools-muted">
          {countText(rows)} 行 × {countText(titles.length)} 列
          {isCut && `（共 ${countText(ofRows)} 行，只显示一部分）`}
        </span>
        <Button
          size="small"
          text="导出 csv"
          onClick={() =>
            saveBlob(csvOf(table), exportFileName('JSON 表格', new Date(), installation().zone, 'csv'))
          }
        />
      </div>
      <div className="json-table">
        <DataTable
          columns={columns}
          rowCount={rows}
          cellAt={cellAt}
          rowNumbers
          maxColumnWords={maxColumnWords}
          maxCellRows={1}
          label={`${path} 的表格`}
          dataKey={`${path} ${rows}`}
        />
      </div>
    </>
  )
}

const cellOf = (text: string | null | undefined): string => (text == null ? '' : csvText(text))

/** With a byte order mark, so that spreadsheets read it as UTF-8. */
function csvOf({ columns, cells, rows }: JsonTable): Blob {
  const lines = [columns.map(csvText).join(',')]
  for (let row = 0; row < rows; row++) lines.push(cells.map((column) => cellOf(column[row])).join(','))
  return new Blob([`\uFEFF${lines.join('\r\n')}\r\n`], { type: 'text/csv' })
}
