// Subscriptions that stop without a saved query.
import type { Db } from '#server/objects/types.ts'
import { living } from '#server/scopes/life.ts'

export async function usesOfQueries(db: Db, ids: readonly string[]) {
  const rows = await db
    .selectFrom('subscription')
    .select(['name', 'owner_id', 'query_id'])
    .where(living('subscription'))
    .where('query_id', 'in', [...ids])
    .orderBy('id')
    .execute()
  return rows.map(({ name, owner_id, query_id }) => ({ name, ownerId: owner_id, queryId: query_id ?? '' }))
}
