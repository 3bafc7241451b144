// Removes an id from what people keep beside the warehouse: black and white lists with their deleted entries and
// publications, pasted segments, tags, and the records of pushes, which keep their counts under a hash.
import { type Kysely, sql } from 'kysely'
import type { Deps } from '#server/deps.ts'
import type { Database } from '#server/metadata/schema.ts'
import { blackEntries, whiteEntries } from '#features/lists/server/index.ts'

export interface ErasedEntries {
  lists: number
  segments: number
  tags: number
  pushes: number
}

type Db = Kysely<Database>

/** As it stands within a JSON text. */
const inJson = (id: string): string => JSON.stringify(id).slice(1, -1)

/** `hash` takes the id's place where a row has to stay. */
export async function eraseEntries(
  { metadata }: Pick<Deps, 'metadata'>,
  id: string,
  hash: string,
): Promise<ErasedEntries> {
  const erased = await metadata.transaction(async (db) => {
    // Freed space is overwritten.
    if (metadata.dialect === 'sqlite') await sql`pragma secure_delete = on`.execute(db)
    return {
      lists: await eraseLists(db, id),
      segments: await eraseSegments(db, id),
      tags: await eraseTags(db, id),
      pushes: await erasePushes(db, id, hash),
    }
  })
  // The log before it holds what was overwritten. Where somebody reads, a later checkpoint does it.
  if (metadata.dialect === 'sqlite') await sql`pragma wal_checkpoint(truncate)`.execute(metadata.db)
  return erased
}

async function eraseLists(db: Db, id: string): Promise<number> {
  const black = await db.selectFrom('black_entry').select('id').where('value', '=', id).execute()
  const white = await db.selectFrom('white_entry').select('id').where('value', '=', id).execute()
  await forget(db, blackEntries.name, black)
  await forget(db, whiteEntries.name, white)
  await db.deleteFrom('black_entry').where('value', '=', id).execute()
  await db.deleteFrom('white_entry').where('value', '=', id).execute()
  const publications = await db.selectFrom('white_publication').select(['id', 'difference']).execute()
  for (const { id: publication, difference } of publications) {
    if (!difference.includes(inJson(id))) continue
    const left = withoutRows(difference, id)
    if (left !== difference)
      await db
        .updateTable('white_publication')
        .set({ difference: left })
        .where('id', '=', publication)
        .execute()
  }
  return black.length + white.length
}

/** Their names and histories. */
async function forget(db: Db, kind: string, rows: readonly { id: number }[]): Promise<void> {
  if (rows.length === 0) return
  const ids = rows.map((row) => String(row.id))
  await db.deleteFrom('object_change').where('kind', '=', kind).where('object_id', 'in', ids).execute()
  await db.deleteFrom('object_name').where('kind', '=', kind).where('object_id', 'in', ids).execute()
}

/** Without the rows of the value, in each list of the JSON object. */
function withoutRows(text: string, value: string): string {
  const lists = Object.entries(JSON.parse(text || '{}') as Record<string, unknown>)
  return JSON.stringify(
    Object.fromEntries(
      lists.map(([name, rows]) => [
        name,
        Array.isArray(rows) ? rows.filter((row: { value?: unknown }) => row.value !== value) : rows,
      ]),
    ),
  )
}

async function eraseSegments(db: Db, id: string): Promise<number> {
  let gone = 0
  const parts = await db.selectFrom('segment_list').select(['segment_id', 'part']).execute()
  // One part at a time: lists are long.
  for (const { segment_id, part } of parts) {
    const own = () =>
      db.selectFrom('segment_list').where('segment_id', '=', segment_id).where('part', '=', part)
    const row = await own().select(['games', 'players']).executeTakeFirst()
    if (!row?.players.includes(inJson(id))) continue
    const players = JSON.parse(row.players) as string[]
    const games = JSON.parse(row.games) as string[]
    const stays = players.map((player) => player !== id)
    const less = stays.filter((stay) => !stay).length
    if (less === 0) continue
    await db
      .updateTable('segment_list')
      .set({
        players: JSON.stringify(players.filter((_, at) => stays[at])),
        games: JSON.stringify(games.filter((_, at) => stays[at])),
      })
      .where('segment_id', '=', segment_id)
      .where('part', '=', part)
      .execute()
    gone += less
  }
  return gone
}

async function eraseTags(db: Db, id: string): Promise<number> {
  const { numDeletedRows } = await db.deleteFrom('user_tag').where('player_id', '=', id).executeTakeFirst()
  await db.deleteFrom('user_tag_change').where('player_id', '=', id).execute()
  await db.deleteFrom('user_tag_look').where('player_id', '=', id).execute()
  return Number(numDeletedRows)
}

async function erasePushes(db: Db, id: string, hash: string): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('push_record')
    .set({ target: hash, answer: '' })
    .where('target', '=', id)
    .executeTakeFirst()
  await db
    .updateTable('push_run')
    .set({ reached: '' })
    .where('reached', '=', id)
    .where('ended_at', 'is not', null)
    .execute()
  await db.updateTable('push_embedded').set({ first_target: hash }).where('first_target', '=', id).execute()
  return Number(numUpdatedRows)
}
