// Copies the selection, or without one the whole result, in one of the formats.

import { showMessage } from '#web/shell/message.ts'
import { inChunks } from '#web/table/chunks.ts'
import { focusedTable } from '#web/table/focusedTable.ts'
import { writeClipboard } from '#web/table/selection/clipboard.ts'
import { type GridRange, rangeOf } from '#web/table/selection/selection.ts'
import { mostCopiedCells, mostCopiedCharacters, mostFetchedCells } from '#web/table/selection/tsv.ts'
import type { TableModel } from '#web/table/TableModel.ts'
import type { CellValue, RowPiece } from '#web/table/types.ts'
import type { ResultColumn, Run } from '#features/code/contract.ts'
import { useShownResult } from '../shown.ts'
import { type CopyFormat, type RowWriter, rowWriter } from './formats.ts'

const grouped = (count: number) => count.toLocaleString('en-US')

/** Why a copy fails; shown to the reader as it is. */
class CopyRefused extends Error {}

let copying: AbortController | null = null

export async function copyResult(run: Run, format: CopyFormat): Promise<void> {
  const model = focusedTable()?.model
  if (!model?.props.remote || model.size.columns === 0) {
    showMessage({ message: '请先显示结果的表格，再复制', intent: 'warning' })
    return
  }
  copying?.abort()
  const asked = new AbortController()
  copying = asked
  const range = rangeToCopy(model, format)
  const text = textOf(run, model, range, format, asked.signal)
  try {
    await writeClipboard(text)
    const rows = range.lastRow - range.firstRow + 1
    const what = format === 'in' ? ' 的值，作为 IN 列表' : ''
    showMessage({ message: `已复制 ${grouped(rows)} 行${what}`, intent: 'success' })
  } catch (problem) {
    if (asked.signal.aborted) return
    const reason = await text.then(
      () => problem,
      (failure: unknown) => failure,
    )
    const refused = reason instanceof CopyRefused
    showMessage({
      message: refused ? reason.message : '复制失败',
      detail: refused ? '请缩小选区，或者改用导出' : reason instanceof Error ? reason.message : undefined,
      intent: refused ? 'warning' : 'danger',
    })
  } finally {
    if (copying === asked) useShownResult.setState({ work: null })
  }
}

/** Without a range the whole result; as a list, the active cell's column. */
function rangeToCopy(model: TableModel, format: CopyFormat): GridRange {
  const { selection, size } = model
  const range = selection && rangeOf(selection)
  const isRange = range && (range.firstRow !== range.lastRow || range.firstColumn !== range.lastColumn)
  if (isRange) return range
  const rows = { firstRow: 0, lastRow: size.rows - 1 }
  const only = selection?.active.column ?? 0
  if (format === 'in') return { ...rows, firstColumn: only, lastColumn: only }
  return { ...rows, firstColumn: 0, lastColumn: size.columns - 1 }
}

async function textOf(
  run: Run,
  model: TableModel,
  range: GridRange,
  format: CopyFormat,
  signal: AbortSignal,
): Promise<string> {
  const rows = range.lastRow - range.firstRow + 1
  const places = model.layout.order.slice(range.firstColumn, range.lastColumn + 1)
  const most = model.areLoaded(range.firstRow, range.lastRow) ? mostCopiedCells : mostFetchedCells
  if (rows * places.length > most) throw new CopyRefused(`选中的内容太多，最多复制 ${grouped(most)} 个单元格`)
  const columns = places.flatMap((place): ResultColumn[] => {
    const key = model.props.columns[place]?.key
    return run.columns.filter((column) => column.key === key)
  })
  const writer = rowWriter(format, columns, run.title || '结果')
  const parts = [writer.head]
  let written = 0
  let characters = 0
  for await (const piece of piecesOf(model, range, signal)) {
    const write = (offset: number) => {
      const part = writeRow(writer, piece, piece.firstRow + offset, places, written++)
      characters += part.length
      if (characters <= mostCopiedCharacters) parts.push(part)
    }
    if (!(await inChunks(piece.endRow - piece.firstRow, write, signal))) throw signal.reason
    if (characters > mostCopiedCharacters) throw new CopyRefused('选中的文字太长，剪贴板放不下')
    useShownResult.setState({
      work: {
        text: `正在复制 ${grouped(written)} / ${grouped(rows)} 行`,
        cancel: () => copying?.abort(new CopyRefused('复制已取消')),
      },
    })
  }
  parts.push(writer.tail(written))
  return parts.join('')
}

function writeRow(
  writer: RowWriter,
  piece: RowPiece,
  row: number,
  places: readonly number[],
  index: number,
): string {
  const cells = places.map((place): CellValue => piece.cellAt(row, place))
  return writer.row(cells, index)
}

function piecesOf(model: TableModel, range: GridRange, signal: AbortSignal): AsyncIterable<RowPiece> {
  const { remote } = model.props
  if (!remote) throw new CopyRefused('没有可复制的行')
  return remote.pieces(range.firstRow, range.lastRow + 1, signal)
}
