// Pending push tasks for a segment: named to holders of push in the task's game, otherwise counted.
import { segmentKey } from '#semantic/model/segments.ts'
import type { Model } from '#semantic/model/types.ts'
import type { Caller, Db } from '#server/objects/types.ts'
import { scopedTable } from '#server/scopes/known.ts'
import { living } from '#server/scopes/life.ts'
import { sees } from '#server/scopes/predicate.ts'
import { holdsPermission } from '#shared/permissions.ts'

interface AimedPush {
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
    .where(living('push_task'))
    .orderBy('id')
    .execute()
  const mayPush = caller.rules.length === 0 && holdsPermission(caller.authorityInfo, 'search_push')
  const { seen } = scopedTable(db, 'push_task')
  return rows.map((row) => ({ id: row.id, title: row.title, isSeen: mayPush && sees(seen, caller, row) }))
}
