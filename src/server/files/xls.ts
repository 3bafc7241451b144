// Exports to .xls: rows go to a child process that writes the file.
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { AppError } from '#shared/errors.ts'
import type { ColumnChunk } from '../warehouse/types.ts'
import { sheetColumns } from './records.ts'
import type { WorkbookCell, WorkbookColumn } from './workbook.ts'
import { writeByProcess, type XlsFile } from './xlsProcess.ts'

export type { XlsFile } from './xlsProcess.ts'

/** Larger files are useless in a spreadsheet and take gigabytes of memory to write. */
export const exportCells = 10_000_000
export const tooManyCells = `导出超过 ${exportCells / 10_000} 万个单元格，请缩小日期范围、减少维度或指标`

export interface XlsRequest {
  /** The installation's export folder; created when missing. */
  folder: string
  sheetName: string
  columns: WorkbookColumn[]
  /** Rows in order; each text a JSON array. */
  chunks: AsyncIterable<ColumnChunk> | Iterable<ColumnChunk>
  summary: WorkbookCell[] | null
  /** Lines under the table. */
  notes?: readonly string[]
  /** Trace code. */
  trace?: string
  signal?: AbortSignal
}

const child = fileURLToPath(new URL('./xlsChild.ts', import.meta.url))

/** Throws AppError: export_too_large, query_canceled, storage_full, internal. */
export async function writeXls(request: XlsRequest): Promise<XlsFile> {
  const { folder, sheetName, columns, chunks, summary, notes, trace, signal } = request
  if (columns.length > sheetColumns) {
    throw new AppError(
      'export_too_large',
      `导出最多 ${sheetColumns} 列，当前 ${columns.length} 列，请减少指标`,
    )
  }
  async function* lines() {
    let cells = 0
    for await (const chunk of chunks) {
      cells += chunk.rowCount * columns.length
      if (cells > exportCells) throw new AppError('export_too_large', tooManyCells)
      yield `{"rowCount":${chunk.rowCount},"columns":[${chunk.columns.join(',')}]}`
    }
  }
  return writeByProcess({
    folder,
    program: child,
    head: { sheetName, columns, summary, notes, trace },
    lines: lines(),
    signal,
  })
}

/** The installation's export folder. Report exports do not outlive the server that wrote them. */
export const exportFolder = (dataDir: string): string => join(dataDir, 'exports')

/** Removes the files of a killed server. */
export async function clearExports(dataDir: string): Promise<void> {
  const folder = exportFolder(dataDir)
  const left = await readdir(folder).catch(() => [])
  const broken = left.filter((name) => name.endsWith('.xls') || name.endsWith('.part'))
  await Promise.all(broken.map((name) => rm(join(folder, name), { force: true })))
}
