// Files of temp tables: one each in the owner's folder, attached by the sandbox only for the owner's runs.
import { existsSync } from 'node:fs'
import { mkdir, readdir, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Deps } from '#server/deps.ts'

const root = (dataDir: string): string => join(dataDir, 'temporary')
export const temporaryFolder = (dataDir: string, ownerId: number): string =>
  join(root(dataDir), String(ownerId))

export const temporaryFile = (dataDir: string, ownerId: number, file: string): string =>
  join(temporaryFolder(dataDir, ownerId), file)

const sharedKey = (ownerId: number, file: string): string => `temporary/${ownerId}/${file}`

type Places = Pick<Deps, 'settings' | 'files'>

/** Copies a table to the storage that servers share. */
export async function shareFile({ settings, files }: Places, ownerId: number, file: string): Promise<void> {
  await files?.put(sharedKey(ownerId, file), temporaryFile(settings.dataDir, ownerId, file))
}

/** The table's file in the data folder, copied there where another server made it; null where it is gone. */
export async function fileHere(
  { settings, files }: Places,
  ownerId: number,
  file: string,
): Promise<string | null> {
  const path = temporaryFile(settings.dataDir, ownerId, file)
  if (existsSync(path)) return path
  if (!files) return null
  await mkdir(dirname(path), { recursive: true })
  return (await files.fetch(sharedKey(ownerId, file), path)) ? path : null
}

export async function removeFile(
  { settings: { dataDir }, files }: Places,
  ownerId: number,
  file: string,
): Promise<void> {
  const path = temporaryFile(dataDir, ownerId, file)
  await files?.remove(sharedKey(ownerId, file))
  await Promise.all([path, `${path}.wal`].map((name) => rm(name, { force: true })))
}

/** Removes files without a row, which a killed server was writing. */
export async function removeOrphans(dataDir: string, kept: ReadonlySet<string>): Promise<void> {
  for (const owner of await readdir(root(dataDir)).catch(() => [])) {
    for (const file of await readdir(join(root(dataDir), owner)).catch(() => [])) {
      if (!kept.has(`${owner}/${file}`)) await rm(join(root(dataDir), owner, file), { force: true })
    }
  }
}
