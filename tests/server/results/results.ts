// Results in a temporary folder, and requests to them.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import { openResults, type ResultsOptions } from '#server/results/open.ts'
import type { ResultWindow } from '#server/results/types.ts'
import { cellTypeOf } from '#server/warehouse/duckdb/cells.ts'
import { columnCells } from '#server/warehouse/sandbox/output/cells.ts'
import { TextBuffer } from '#server/warehouse/sandbox/output/textBuffer.ts'
import type { CellType, ColumnChunk, WarehouseColumn } from '#server/warehouse/types.ts'

export type Store = Awaited<ReturnType<typeof openResults>>
export type Cell = string | number | boolean | null

export const silent = { info() {}, warn() {}, error() {} }

export interface TestResults {
  store: Store
  folder: string
  /** Reopens the store, as after a server's restart. */
  reopen(): Promise<Store>
  dispose(): Promise<void>
}

export async function makeResults(options: Partial<ResultsOptions> = {}): Promise<TestResults> {
  const dataDir = mkdtempSync(join(tmpdir(), 'results-'))
  const open = () => openResults({ dataDir, log: silent, ...options })
  const made: TestResults = {
    store: await open(),
    folder: join(dataDir, 'results'),
    reopen: async () => {
      await made.store.stop()
      made.store = await open()
      return made.store
    },
    dispose: async () => {
      await made.store.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
  return made
}

const typesOf: [pattern: RegExp, type: CellType][] = [
  [/INT/, 'integer'],
  [/^(DECIMAL|DOUBLE|FLOAT)/, 'number'],
  [/^TIMESTAMP/, 'datetime'],
  [/^DATE$/, 'date'],
  [/^BOOLEAN$/, 'boolean'],
]

/** `['数量 BIGINT', …]`: title and type. */
export function columnsOf(...texts: string[]): WarehouseColumn[] {
  return texts.map((text) => {
    const at = text.lastIndexOf(' ')
    const databaseType = text.slice(at + 1)
    const type = typesOf.find(([pattern]) => pattern.test(databaseType))?.[1] ?? 'string'
    return { name: text.slice(0, at), type, databaseType }
  })
}

export function chunkOf(rows: Cell[][], columnCount: number): ColumnChunk {
  return {
    rowCount: rows.length,
    columns: Array.from({ length: columnCount }, (_, index) => JSON.stringify(rows.map((row) => row[index]))),
  }
}

/** Stores the rows in chunks of `size`. */
export async function keep(
  store: Store,
  id: string,
  columns: WarehouseColumn[],
  rows: Cell[][],
  { size = 100, userId = 1 } = {},
): Promise<void> {
  const writer = await store.create(id, userId)
  await writer.columns(columns)
  for (let from = 0; from < rows.length; from += size) {
    await writer.append(chunkOf(rows.slice(from, from + size), columns.length))
  }
  await writer.finish({ truncated: false })
}

export function rowsOf({ rowCount, columns }: Pick<ResultWindow, 'rowCount' | 'columns'>): Cell[][] {
  const cells = columns.map((text) => JSON.parse(text) as Cell[])
  for (const column of cells) if (column.length !== rowCount) throw new Error('a column of another length')
  return Array.from({ length: rowCount }, (_, row) => cells.map((column) => column[row] as Cell))
}

/** All rows of a view, in its order. */
export async function viewRows(
  store: Store,
  id: string,
  spec: Parameters<Store['view']>[1],
): Promise<Cell[][]> {
  const { viewId, rowCount } = await store.view(id, spec)
  return rowsOf(await store.viewWindow(id, viewId, 0, rowCount))
}

/** A statement's result in the format of the sandbox. */
export async function query(sql: string): Promise<{ columns: WarehouseColumn[]; chunk: ColumnChunk }> {
  const instance = await DuckDBInstance.create(':memory:')
  const connection = await instance.connect()
  const result = await connection.run(sql)
  const types = result.columnTypes()
  const texts = types.map(() => [] as string[])
  let rowCount = 0
  for (;;) {
    const chunk = await result.fetchChunk()
    if (!chunk || chunk.rowCount === 0) break
    types.forEach((type, column) => {
      const cells = columnCells(type, () => 8 * 3600)
      cells.load(chunk, column, chunk.rowCount)
      for (let row = 0; row < chunk.rowCount; row += 1) {
        const out = new TextBuffer()
        cells.size(row)
        cells.json(row, out)
        texts[column]?.push(out.take().toString())
      }
    })
    rowCount += chunk.rowCount
  }
  const columns = result.columnNames().map((name, index) => {
    const type = types[index] as (typeof types)[number]
    return { name, type: cellTypeOf(type), databaseType: String(type) }
  })
  connection.closeSync()
  return { columns, chunk: { rowCount, columns: texts.map((cells) => `[${cells.join(',')}]`) } }
}

export async function keepQuery(store: Store, id: string, sql: string): Promise<void> {
  const { columns, chunk } = await query(sql)
  const writer = await store.create(id, 1)
  await writer.columns(columns)
  await writer.append(chunk)
  await writer.finish({ truncated: false })
}
