// The audit's rows as lines of a log: brought up to date when they are looked at. Of details only numbers and switches
// stand there: a text may be a statement, or what its writer keeps to managers.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { auditTitle } from '#shared/auditTitles.ts'
import { breathe } from '../limits/breath.ts'
import type { Metadata } from '../metadata/open.ts'
import type { OwnLog } from './store.ts'

const atOnce = 1_000
/** A row may come after one with a greater number, where several servers write. */
const lateRows = 500
const dayMs = 86_400_000

export class AuditCopy {
  readonly #metadata: Metadata
  readonly #log: OwnLog
  readonly #days: number
  #last: number | null = null
  readonly #written = new Set<number>()
  #work: Promise<void> = Promise.resolve()

  constructor(metadata: Metadata, log: OwnLog, days: number) {
    this.#metadata = metadata
    this.#log = log
    this.#days = days
  }

  refresh(): Promise<void> {
    this.#work = this.#work.catch(() => undefined).then(() => this.#copy())
    return this.#work
  }

  async #copy(): Promise<void> {
    this.#last ??= await this.#lastWritten()
    const isNew = this.#written.size > 0
    let from: number = isNew ? Math.max(0, this.#last - lateRows) : this.#last
    for (;;) {
      const rows = await rowsAfter(this.#metadata, from, this.#days)
      for (const row of rows) {
        if (!this.#written.has(row.id)) this.#write(row)
        await breathe()
      }
      from = rows.at(-1)?.id ?? from
      await this.#log.flush()
      if (rows.length < atOnce) break
    }
    for (const id of this.#written) if (id < this.#last - lateRows * 2) this.#written.delete(id)
  }

  #write({ id, at, user_id, action, detail, username }: Awaited<ReturnType<typeof rowsAfter>>[number]): void {
    const told = {
      time: at,
      id,
      userId: user_id,
      user: username,
      action,
      title: auditTitle(action),
      ...plainOf(detail),
    }
    this.#log.write(JSON.stringify(told))
    this.#written.add(id)
    this.#last = Math.max(this.#last ?? 0, id)
  }

  /** The greatest number among the newest lines. */
  async #lastWritten(): Promise<number> {
    const name = (await this.#log.names()).at(-1)
    if (!name) return 0
    const text = await readFile(join(this.#log.folder, name), 'utf8')
    const ids = text.slice(-200_000).matchAll(/^\{"time":"[^"]*","id":(\d+),/gm)
    return ids.reduce((most, [, id]) => Math.max(most, Number(id)), 0)
  }
}

/** The next of them, no older than lines are kept. */
function rowsAfter({ db }: Metadata, id: number, days: number) {
  const since = days > 0 ? new Date(Date.now() - days * dayMs).toISOString() : ''
  return db
    .selectFrom('audit')
    .leftJoin('user', 'user.id', 'audit.user_id')
    .select(['audit.id as id', 'at', 'user_id', 'action', 'detail', 'username'])
    .where('audit.id', '>', id)
    .where('at', '>=', since)
    .orderBy('audit.id')
    .limit(atOnce)
    .execute()
}

function plainOf(detail: string): Record<string, unknown> {
  try {
    const members = Object.entries(JSON.parse(detail) as Record<string, unknown>)
    const plain = members.filter(([, value]) => typeof value === 'number' || typeof value === 'boolean')
    return plain.length > 0 ? { detail: Object.fromEntries(plain) } : {}
  } catch {
    return {}
  }
}
