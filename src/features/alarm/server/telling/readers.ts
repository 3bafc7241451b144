// Who may still read what an alarm found: what a saved query returns is for those with the right to SQL.

import type { Db } from '#server/objects/types.ts'
import { presentUsers } from '#server/people.ts'
import { holdsPermission } from '#shared/permissions.ts'

export async function mayRead(db: Db, ids: readonly number[], isOfQuery: boolean): Promise<number[]> {
  if (!isOfQuery || ids.length === 0) return [...ids]
  const users = await presentUsers(db, ids)
  return ids.filter((id) => holdsPermission(users.get(id)?.authorityInfo, 'search_sqlQuery'))
}
