// Kept sums in a reader: files made after the reader started, each attached read-only when a statement first
// needs it.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { DuckDBConnection } from '@duckdb/node-api'
import { quoteName, quoteText } from '../snapshot/describe.ts'
import { fingerprintOf } from '../snapshot/fingerprint.ts'
import type { Asked } from './frames.ts'

export class AttachedSums {
  readonly #connection: DuckDBConnection
  readonly #folder: string | null
  /** File paths by relation name. */
  readonly #shown = new Map<string, string>()

  constructor(connection: DuckDBConnection, folder: string | null) {
    this.#connection = connection
    this.#folder = folder
  }

  /** Throws the engine's error for a missing or damaged file. */
  async show(sums: Asked['sums']): Promise<void> {
    for (const { name, file, fingerprint } of sums) {
      if (this.#folder === null || this.#shown.has(name)) continue
      await this.#hideRemoved()
      const path = join(this.#folder, file)
      if (fingerprint && (await fingerprintOf(path)) !== fingerprint)
        throw new Error('the file is not as it was')
      const catalog = quoteName(`file of ${name}`)
      await this.#connection.run(`ATTACH IF NOT EXISTS ${quoteText(path)} AS ${catalog} (READ_ONLY)`)
      await this.#connection.run(`CREATE OR REPLACE VIEW ${quoteName(name)} AS FROM ${catalog}.main.sums`)
      this.#shown.set(name, path)
    }
  }

  /** A removed file occupies disk space as long as somebody has it open. */
  async #hideRemoved(): Promise<void> {
    for (const [name, path] of this.#shown) {
      if (existsSync(path)) continue
      await this.#connection.run(`DROP VIEW ${quoteName(name)}`)
      await this.#connection.run(`DETACH ${quoteName(`file of ${name}`)}`)
      this.#shown.delete(name)
    }
  }
}
