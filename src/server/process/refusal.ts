// A start that can't go on: one clear line for the person at the terminal, no stack.
import { AppError } from '../../shared/errors.ts'
import { BackupProblem } from '../backup/restore.ts'
import { MetadataProblem } from '../metadata/problem.ts'
import { SettingsProblem } from '../settings.ts'

/** Why the product must not run like this. */
export class StartProblem extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'StartProblem'
  }
}

const spoken = [SettingsProblem, MetadataProblem, BackupProblem, StartProblem, AppError]

/** Ends the process with what went wrong: in words where they are known, whole where not. */
export function refuse(error: unknown): never {
  const known = spoken.some((kind) => error instanceof kind)
  process.stderr.write(known ? `${(error as Error).message}\n` : `${(error as Error)?.stack ?? error}\n`)
  process.exit(1)
}
