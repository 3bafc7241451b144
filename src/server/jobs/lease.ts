// Which servers live. One with jobs at work moves its beat; others watch it by their own running time, so that a
// clock that jumps ends nobody's lease. A server that could not move its beat in time stops what it runs before
// the others may take it over.
import { randomBytes } from 'node:crypto'
import type { Clock } from './clock.ts'
import type { Db } from './rows.ts'

interface Seen {
  beat: number | null
  /** How long it was watched without a move. */
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

  /** In the transaction of a claim: what is claimed is never without a beat. To be called when that stands. */
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

  /** Nobody may have taken over yet, but soon may. */
  get isOverdue(): boolean {
    return this.#isKnown && this.#clock.elapsed() - this.#movedAt >= (this.#leaseMs * 2) / 3
  }

  /** False where others hold this server for dead, and its jobs for theirs. */
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

  /** After a lease was lost: a server of another name. */
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

  /** Servers that have jobs at work and no life left. */
  async findDead(db: Db): Promise<string[]> {
    const at = this.#clock.elapsed()
    // A process that slept itself has not watched anybody meanwhile.
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
      // One that took its beat away has left.
      if (beat === null || stillMs >= this.#leaseMs) dead.push(server)
    }
    return dead
  }
}

const newId = (): string => randomBytes(12).toString('base64url')
