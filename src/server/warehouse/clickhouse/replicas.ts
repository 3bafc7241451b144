// Which of several addresses of one warehouse is asked. The first one that is not known to be gone, in the order of the
// settings; one that failed comes last until it answers a ping again.
import type { PoolLog } from '../duckdb/pool.ts'

export interface Replica<Client> {
  /** Host and port. */
  name: string
  client: Client
}

export class Replicas<Client> {
  readonly #all: Replica<Client>[]
  readonly #gone = new Set<Replica<Client>>()
  readonly #ping: (client: Client) => Promise<boolean>
  readonly #log: PoolLog

  constructor(all: Replica<Client>[], ping: (client: Client) => Promise<boolean>, log: PoolLog) {
    this.#all = all
    this.#ping = ping
    this.#log = log
  }

  /** All of them, those that answered last before those that failed. */
  inOrder(): Replica<Client>[] {
    return [
      ...this.#all.filter((one) => !this.#gone.has(one)),
      ...this.#all.filter((one) => this.#gone.has(one)),
    ]
  }

  get hasSeveral(): boolean {
    return this.#all.length > 1
  }

  fail(one: Replica<Client>, reason: string): void {
    if (!this.hasSeveral || this.#gone.has(one)) return
    this.#gone.add(one)
    this.#log.warn({ replica: one.name, reason }, 'a replica of the warehouse fails; the next one is asked')
  }

  answers(one: Replica<Client>): Promise<boolean> {
    return this.#ping(one.client).catch(() => false)
  }

  /** Asks those that failed whether they are back. */
  async look(): Promise<void> {
    await Promise.all(
      [...this.#gone].map(async (one) => {
        if (!(await this.answers(one))) return
        this.#gone.delete(one)
        this.#log.info({ replica: one.name }, 'a replica of the warehouse answers again')
      }),
    )
  }
}
