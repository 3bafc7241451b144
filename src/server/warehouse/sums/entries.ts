// The index of kept sums, in one file: sums that it does not name do not exist. The file has a checksum
// (cache/file.ts); a damaged one counts as empty, and all sums are dropped.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { SumsShape } from '#semantic/model/sums.ts'
import { readStored, toBytes, writeAside } from '#server/cache/file.ts'

/** One table of sums. A null file means that the facts have been published anew since. */
export interface SumsEntry extends SumsShape {
  keys: string[]
  figures: string[]
  made: Made | null
  /** When it last answered a question (ms); while recent, it is rebuilt after each publication. */
  usedAt: number
}

export interface Made {
  /** Random; names its file and its relation. */
  id: string
  /** Version of the facts. */
  version: string
  rows: number
  bytes: number
  /** Its file's fingerprint when it was made; absent in entries of earlier releases. */
  fingerprint?: string
}

interface Index {
  /** The release that made the sums: another may split days differently. */
  engine: string
  entries: SumsEntry[]
}

const name = 'index'

export const sumsFile = (id: string): string => `${id}.duckdb`
export const sumsName = (id: string): string => `sums_${id}`

let engine: string | undefined

function engineVersion(): string {
  const declared = () => {
    const text = readFileSync(new URL('../../../../package.json', import.meta.url), 'utf8')
    return String(
      (JSON.parse(text) as { dependencies: Record<string, string> }).dependencies['@duckdb/node-api'],
    )
  }
  engine ??= `1 ${declared()}`
  return engine
}

export async function readEntries(folder: string): Promise<SumsEntry[]> {
  const stored = await readStored<Index>(join(folder, name))
  return stored?.about.engine === engineVersion() ? stored.about.entries : []
}

export const writeEntries = (folder: string, entries: readonly SumsEntry[]): Promise<void> =>
  writeAside(
    join(folder, name),
    toBytes<Index>({ about: { engine: engineVersion(), entries: [...entries] }, chunks: [] }),
  )

/** Whether a file of the folder belongs to none of these entries. */
export function isLeft(file: string, entries: readonly SumsEntry[]): boolean {
  return file !== name && !entries.some(({ made }) => made !== null && file === sumsFile(made.id))
}
