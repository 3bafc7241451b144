// Files of temp tables: one each in the owner's folder, attached by the sandbox only for the owner's runs.
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'

const root = (dataDir: string): string => join(dataDir, 'temporary')
export const temporaryFolder = (dataDir: string, ownerId: number): string =>
  join(root(dataDir), String(ownerId))

export const temporaryFile = (dataDir: string, ownerId: number, file: string): string =>
  join(temporaryFolder(dataDir, ownerId), file)

export async function removeFile(dataDir: string, ownerId: number, file: string): Promise<void> {
  const path = temporaryFile(dataDir, ownerId, file)
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
