// Publications in the metadata store, and who may see which.
import type { Selectable, Updateable } from 'kysely'
import type { GameScope } from '#semantic/model/types.ts'
import { readGames, sentGames } from '#server/objects/games.ts'
import { userNames } from '#server/objects/history.ts'
import type { Caller, Db } from '#server/objects/types.ts'
import { seenBy } from '#server/scopes/condition.ts'
import { AppError } from '#shared/errors.ts'
import type { Publication } from '#features/lists/contract.ts'
import { type WhitePublicationRow, whitePublication } from '../tables.ts'

export type StoredPublication = Selectable<WhitePublicationRow>

const mostShown = 100
/** Differences of older publications are deleted, because they can be large. */
const takenBackAtMost = 20

export async function readPublication(db: Db, id: number): Promise<StoredPublication | undefined> {
  return db.selectFrom('white_publication').selectAll().where('id', '=', id).executeTakeFirst()
}

export async function addPublication(
  db: Db,
  { id }: Caller,
  { games, digest, undoes }: { games: GameScope; digest: string; undoes: number | null },
): Promise<StoredPublication> {
  return db
    .insertInto('white_publication')
    .values({
      user_id: id,
      games: JSON.stringify(sentGames(games)),
      undoes,
      status: 'waiting',
      digest,
      difference: '',
      added: 0,
      removed: 0,
      unchanged: 0,
      generation: null,
      problem: null,
      created_at: new Date().toISOString(),
      ended_at: null,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

export async function updatePublication(
  db: Db,
  id: number,
  change: Updateable<WhitePublicationRow>,
): Promise<void> {
  await db.updateTable('white_publication').set(change).where('id', '=', id).execute()
}

export async function forgetOldDifferences(db: Db, id: number): Promise<void> {
  await db
    .updateTable('white_publication')
    .set({ difference: '' })
    .where('id', '<=', id - takenBackAtMost)
    .where('difference', '<>', '')
    .execute()
}

/** Newest first; publications of games that the caller may not see are left out. */
export async function listPublications(db: Db, caller: Caller): Promise<Publication[]> {
  const rows = await db
    .selectFrom('white_publication')
    .selectAll()
    .where(seenBy(db, whitePublication, caller))
    .orderBy('id', 'desc')
    .limit(mostShown)
    .execute()
  const names = await userNames(
    db,
    rows.map(({ user_id }) => user_id),
  )
  return rows.map((row) => ({
    id: row.id,
    by: names.get(row.user_id) ?? '',
    games: sentGames(readGames(row.games)),
    undoes: row.undoes,
    status: row.status,
    added: row.added,
    removed: row.removed,
    unchanged: row.unchanged,
    progress: null,
    problem: row.problem,
    createdAt: row.created_at,
    endedAt: row.ended_at,
    undoable: whyNotUndone(row, rows) === null,
  }))
}

export async function seenPublication(db: Db, caller: Caller, id: number): Promise<Publication> {
  const found = (await listPublications(db, caller)).find((publication) => publication.id === id)
  if (!found) throw new AppError('object_missing')
  return found
}

/**
 * Chinese: why the publication can't be undone; null when it can, because no later publication builds on it.
 */
export function whyNotUndone(row: StoredPublication, all: readonly StoredPublication[]): string | null {
  if (row.undoes !== null) return '这是一次撤销；要恢复，请重新发布'
  if (row.status !== 'done') return '只有已完成的发布可以撤销'
  if (row.difference === '') return '这次发布已过了可撤销的期限'
  const games = readGames(row.games)
  const later = all.find(
    ({ id, status, undoes, games: theirs }) =>
      id > row.id &&
      undoes === null &&
      (status === 'done' || status === 'running' || status === 'waiting') &&
      overlap(games, readGames(theirs)),
  )
  return later ? '之后又有新的发布，请先撤销较新的发布' : null
}

const overlap = (one: GameScope, other: GameScope): boolean =>
  one === 'all' || other === 'all' || one.some((cgi) => other.includes(cgi))
