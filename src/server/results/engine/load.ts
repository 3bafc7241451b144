// Loads a result's file into a table with the true types. The engine parses the column texts itself, so no
// cell passes through JavaScript. Two connections fill the table in parallel; column `o` holds the row
// number.
import { type FileHandle, open } from 'node:fs/promises'
import { quoteText } from '#server/warehouse/snapshot/describe.ts'
import type { ChunkPlace } from '../file/format.ts'
import { readChunk } from '../file/read.ts'
import type { StoredColumn } from './columnTypes.ts'
import type { Work } from './work.ts'

interface Rows {
  path: string
  columns: StoredColumn[]
  places: ChunkPlace[]
}

/** Where the work runs: in connections of its own, and in a new file with this catalog name. */
interface Place {
  work(run: (work: Work) => Promise<void>): Promise<void>
  fill(run: (work: Work, catalog: string) => Promise<void>): Promise<void>
}

export async function load(to: Place, { path, columns, places }: Rows): Promise<void> {
  const types = ['o BIGINT', ...columns.map(({ key, storedType }) => `${key} ${storedType}`)]
  const parsed = columns.map(
    ({ storedType }, index) =>
      `unnest(from_json_strict($${index + 3}, ${quoteText(JSON.stringify([storedType]))}))`,
  )
  await to.fill(async (work, catalog) => {
    await work.run(`CREATE TABLE ${catalog}.t (${types.join(', ')})`)
    await using source = await open(path)
    const sql = `INSERT INTO ${catalog}.t SELECT ${['unnest(range($1, $2))', ...parsed].join(', ')}`
    const left = places[Symbol.iterator]()
    const fill = (own: Work) => insert(own, sql, left, source, columns.length)
    const ends = await Promise.allSettled([fill(work), to.work(fill)])
    for (const end of ends) if (end.status === 'rejected') throw end.reason
  })
}

async function insert(
  { connection, signal }: Work,
  sql: string,
  left: Iterator<ChunkPlace>,
  source: FileHandle,
  columnCount: number,
): Promise<void> {
  await connection.run('BEGIN')
  const statement = await connection.prepare(sql)
  try {
    // Both connections take from the same iterator.
    for (let run = nextRun(left, columnCount); run[0]; run = nextRun(left, columnCount)) {
      signal.throwIfAborted()
      const firstRow = run[0].firstRow
      const rowCount = run.reduce((sum, place) => sum + place.rowCount, 0)
      const columns = await readRun(source, run, columnCount)
      statement.bindBigInt(1, BigInt(firstRow))
      statement.bindBigInt(2, BigInt(firstRow + rowCount))
      columns.forEach((text, index) => {
        statement.bindVarchar(index + 3, text)
      })
      await statement.run()
    }
  } finally {
    statement.destroySync()
  }
  await connection.run('COMMIT')
}

/** Planning a statement with many columns is slow, so each statement then gets many chunks. */
const manyColumns = 200
const chunksAtOnce = 16

/** The next consecutive chunks; empty at the end. */
function nextRun(left: Iterator<ChunkPlace>, columnCount: number): ChunkPlace[] {
  const run: ChunkPlace[] = []
  const most = columnCount > manyColumns ? chunksAtOnce : 1
  while (run.length < most) {
    const next = left.next()
    if (next.done) break
    run.push(next.value)
  }
  return run
}

/** The column texts of chunks, joined. */
async function readRun(source: FileHandle, run: ChunkPlace[], columnCount: number): Promise<string[]> {
  const chunks: string[][] = []
  for (const place of run) chunks.push((await readChunk(source, place, columnCount)).columns)
  if (chunks.length === 1) return chunks[0] as string[]
  return Array.from({ length: columnCount }, (_, index) => {
    const cells = chunks.map((columns) => (columns[index] as string).slice(1, -1))
    return `[${cells.filter(Boolean).join()}]`
  })
}
