// Exports the shown rows of a list to a file, in column order. Texts stay texts, whatever they look like.

import { csvText } from '#shared/csvText.ts'
import { exportFileName } from '#shared/exportName.ts'
import { failureOf } from '../api/callError.ts'
import { saveBlob } from '../api/fileName.ts'
import { installation } from '../shell/installation.ts'
import { showMessage } from '../shell/message.ts'
import { textOf } from './cellText.ts'
import type { List } from './defineList.ts'
import type { ListColumn, RowsInOrder } from './types.ts'

/** The browser's limit; larger data is exported by reports and queries. */
const mostRows = 200_000

type Cell = string | number | null

export async function exportList<Row extends object>(
  list: List<Row>,
  rows: RowsInOrder<Row>,
  format: 'xlsx' | 'csv',
): Promise<void> {
  const { columns, title, noun } = list.declaration
  if (rows.count === 0) return void showMessage({ message: `没有可以导出的${noun}` })
  if (rows.count > mostRows) {
    const most = mostRows.toLocaleString('en-US')
    return void showMessage({ message: `最多导出 ${most} 行，请先筛选`, intent: 'warning' })
  }
  try {
    const cells = (await allRows(list, rows)).map((row) => columns.map((column) => cellOf(column, row)))
    const heads = columns.map((column) => (column.unit ? `${column.title}(${column.unit})` : column.title))
    const blob = format === 'csv' ? csvOf(heads, cells) : await sheetOf(title, heads, cells)
    saveBlob(blob, exportFileName(title, new Date(), installation().zone, format))
    showMessage({ message: `已导出 ${cells.length.toLocaleString('en-US')} 行`, intent: 'success' })
  } catch (error) {
    showMessage({ message: '导出失败', detail: failureOf(error).shown.message, intent: 'danger' })
  }
}

async function allRows<Row extends object>(list: List<Row>, rows: RowsInOrder<Row>): Promise<Row[]> {
  const found: Row[] = []
  if (list.pages) {
    for await (const row of list.pages.read(0, rows.count, new AbortController().signal)) found.push(row)
  } else for (let at = 0; at < rows.count; at++) found.push(rows.at(at) as Row)
  return found
}

/** Numbers stay numbers; everything else as displayed. */
function cellOf<Row>(column: ListColumn<Row>, row: Row): Cell {
  const value = column.value(row)
  if (typeof value === 'number' && column.kind === 'number' && !column.text) return value
  return value === null && !column.text ? null : textOf(column, row)
}

/** Without this mark Excel shows UTF-8 Chinese as garbage. */
const byteOrderMark = '\uFEFF'

function csvOf(heads: readonly string[], rows: readonly (readonly Cell[])[]): Blob {
  const lines = rows.map((row) =>
    row
      .map((cell) => (cell === null ? '' : typeof cell === 'number' ? String(cell) : csvText(cell)))
      .join(','),
  )
  const text = [heads.map(csvText).join(','), ...lines].join('\r\n')
  return new Blob([byteOrderMark, text, '\r\n'], { type: 'text/csv;charset=utf-8' })
}

async function sheetOf(
  title: string,
  heads: readonly string[],
  rows: readonly (readonly Cell[])[],
): Promise<Blob> {
  const { writeSheet } = await import('./sheet.ts')
  return writeSheet(title, heads, rows)
}
