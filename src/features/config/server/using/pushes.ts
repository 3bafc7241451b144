// Pending push tasks for a segment: named to holders of push in the task's game, otherwise counted.
import { segmentKey } from '#semantic/model/segments.ts'
import type { Model } from '#semantic/model/types.ts'
import { hasGame } from '#server/objects/games.ts'
import type { Caller, Db } from '#server/objects/types.ts'
import { holdsPermission } from '#shared/permissions.ts'

export interface AimedPush {
  id: number
  title: string
  isSeen: boolean
}

/** Tasks for the segment of any of the dimensions. */
export async function pushesNaming(
  db: Db,
  { dimensions }: Model,
  caller: Caller,
  dims: ReadonlySet<number>,
): Promise<AimedPush[]> {
  const keys = dimensions.flatMap(({ id, info }) =>
    dims.has(id) && info.segment ? segmentKey(info.segment.id) : [],
  )
  if (keys.length === 0) return []
  const rows = await db
    .selectFrom('push_task')
    .select(['id', 'title', 'cgi'])
    .where('segment', 'in', keys)
    .where('state', 'in', ['approval', 'waiting', 'sending'])
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute()
  const mayPush = caller.rules.length === 0 && holdsPermission(caller.authorityInfo, 'search_push')
  return rows.map(({ id, title, cgi }) => ({ id, title, isSeen: mayPush && hasGame(caller, cgi) }))
}
