// Who defined an embed's reports, as the embed counts with them.
import type { Kysely } from 'kysely'
import type { GameScope } from '../../../semantic/model/types.ts'
import type { Database } from '../../../server/metadata/schema.ts'
import { readGames } from '../../../server/objects/games.ts'

/** Their games, also while they are disabled; none where they are gone. */
export async function gamesOf(db: Kysely<Database>, id: number): Promise<GameScope> {
  const row = await db.selectFrom('user').select('games').where('id', '=', id).executeTakeFirst()
  return row ? readGames(row.games) : []
}
