// Alarms that stop without a saved query.
import type { SentGames } from '#server/objects/games.ts'
import type { Db } from '#server/objects/types.ts'
import { living } from '#server/scopes/life.ts'
import type { AlarmWatch } from '#features/alarm/contract.ts'

export async function readQueryUses(db: Db, ids: readonly string[]) {
  const rows = await db
    .selectFrom('alarm')
    .select(['name', 'owner_id', 'games', 'watch'])
    .where(living('alarm'))
    .where('watch', 'like', '%"query":{%')
    .orderBy('id')
    .execute()
  return rows.flatMap(({ name, owner_id, games, watch }) => {
    const queryId = (JSON.parse(watch) as AlarmWatch).query?.id ?? ''
    if (!ids.includes(queryId)) return []
    return [{ name, ownerId: owner_id, queryId, games: JSON.parse(games) as SentGames }]
  })
}
