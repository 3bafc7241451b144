// Checks who may write an object at the point of writing, whatever the way in: a call, a file, a replacement,
// a restore, a job.
import { type GameScope, holdsRows, noRows, type RowScope, sharedGames } from '#semantic/model/rowScope.ts'
import { AppError } from '#shared/errors.ts'
import { scopesOf } from '../people.ts'
import { sees } from '../scopes/predicate.ts'
import type { Caller, Db, ObjectKind, ObjectRow } from './types.ts'

const runsForOthers = '它按所有者的数据范围自动运行，其中有你看不到的数据，只能由能看到这些数据的人修改'
const unseen = '这样保存后你自己也看不到它，只能由可看这些数据的人保存'

/**
 * Why the caller, who sees the rows, may not write them: returns a function from a row to the reason, null
 * when allowed.
 */
export async function refusals<Row extends ObjectRow>(
  db: Db,
  kind: ObjectKind<Row>,
  caller: Caller,
  rows: readonly Row[],
): Promise<(row: Row) => string | null> {
  const { runs } = kind
  if (runs === 'never') return (row) => kind.refuses?.(caller, row) ?? null
  const refusesRun = await runsUnder(
    db,
    caller,
    rows.map(({ owner_id }) => owner_id),
  )
  return (row) => kind.refuses?.(caller, row) ?? refusesRun(row.owner_id, runs.in(row))
}

/**
 * Why the caller may not change what runs with one of these owners' permissions in some games; null when
 * allowed.
 */
export async function runsUnder(
  db: Db,
  caller: Caller,
  ownerIds: readonly number[],
): Promise<(ownerId: number, games: GameScope) => string | null> {
  const others = [...new Set(ownerIds)].filter((id) => id !== caller.id)
  const scopes = others.length > 0 ? await scopesOf(db, others) : new Map<number, RowScope>()
  return (ownerId, within) => {
    if (ownerId === caller.id) return null
    const { games, rules } = scopes.get(ownerId) ?? noRows
    return holdsRows(caller, { games: sharedGames(games, within), rules }) ? null : runsForOthers
  }
}

/** Throws permission_missing with the reason when the caller may see the row but not change it. */
export async function assertEditable<Row extends ObjectRow>(
  db: Db,
  kind: ObjectKind<Row>,
  caller: Caller,
  row: Row,
): Promise<void> {
  const reason = (await refusals(db, kind, caller, [row]))(row)
  if (reason !== null) throw new AppError('permission_missing', reason)
}

/** The same for the new state: an object may not be moved to where the caller can't see it. */
export async function assertMayMake<Row extends ObjectRow>(
  db: Db,
  kind: ObjectKind<Row>,
  caller: Caller,
  row: Row,
): Promise<void> {
  await assertEditable(db, kind, caller, row)
  if (!sees(kind.seen, caller, row)) throw new AppError('permission_missing', unseen)
}
