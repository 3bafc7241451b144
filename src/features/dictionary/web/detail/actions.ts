// Implements the editor's commands on the current table and input.

import { callBlob, failureOf } from '#web/api/client.ts'
import { saveBlob } from '#web/api/fileName.ts'
import { byKey } from '#web/shell/keys/keySentence.ts'
import { showMessage } from '#web/shell/message.ts'
import { type GridRange, rangeOf } from '#web/table/selection/selection.ts'
import type { TableHandle } from '#web/table/types.ts'
import { exportDict, mostAttributes } from '#features/dictionary/contract.ts'
import type { CellInput } from '../sheet/CellInput.ts'
import { mostPastedCells, pasteCells } from '../sheet/pasting.ts'
import type { Sheet } from '../sheet/Sheet.ts'
import { readTsv } from '../sheet/tsv.ts'
import type { CellChange } from '../sheet/types.ts'

export interface Editor {
  sheet: Sheet
  table: TableHandle
  input: CellInput
}

let shown: Editor | null = null

export const shownEditor = (): Editor | null => shown

export function showEditor(editor: Editor): () => void {
  shown = editor
  return () => {
    if (shown === editor) shown = null
  }
}

export const onEditor = (act: (editor: Editor) => void) => (): void => {
  if (shown) act(shown)
}

export function writeCell({ sheet }: Pick<Editor, 'sheet'>, row: number, place: number, text: string): void {
  const column = sheet.columns[place]
  if (!column) return
  const at = { row, column: place }
  const one = sheet.rows[row]
  if (one) sheet.setCells([{ row: one, column: column.id, to: text.trim() }], at)
  else if (text.trim() !== '') {
    const cells: string[] = []
    cells[column.id] = text.trim()
    sheet.fill([], [Array.from(cells, (cell) => cell ?? '')], at)
  }
}

/** The current selection without the line for new rows. */
function selectedRange({ sheet, table }: Editor): GridRange | null {
  if (!table.selection) return null
  const range = rangeOf(table.selection)
  return { ...range, lastRow: Math.min(range.lastRow, sheet.rows.length - 1) }
}

export function clearCells(editor: Editor): void {
  const range = selectedRange(editor)
  if (!range) return
  const { sheet } = editor
  const columns = sheet.columns.slice(range.firstColumn, range.lastColumn + 1)
  const changes = sheet.rows
    .slice(range.firstRow, range.lastRow + 1)
    .flatMap((row) => columns.map(({ id }): CellChange => ({ row, column: id, to: '' })))
  sheet.setCells(changes, { row: range.firstRow, column: range.firstColumn })
}

export function deleteRows(editor: Editor): void {
  const range = selectedRange(editor)
  if (!range || range.lastRow < range.firstRow) return
  editor.sheet.removeRows(range.firstRow, range.lastRow)
  const count = range.lastRow - range.firstRow + 1
  showMessage({
    message: `已删除 ${count.toLocaleString('en-US')} 行，保存后生效`,
    action: { text: '撤销', onClick: () => editor.sheet.undo() },
  })
}

export function goToNewRow({ sheet, table, input }: Editor): void {
  input.commit()
  table.selectCell({ row: sheet.rows.length, column: 0 })
  input.focus()
}

export function pasteText(editor: Editor, text: string): void {
  const { selection } = editor.table
  if (!selection) return
  const { rows, isCut } = readTsv(text, mostPastedCells)
  const range = rangeOf(selection)
  const spot = {
    row: range.firstRow,
    column: range.firstColumn,
    lastRow: range.lastRow,
    lastColumn: range.lastColumn,
  }
  const pasted = isCut
    ? { refused: '粘贴的内容太多', detail: `一次最多 ${mostPastedCells.toLocaleString('en-US')} 个单元格` }
    : pasteCells(editor.sheet, rows, spot)
  if ('refused' in pasted)
    return void showMessage({ message: pasted.refused, detail: pasted.detail, intent: 'warning' })
  const head = { row: spot.row + pasted.rows - 1, column: spot.column + pasted.columns - 1 }
  editor.table.select({ active: { row: spot.row, column: spot.column }, head })
  const { count } = editor.sheet.problems
  showMessage({
    message: pasted.told,
    ...(count > 0 && {
      detail: `有 ${count.toLocaleString('en-US')} 行有误，${byKey('dictionary.nextProblem')}逐处查看`,
    }),
    intent: count > 0 ? 'warning' : 'success',
  })
}

export function goToProblem({ sheet, table, input }: Editor): void {
  input.commit()
  const next = sheet.nextProblem(table.selection?.active.row ?? -1)
  if (!next) return void showMessage({ message: '没有有误的行', intent: 'success' })
  table.selectCell(next)
  input.focus()
}

export function takeStep({ sheet, input }: Editor, way: 'undo' | 'redo'): void {
  input.commit()
  if (!sheet[way]()) showMessage({ message: way === 'undo' ? '没有可以撤销的修改' : '没有可以重做的修改' })
}

export function mayAddColumn({ columns }: Sheet): boolean {
  if (columns.length < mostAttributes) return true
  showMessage({ message: `一个字典最多 ${mostAttributes} 列`, intent: 'warning' })
  return false
}

export async function exportSheet(id: number): Promise<void> {
  try {
    const { blob, fileName } = await callBlob(exportDict, { params: { id }, body: {} }, { quiet: true })
    saveBlob(blob, fileName)
    showMessage({ message: '已导出', intent: 'success' })
  } catch (error) {
    showMessage({ message: '导出失败', detail: failureOf(error).shown.message, intent: 'danger' })
  }
}
