// Orders an erasure, and tells what became of the last ones.
import { isAllRows } from '#semantic/model/rowScope.ts'
import type { Deps } from '#server/deps.ts'
import type { SessionUser } from '#server/http/session.ts'
import type { Jobs } from '#server/jobs/jobs.ts'
import { type SealedPlace, seal, unseal } from '#server/sealed.ts'
import { foldedId } from '#server/warehouse/identity.ts'
import { AppError } from '#shared/errors.ts'
import { playerPlaces } from '#features/config/server/index.ts'
import type { ErasureState } from '#features/erasing/contract.ts'
import { eraseJob } from './job.ts'
import type { ErasureRow, Outcome } from './tables.ts'
import { backupsMade, doneLines, leftLines, type MadeBackup } from './telling.ts'

const nothing: Outcome = { rows: {}, formers: {}, files: 0, held: 0, results: 0, temporary: 0, records: 0 }
const mostShown = 50

const placeOf = ({ settings }: Pick<Deps, 'settings'>, player: string): SealedPlace => ({
  dataDir: settings.dataDir,
  purpose: 'player to be erased',
  place: `erasure ${player}`,
})

export async function orderErasure(
  deps: Deps,
  jobs: Jobs,
  user: SessionUser,
  { player: given, typed }: { player: string; typed: string },
): Promise<ErasureState> {
  const id = foldedId(given)
  if (foldedId(typed) !== id) throw new AppError('parameter_wrong', '输入的编号与要删除的玩家编号不同')
  const { begin } = await playerPlaces()
  const { player } = await begin(deps, user, id, 'table.erasePlayer')
  const row = await jobs.transaction(async (db, enqueue) => {
    const made = await db
      .insertInto('erasure')
      .values({
        player,
        wanted: seal(id, placeOf(deps, player)),
        state: 'waiting',
        at: new Date().toISOString(),
        by_id: user.id,
        ended_at: null,
        problem: null,
        outcome: JSON.stringify(nothing),
      })
      .returningAll()
      .executeTakeFirstOrThrow()
    await enqueue({ kind: eraseJob, payload: { erasure: made.id }, userId: null, lane: 'erasing' })
    return made
  })
  return shown(deps, { ...row, username: user.username }, [])
}

export async function erasures(deps: Deps, user: SessionUser): Promise<ErasureState[]> {
  if (!isAllRows(user)) return []
  const rows = await deps.metadata.db
    .selectFrom('erasure')
    .leftJoin('user', 'user.id', 'erasure.by_id')
    .selectAll('erasure')
    .select('user.username')
    .orderBy('erasure.id', 'desc')
    .limit(mostShown)
    .execute()
  const made = await backupsMade(deps)
  return rows.map((row) => shown(deps, row, made))
}

export function shown(
  deps: Deps,
  row: ErasureRow & { username: string | null },
  made: readonly MadeBackup[],
): ErasureState {
  return {
    id: row.id,
    player: row.player,
    mayRetry: row.state === 'failed' && row.wanted !== '',
    state: row.state,
    at: row.at,
    by: row.username ?? '',
    endedAt: row.ended_at,
    problem: row.problem,
    done: row.state === 'done' ? doneLines(JSON.parse(row.outcome) as Outcome) : [],
    left: row.state === 'done' ? leftLines(deps, row, made) : [],
  }
}

export async function wantedIn(deps: Deps, id: number): Promise<{ row: ErasureRow; player: string } | null> {
  const row = await deps.metadata.db.selectFrom('erasure').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row || row.state === 'done') return null
  const player = unseal(row.wanted, placeOf(deps, row.player))
  if (player === null) throw new AppError('parameter_wrong', '要删除的编号已读不出来，请再删除一次')
  return { row, player }
}
