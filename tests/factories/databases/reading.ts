// Reads what a source offers, as the slice does: batch by batch, each into a folder of its own.
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import { type Connector, SourceProblem } from '#server/sources/connector.ts'

export interface ReadBatch {
  name: string
  mark: string | null
  types: Record<string, string>
  /** Each value as text; null is a missing one. */
  rows: (string | null)[][]
}

interface Asked {
  mark?: string | null
  signal?: AbortSignal
  most?: number
}

export async function readBatches<Settings, Secret>(
  connector: Connector<Settings, Secret>,
  settings: Settings,
  secret: Secret,
  { mark = null, signal = new AbortController().signal, most = 100 }: Asked = {},
): Promise<ReadBatch[]> {
  const found: ReadBatch[] = []
  for await (const batch of connector.batches(settings, secret, mark, signal)) {
    const folder = await mkdtemp(join(tmpdir(), 'batch-'))
    try {
      const { file } = await batch.fetch(folder, signal)
      if ((await readdir(folder)).length !== 1) throw new Error('something else was left beside the file')
      found.push({ name: batch.name, mark: batch.mark, ...(await readParquet(join(folder, file))) })
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
    if (found.length >= most) break
  }
  return found
}

export async function readParquet(path: string): Promise<Pick<ReadBatch, 'types' | 'rows'>> {
  const instance = await DuckDBInstance.create(':memory:')
  const connection = await instance.connect()
  try {
    await connection.run("SET TimeZone = 'UTC'")
    const described = await connection.runAndReadAll(`DESCRIBE FROM read_parquet('${path}')`)
    const reader = await connection.runAndReadAll(`SELECT COLUMNS(*)::VARCHAR FROM read_parquet('${path}')`)
    return {
      types: Object.fromEntries(described.getRows().map(([name, type]) => [String(name), String(type)])),
      rows: reader.getRows() as (string | null)[][],
    }
  } finally {
    connection.closeSync()
    instance.closeSync()
  }
}

/** `field: message` of a SourceProblem. */
export const problemOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'no problem',
    (error) => {
      if (error instanceof SourceProblem) return `${error.field ?? '-'}: ${error.message}`
      throw error
    },
  )
