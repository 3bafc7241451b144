// Notes that a folder's metadata went to a PostgreSQL, so that a start without METADATA is told where they are and
// does not go on with an old or an empty store.
import { existsSync, readFileSync } from 'node:fs'
import { mkdir, readdir, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { saveFile } from '../files/whole.ts'
import { syncPath } from '../warehouse/snapshot/manifest.ts'

interface Note {
  /** Host and database. */
  to: string
  /** Folder with the former files. */
  before: string
}

const notePath = (dataDir: string): string => join(dataDir, 'moved.json')

/** Returns the folder with what was the store. The note comes first: a kill then leaves a store that still works. */
export async function setAside(dataDir: string, to: string): Promise<string> {
  const before = join(dataDir, `before-move-${new Date().toISOString().replace(/[:.]/g, '-')}`)
  await mkdir(before, { recursive: true })
  await saveFile(notePath(dataDir), `${JSON.stringify({ to, before } satisfies Note)}\n`)
  const files = (await readdir(dataDir)).filter((name) => name.startsWith('metadata.sqlite'))
  for (const name of files) await rename(join(dataDir, name), join(before, name))
  await syncPath(before)
  await syncPath(dataDir)
  return before
}

/** Where the metadata went, in words; null where they never moved or were taken back. */
export function movedAway(dataDir: string): string | null {
  if (!existsSync(notePath(dataDir)) || existsSync(join(dataDir, 'metadata.sqlite'))) return null
  const { to, before } = JSON.parse(readFileSync(notePath(dataDir), 'utf8')) as Note
  return (
    `元数据已迁到 PostgreSQL（${to}），请用 METADATA 指向它。` +
    `若要退回迁移前（此后的改动不在其中），请把 ${before} 里的文件移回 ${dataDir}`
  )
}
