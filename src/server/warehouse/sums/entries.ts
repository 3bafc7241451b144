// What is kept, in one file that names it: sums that it does not name do not exist. It proves itself whole (cache/file.ts);
// a damaged one counts as none, and all files go.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { SumsShape } from '#semantic/model/sums.ts'
import { readStored, toBytes, writeAside } from '#server/cache/file.ts'

/** One table of sums; null files are those whose facts have been published anew since. */
export interface SumsEntry extends SumsShape {
  keys: string[]
  figures: string[]
  made: Made | null
  /** When it last answered a question (ms); it is made anew for so long as it does. */
  usedAt: number
}

export interface Made {
  /** Random; of its file and its relation. */
  id: string
  /** Of the facts. */
  version: string
  rows: number
  bytes: number
  /** What its file was when it was made; absent in one of a release before. */
  fingerprint?: string
}

interface Index {
  /** By which the sums were made: another release's may cut days otherwise. */
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

/** Whether a file of the folder is none of these entries'. */
export function isLeft(file: string, entries: readonly SumsEntry[]): boolean {
  return file !== name && !entries.some(({ made }) => made !== null && file === sumsFile(made.id))
}
