// The folder of results: finds the complete ones, and what a killed server left behind.
import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Kept } from './kept.ts'

const idPattern = /^[A-Za-z0-9_-]{1,64}$/
const whole = /^([A-Za-z0-9_-]{1,64})\.(\d+)\.rows$/

export function assertId(id: string): void {
  if (!idPattern.test(id)) throw new Error('not an id of a result')
}

/**
 * The path of a complete result. The owner is in the name, so that quotas are known without reading files.
 */
export const wholePath = (folder: string, id: string, userId: number): string =>
  join(folder, `${id}.${userId}.rows`)
export const partPath = (folder: string, id: string, userId: number): string =>
  join(folder, `${id}.${userId}.part`)
const copiesFolder = (folder: string): string => join(folder, 'copies')
/** A copy of another server's result; it can be copied again. */
export const copiedPath = (folder: string, id: string): string => join(copiesFolder(folder), `${id}.rows`)
/** Files built from results; they can be rebuilt. */
export const tablesFolder = (folder: string): string => join(folder, 'tables')
export const spillFolder = (folder: string): string => join(folder, 'spill')

/** Removes incomplete results; returns the complete ones. */
export async function enterResults(folder: string): Promise<Kept[]> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  for (const made of [tablesFolder(folder), spillFolder(folder), copiesFolder(folder)]) {
    await rm(made, { recursive: true, force: true, maxRetries: 3 })
  }
  const names = await readdir(folder)
  await Promise.all(
    names.filter((name) => name.endsWith('.part')).map((name) => rm(join(folder, name), { force: true })),
  )
  const found: Kept[] = []
  for (const name of names) {
    const match = whole.exec(name)
    if (!match) continue
    const [, id, userId] = match as unknown as [string, string, string]
    const kept = new Kept(id, Number(userId), join(folder, name))
    kept.bytes = (await stat(kept.path)).size
    kept.complete = true
    kept.known = false
    found.push(kept)
  }
  return found
}
