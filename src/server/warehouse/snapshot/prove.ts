// Adds checksum and fingerprints to manifests of earlier releases: from then on changes are noticed.
import { tryPublishLock } from './lock.ts'
import { readManifest, writeManifest } from './manifest.ts'

export async function proveManifest(folder: string): Promise<void> {
  const { tables, fingerprints } = await readManifest(folder)
  if (tables.every(({ file }) => fingerprints[file])) return
  const lock = tryPublishLock(folder)
  if (!lock) return
  try {
    await writeManifest(folder, await readManifest(folder))
  } finally {
    lock.release()
  }
}
