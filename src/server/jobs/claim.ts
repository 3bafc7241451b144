// Which jobs a server takes next: by priority, then by turn, of lanes that have room left.
import { isoOf } from './clock.ts'
import type { JobKind } from './declare.ts'
import { type Db, type Dialect, type JobRow, locked } from './rows.ts'

interface Claim {
  dialect: Dialect
  now: number
  server: string
  home: string
  /** How many more jobs this server has room for. */
  most: number
}

/** Call in a transaction. Locks the kind's row first, so that servers claim one after another. */
export async function claimJobs(
  db: Db,
  kind: JobKind,
  { dialect, now, server, home, most }: Claim,
): Promise<JobRow[]> {
  const counters = db.selectFrom('job_kind').selectAll().where('kind', '=', kind.name)
  const counter = await locked(counters, dialect).executeTakeFirstOrThrow()
  const busy = await runningByLane(db, kind.name)
  const chosen: JobRow[] = []
  // A lane that becomes full while jobs are chosen is excluded from the next query.
  while (chosen.length < most) {
    const full = [...busy].filter(([, count]) => count >= kind.perLane).map(([lane]) => lane)
    const waiting = waitingJobs(db, home, now)
      .selectAll()
      .where('kind', '=', kind.name)
      .$if(full.length > 0, (query) => query.where('lane', 'not in', full))
      .$if(chosen.length > 0, (query) =>
        query.where(
          'id',
          'not in',
          chosen.map(({ id }) => id),
        ),
      )
    const ordered = waiting.orderBy('priority').orderBy('turn').orderBy('id')
    const rows = await ordered.limit(most - chosen.length).execute()
    if (rows.length === 0) break
    for (const row of rows) {
      const running = busy.get(row.lane) ?? 0
      if (running >= kind.perLane || chosen.length >= most) continue
      busy.set(row.lane, running + 1)
      chosen.push(row)
    }
  }
  const claimed: JobRow[] = []
  for (const [at, row] of chosen.entries()) {
    const change = {
      status: 'running' as const,
      fence: counter.fence + at + 1,
      attempt: row.attempt + 1,
      server,
      started_at: isoOf(now),
      progress: 0,
      step: '',
    }
    await db.updateTable('job').set(change).where('id', '=', row.id).execute()
    claimed.push({ ...row, ...change })
  }
  if (claimed.length > 0) {
    const turn = Math.max(counter.turn, ...claimed.map((row) => row.turn))
    const fence = counter.fence + claimed.length
    await db.updateTable('job_kind').set({ fence, turn }).where('kind', '=', kind.name).execute()
  }
  return claimed
}

async function runningByLane(db: Db, kind: string): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('job')
    .select((select) => ['lane', select.fn.countAll<number>().as('count')])
    .where('status', '=', 'running')
    .where('kind', '=', kind)
    .groupBy('lane')
    .execute()
  return new Map(rows.map(({ lane, count }) => [lane, Number(count)]))
}

const waitingJobs = (db: Db, home: string, now: number) =>
  db
    .selectFrom('job')
    .where('status', '=', 'queued')
    .where('run_at', '<=', isoOf(now))
    .where((where) => where.or([where('home', 'is', null), where('home', '=', home)]))

/** Kinds with a job that can begin now. */
export async function waitingKinds(db: Db, home: string, now: number): Promise<string[]> {
  const rows = await waitingJobs(db, home, now).select('kind').distinct().execute()
  return rows.map(({ kind }) => kind)
}
