// Which of several addresses of one warehouse is asked. The first one that is not known to be gone, in the order of the
// settings; one that failed comes last until it answers a ping again.
import { tellReplica } from '#server/measured.ts'
import type { PoolLog } from '../duckdb/pool.ts'
import type { ClickHouseAddress, ClickHouseAddresses } from './address.ts'

export interface Replica<Client> {
  /** Host and port. */
  name: string
  client: Client
}

export function replicasOf<Client>(
  address: ClickHouseAddress | ClickHouseAddresses,
  connect: (address: ClickHouseAddress) => Client,
): Replica<Client>[] {
  const urls = 'urls' in address ? address.urls : [address.url]
  return urls.map((url) => ({ name: new URL(url).host, client: connect({ ...address, url }) }))
}

interface ReplicasOptions<Client> {
  ping: (client: Client) => Promise<boolean>
  log: PoolLog
  /** What is asked there. */
  of: 'report' | 'sql'
  /** Whether one that failed is never asked, not even where all have. */
  isStrict?: boolean
}

export class Replicas<Client> {
  readonly all: readonly Replica<Client>[]
  readonly #gone = new Set<Replica<Client>>()
  readonly #options: ReplicasOptions<Client>

  constructor(all: readonly Replica<Client>[], options: ReplicasOptions<Client>) {
    this.all = all
    this.#options = options
  }

  /** All of them, those that answered last before those that failed. */
  inOrder(): Replica<Client>[] {
    const failed = this.#options.isStrict ? [] : this.all.filter((one) => this.#gone.has(one))
    return [...this.all.filter((one) => !this.#gone.has(one)), ...failed]
  }

  get hasSeveral(): boolean {
    return this.all.length > 1
  }

  /** Of one whose answer was whole. */
  answered(one: Replica<Client>): void {
    if (this.hasSeveral) tellReplica({ of: this.#options.of, replica: one.name, answered: true })
  }

  fail(one: Replica<Client>, reason: string): void {
    if (!this.hasSeveral) return
    tellReplica({ of: this.#options.of, replica: one.name, answered: false })
    if (this.#gone.has(one)) return
    this.#gone.add(one)
    this.#options.log.warn(
      { replica: one.name, of: this.#options.of, reason },
      'a replica of the warehouse fails; the next one is asked',
    )
  }

  /** One that failed is asked again. */
  admit(one: Replica<Client>): void {
    if (!this.#gone.delete(one)) return
    this.#options.log.info(
      { replica: one.name, of: this.#options.of },
      'a replica of the warehouse answers again',
    )
  }

  answers(one: Replica<Client>): Promise<boolean> {
    return this.#options.ping(one.client).catch(() => false)
  }

  /** Asks those that failed whether they are back. */
  async look(): Promise<void> {
    await Promise.all([...this.#gone].map(async (one) => (await this.answers(one)) && this.admit(one)))
  }
}
