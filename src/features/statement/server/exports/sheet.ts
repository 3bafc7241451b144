// Writes a report's rows to an .xls file, within a spreadsheet's limits.

import { placeInResult } from '#semantic/model/shown/bases.ts'
import type { ReportColumn, RowMark } from '#semantic/model/types.ts'
import type { Deps } from '#server/deps.ts'
import { exportCells, exportFolder, writeXls, type XlsFile } from '#server/files/xls.ts'
import type { ColumnChunk } from '#server/warehouse/types.ts'
import { AppError } from '#shared/errors.ts'
import { readLabels } from '#features/dictionary/server/index.ts'
import { nameMarkedRows } from '../marks.ts'
import type { Cell } from '../resultText.ts'
import { type ExportFlags, isOn, sheetColumn } from './columns.ts'
import { totalRow } from './rows.ts'

export const mostRows = 1_000_000

export interface SheetPlan {
  name: string
  /** Columns of the result, and its mark columns after them. */
  columns: ReportColumn[]
  marks: RowMark[]
  /** Keys of the figures after the marks. */
  bases: readonly string[]
  /** Column of the dimension with top values; null without one. */
  topKey: string | null
  /** Columns of the file, in order. */
  chosen: ReportColumn[]
  flags: ExportFlags
  /** What is told of its days, under the table. */
  notes: readonly string[]
  /** Trace code: the file shows whose it is. */
  trace: string
  signal: AbortSignal
}

/** `rows` yields the total, or null, before the rows. */
export async function writeSheet(
  deps: Deps,
  plan: SheetPlan,
  rows: { total: Cell[] | null; chunks: AsyncIterable<ColumnChunk> | Iterable<ColumnChunk> },
): Promise<XlsFile> {
  const { chosen } = plan
  const places = chosen.map(({ key }) => placeInResult(plan, key))
  async function* picked() {
    for await (const chunk of rows.chunks) {
      const named = plan.marks.length === 0 ? chunk : nameMarkedRows(plan, chunk)
      yield { rowCount: named.rowCount, columns: places.map((place) => named.columns[place] ?? '[]') }
    }
  }
  const { total } = rows
  const labels = await readLabels(
    deps.metadata.db,
    chosen.flatMap(({ dictId }) => dictId ?? []),
  )
  return writeXls({
    folder: exportFolder(deps.settings.dataDir),
    sheetName: plan.name,
    columns: chosen.map((column) => sheetColumn(column, labels)),
    chunks: picked(),
    summary:
      isOn(plan.flags.showBottom) && total
        ? totalRow(
            chosen,
            places.map((place) => total[place] ?? null),
          )
        : null,
    notes: plan.notes,
    trace: plan.trace,
    signal: plan.signal,
  })
}

export const tooLarge = () =>
  new AppError(
    'export_too_large',
    `导出超过 ${mostRows / 10_000} 万行或 ${exportCells / 10_000} 万个单元格，请缩小日期范围、减少维度或指标`,
  )
