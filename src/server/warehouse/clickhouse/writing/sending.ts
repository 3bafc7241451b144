// Rows on their way to ClickHouse: read into a DuckDB file, as an import reads them, and sent from there.
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { DuckDBConnection } from '@duckdb/node-api'
import { engineSettings } from '#server/warehouse/duckdb/engineSettings.ts'
import { importProblem } from '#server/warehouse/import/problem.ts'
import { locked } from '#server/warehouse/publish.ts'
import { quoteName, quoteText } from '#server/warehouse/snapshot/describe.ts'
import { warehouseFolder } from '#server/warehouse/snapshot/manifest.ts'
import { publicationSpill } from '#server/warehouse/snapshot/sweep.ts'
import { isDay, leastDay, loadColumn, mostDay } from './columns.ts'

interface Passage {
  connection: DuckDBConnection
  /** For files that are gone afterwards. */
  folder: string
}

/** While no other load of this machine is under way. */
export async function inPassage<Result>(
  dataDir: string,
  work: (passage: Passage) => Promise<Result>,
): Promise<Result> {
  const parent = warehouseFolder(dataDir)
  await mkdir(parent, { recursive: true })
  return locked(parent, 120_000, async () => {
    const { DuckDBInstance } = await import('@duckdb/node-api')
    const folder = await mkdtemp(join(parent, `${publicationSpill}sent-`))
    try {
      const settings = engineSettings({ share: 1, spill: join(folder, 'spill') })
      const instance = await DuckDBInstance.create(join(folder, 'rows.duckdb'), settings)
      try {
        const connection = await instance.connect()
        try {
          return await work({ connection, folder })
        } finally {
          connection.closeSync()
        }
      } finally {
        instance.closeSync()
      }
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  })
}

interface Column {
  name: string
  type: string
}

export async function columnsOf(connection: DuckDBConnection, table: string): Promise<Column[]> {
  const described = await connection.runAndReadAll(`DESCRIBE ${quoteName(table)}`)
  const columns = described.getRows().map(([name, type]) => ({ name: String(name), type: String(type) }))
  if (columns.some(({ name }) => name.toLowerCase() === loadColumn))
    throw importProblem(`列名「${loadColumn}」另有用处，请给这一列改名`)
  return columns
}

/** Writes a table's rows as lines of JSON; returns the file and how many they are. */
export async function writeLines(
  { connection, folder }: Passage,
  table: string,
  { columns, load }: { columns: readonly Column[]; load: string },
): Promise<{ path: string; rows: number }> {
  await refuseDays(connection, table, columns)
  const path = join(folder, 'rows.json')
  // As texts, in which no digit is lost.
  const list = columns.map(({ name, type }) =>
    type === 'BOOLEAN' ? quoteName(name) : `CAST(${quoteName(name)} AS VARCHAR) AS ${quoteName(name)}`,
  )
  await connection.run(
    `COPY (SELECT ${[...list, `${quoteText(load)} AS ${loadColumn}`].join(', ')} FROM ${quoteName(table)}) TO ${quoteText(path)} (FORMAT json)`,
  )
  const counted = await connection.runAndReadAll(`SELECT count(*)::INTEGER FROM ${quoteName(table)}`)
  return { path, rows: Number(counted.getRows()[0]?.[0] ?? 0) }
}

/** ClickHouse would keep other days in their place. */
async function refuseDays(
  connection: DuckDBConnection,
  table: string,
  columns: readonly Column[],
): Promise<void> {
  const days = columns.filter(({ type }) => isDay(type)).map(({ name }) => name)
  if (days.length === 0) return
  const isOut = (name: string) =>
    `${quoteName(name)}::DATE NOT BETWEEN DATE '${leastDay}' AND DATE '${mostDay}'`
  const found = await connection.runAndReadAll(
    `SELECT ${days.map((name) => `any_value(${quoteName(name)}::DATE::VARCHAR) FILTER (${isOut(name)})`).join(', ')} FROM ${quoteName(table)}`,
  )
  const [row = []] = found.getRows()
  const at = row.findIndex((day) => day !== null)
  if (at >= 0)
    throw importProblem(
      `列「${days[at]}」里有 ${row[at]}，ClickHouse 只能存 1900 年到 2299 年的日期；请改正，或把这一列按文本导入`,
    )
}
