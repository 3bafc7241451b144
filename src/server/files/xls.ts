// Exports to .xls: hands rows to a child process that writes the file, one or two at a time.
import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { AppError } from '../../shared/errors.ts'
import type { ColumnChunk } from '../warehouse/types.ts'
import { cellCharacters, sheetColumns } from './records.ts'
import type { WorkbookCell, WorkbookColumn } from './workbook.ts'

/** Beyond it a file is of no use to a spreadsheet, and costs gigabytes to write. */
export const exportCells = 10_000_000
export { cellCharacters, sheetColumns }

export interface XlsRequest {
  /** Folder of this installation's exports; made when missing. */
  folder: string
  sheetName: string
  columns: WorkbookColumn[]
  /** Rows in order; each text a JSON array. */
  chunks: AsyncIterable<ColumnChunk> | Iterable<ColumnChunk>
  summary: WorkbookCell[] | null
  /** Trace code. */
  trace?: string
  signal?: AbortSignal
}

export interface XlsFile {
  path: string
  size: number
  /** Removes the file. */
  dispose(): Promise<void>
}

const child = fileURLToPath(new URL('./xlsChild.ts', import.meta.url))
const atOnce = 2
const waiting: (() => void)[] = []
let running = 0

async function takeTurn(): Promise<void> {
  if (running < atOnce) {
    running++
    return
  }
  await new Promise<void>((resolve) => waiting.push(resolve))
}

function endTurn(): void {
  const next = waiting.shift()
  if (next) next()
  else running--
}

/** Throws AppError: export_too_large, query_canceled, storage_full, internal. */
export async function writeXls(request: XlsRequest): Promise<XlsFile> {
  if (request.columns.length > sheetColumns) {
    throw new AppError(
      'export_too_large',
      `导出最多 ${sheetColumns} 列，当前 ${request.columns.length} 列，请减少指标`,
    )
  }
  await takeTurn()
  try {
    return await writeInChild(request)
  } finally {
    endTurn()
  }
}

/** Where an installation's exports are written. Those of reports do not outlive the server that wrote them. */
export const exportFolder = (dataDir: string): string => join(dataDir, 'exports')

/** Removes what a killed server left behind. */
export async function clearExports(dataDir: string): Promise<void> {
  const folder = exportFolder(dataDir)
  const left = await readdir(folder).catch(() => [])
  const broken = left.filter((name) => name.endsWith('.xls') || name.endsWith('.part'))
  await Promise.all(broken.map((name) => rm(join(folder, name), { force: true })))
}

async function writeInChild({
  folder,
  sheetName,
  columns,
  chunks,
  summary,
  trace,
  signal,
}: XlsRequest): Promise<XlsFile> {
  await mkdir(folder, { recursive: true })
  const path = join(folder, `${randomUUID()}.xls`)
  const writer = spawn(process.execPath, ['--max-old-space-size=2048', child], {
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  const ended = once(writer, 'exit')
  const stop = () => writer.kill('SIGKILL')
  signal?.addEventListener('abort', stop)
  let reply = ''
  let complaint = ''
  writer.stdout.setEncoding('utf8').on('data', (text: string) => (reply += text))
  writer.stderr
    .setEncoding('utf8')
    .on('data', (text: string) => (complaint = (complaint + text).slice(-4000)))
  // A child that dies early is told by its exit; the broken pipe that follows says nothing more.
  writer.stdin.on('error', () => undefined)
  const send = async (line: string) => {
    if (!writer.stdin.write(`${line}\n`)) await Promise.race([once(writer.stdin, 'drain'), ended])
  }
  try {
    await send(JSON.stringify({ path, sheetName, columns, summary, trace }))
    let cells = 0
    for await (const chunk of chunks) {
      cells += chunk.rowCount * columns.length
      if (cells > exportCells) throw new AppError('export_too_large', tooLarge)
      if (signal?.aborted || writer.exitCode !== null) break
      await send(`{"rowCount":${chunk.rowCount},"columns":[${chunk.columns.join(',')}]}`)
    }
    writer.stdin.end('{"end":true}\n')
    const [code] = await ended
    if (signal?.aborted) throw new AppError('query_canceled')
    if (code !== 0) throw failure(complaint)
    return {
      path,
      size: (JSON.parse(reply) as { size: number }).size,
      dispose: () => rm(path, { force: true }),
    }
  } catch (error) {
    stop()
    await ended
    await Promise.all([rm(path, { force: true }), rm(`${path}.part`, { force: true })])
    throw error
  } finally {
    signal?.removeEventListener('abort', stop)
  }
}

const tooLarge = `导出超过 ${exportCells / 10_000} 万个单元格，请缩小日期范围、减少维度或指标`

function failure(complaint: string): Error {
  if (complaint.includes('ENOSPC')) return new AppError('storage_full')
  if (complaint.includes('heap out of memory')) return new AppError('export_too_large')
  return new Error(`the .xls writer failed: ${complaint}`)
}
