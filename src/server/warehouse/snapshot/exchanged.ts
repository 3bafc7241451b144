// Which files were put in force again after newer ones had replaced them: noted beside the manifest, so that a
// manifest that has to be rebuilt from the files alone finds the version that was last in force.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { saveFile } from '#server/files/whole.ts'

interface Exchanged {
  /** The newest file of the version in force. */
  file: string
  /** Of the publication: later ones have later files. */
  generation: number
}

/** By table, in lower case. */
type ExchangedTables = Readonly<Record<string, Exchanged>>

const pathIn = (folder: string): string => join(folder, 'exchanged.json')

/** Nothing where the note is missing or damaged: then the newest files count. */
export async function readExchanged(folder: string): Promise<ExchangedTables> {
  const text = await readFile(pathIn(folder), 'utf8').catch(() => '{}')
  try {
    return JSON.parse(text) as ExchangedTables
  } catch {
    return {}
  }
}

export async function noteExchanged(folder: string, table: string, exchanged: Exchanged): Promise<void> {
  const path = pathIn(folder)
  const next = { ...(await readExchanged(folder)), [table.toLowerCase()]: exchanged }
  await saveFile(path, `${JSON.stringify(next)}\n`, { aside: `${path}.new` })
}

/** Of a table's versions, oldest first: the one that was last in force. */
export function lastInForce<Version extends { file: string; generation: number }>(
  versions: readonly Version[],
  exchanged: Exchanged | undefined,
): Version | undefined {
  const newest = versions.at(-1)
  if (!exchanged || !newest || newest.generation > exchanged.generation) return newest
  return versions.find(({ file }) => file === exchanged.file) ?? newest
}
