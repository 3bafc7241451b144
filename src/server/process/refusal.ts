// A start that can't continue: one clear line for the person at the terminal, no stack.
import { resolve } from 'node:path'
import { AppError } from '#shared/errors.ts'
import { BackupProblem } from '../backup/problem.ts'
import { MetadataProblem } from '../metadata/problem.ts'
import { SettingsProblem } from '../settings.ts'
import { spokenStorage } from '../storage.ts'
import { ManifestProblem } from '../warehouse/snapshot/manifest.ts'

/** Why the product must not run like this. */
export class StartProblem extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'StartProblem'
  }
}

const spoken = [SettingsProblem, MetadataProblem, BackupProblem, StartProblem]

/** Exits with the problem: a message where it is known, the whole error where not. */
export function refuse(error: unknown): never {
  process.stderr.write(`${inWords(error) ?? (error as Error)?.stack ?? error}\n`)
  process.exit(1)
}

export function inWords(error: unknown): string | null {
  if (error instanceof ManifestProblem) return error.told
  if (spoken.some((kind) => error instanceof kind)) return (error as Error).message
  const storage = spokenStorage(error, resolve(process.env.DATA_DIR || 'data'))
  return storage ?? (error instanceof AppError ? error.message : null)
}
