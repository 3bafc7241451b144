// Which servers are alive. A server with running jobs updates its heartbeat row; others measure how long the
// row stands still by their own monotonic clock, so that a clock that jumps ends no lease. A server that
// can't update its heartbeat in time stops its jobs before others may take them over.
import { randomBytes } from 'node:crypto'
import type { Clock } from './clock.ts'
import type { Db } from './rows.ts'

interface Seen {
  beat: number | null
  /** How long the heartbeat was observed without a change. */
  stillMs: number
}

export class Lease {
  readonly #clock: Clock
  readonly #leaseMs: number
  readonly #seen = new Map<string, Seen>()
  #id = newId()
  #isKnown = false
  #movedAt = 0
  #lookedAt: number | null = null

  constructor(clock: Clock, leaseMs: number) {
    this.#clock = clock
    this.#leaseMs = leaseMs
  }

  get id(): string {
    return this.#id
  }

  /** Writes the heartbeat in the claim's transaction; call the returned function after commit. */
  async assert(db: Db): Promise<() => void> {
    const at = this.#clock.elapsed()
    await db
      .insertInto('job_server')
      .values({ id: this.#id, beat: 1 })
      .onConflict((conflict) =>
        conflict.column('id').doUpdateSet((set) => ({ beat: set('job_server.beat', '+', 1) })),
      )
      .execute()
    return () => {
      this.#isKnown = true
      this.#movedAt = at
    }
  }

  get isDue(): boolean {
    return this.#isKnown && this.#clock.elapsed() - this.#movedAt >= this.#leaseMs / 3
  }

  /** The lease still holds but is about to expire. */
  get isOverdue(): boolean {
    return this.#isKnown && this.#clock.elapsed() - this.#movedAt >= (this.#leaseMs * 2) / 3
  }

  /** Updates the heartbeat. False where other servers declared this one dead and own its jobs. */
  async move(db: Db): Promise<boolean> {
    const at = this.#clock.elapsed()
    const moved = await db
      .updateTable('job_server')
      .set((set) => ({ beat: set('beat', '+', 1) }))
      .where('id', '=', this.#id)
      .executeTakeFirst()
    if (moved.numUpdatedRows === 0n) return false
    this.#movedAt = at
    return true
  }

  /** After a lost lease: continues under a new server name. */
  renew(): void {
    this.#id = newId()
    this.#isKnown = false
  }

  async leave(db: Db): Promise<void> {
    if (this.#isKnown) await db.deleteFrom('job_server').where('id', '=', this.#id).execute()
    this.renew()
  }

  get isLookDue(): boolean {
    return this.#lookedAt === null || this.#clock.elapsed() - this.#lookedAt >= this.#leaseMs / 3
  }

  /** Servers that own jobs but have no live heartbeat. */
  async findDead(db: Db): Promise<string[]> {
    const at = this.#clock.elapsed()
    // Time during which this process itself was suspended does not count as watching.
    const watchedMs = this.#lookedAt === null ? 0 : Math.min(at - this.#lookedAt, (this.#leaseMs * 2) / 3)
    this.#lookedAt = at
    const others = await db
      .selectFrom('job')
      .leftJoin('job_server', 'job_server.id', 'job.server')
      .select(['job.server', 'job_server.beat'])
      .distinct()
      .where('job.status', '=', 'running')
      .where('job.server', '<>', this.#id)
      .execute()
    const known = new Map(this.#seen)
    this.#seen.clear()
    const dead: string[] = []
    for (const { server, beat } of others) {
      if (server === null) continue
      const before = known.get(server)
      const stillMs = before && before.beat === beat ? before.stillMs + watchedMs : 0
      this.#seen.set(server, { beat, stillMs })
      // No heartbeat row: the server shut down cleanly.
      if (beat === null || stillMs >= this.#leaseMs) dead.push(server)
    }
    return dead
  }
}

const newId = (): string => randomBytes(12).toString('base64url')
