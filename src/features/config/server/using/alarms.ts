// Alarms that use a definition: named to users who may see them, otherwise counted.
import { dimsIn } from '#semantic/model/conditions.ts'
import type { ReportCondition } from '#semantic/model/types.ts'
import { readGames } from '#server/objects/games.ts'
import type { Caller, Db } from '#server/objects/types.ts'
import { runsUnder } from '#server/objects/writing.ts'
import { scopedTable } from '#server/scopes/known.ts'
import { living } from '#server/scopes/life.ts'
import { sees } from '#server/scopes/predicate.ts'
import { leavesOf, type Part } from '#shared/branches.ts'

export interface AlarmDefinition {
  watch: {
    points: number[]
    dims: number[]
    grain: string
    filters?: ReportCondition[]
  }
  conditions: Part<{ point?: number }>[]
}

export interface WatchingAlarm extends AlarmDefinition {
  id: number
  name: string
  owner: string
  revision: number
  isSeen: boolean
  /** Why the caller may not change it; null: allowed. */
  refused: string | null
}

/** Those that name any of the dimensions or points. */
export async function alarmsNaming(
  db: Db,
  caller: Caller,
  { dims, points }: { dims: ReadonlySet<number>; points: ReadonlySet<number> },
): Promise<WatchingAlarm[]> {
  if (dims.size + points.size === 0) return []
  const rows = await db
    .selectFrom('alarm')
    .innerJoin('user', 'user.id', 'alarm.owner_id')
    .select(['alarm.id', 'alarm.name', 'alarm.games', 'alarm.watch', 'alarm.conditions', 'alarm.revision'])
    .select(['user.username', 'alarm.owner_id'])
    .where(living('alarm'))
    .orderBy('alarm.id')
    .execute()
  const { seen } = scopedTable(db, 'alarm')
  const refuses = await runsUnder(
    db,
    caller,
    rows.map(({ owner_id }) => owner_id),
  )
  return rows.flatMap(({ id, name, games, revision, username, ...own }) => {
    const watch = JSON.parse(own.watch) as AlarmDefinition['watch']
    const conditions = JSON.parse(own.conditions) as AlarmDefinition['conditions']
    const named =
      watch.points.some((point) => points.has(point)) ||
      leavesOf(conditions).some(({ point }) => point !== undefined && points.has(point)) ||
      watch.dims.some((dim) => dims.has(dim)) ||
      dimsIn(watch.filters).some((dim) => dims.has(dim))
    return named
      ? [
          {
            id,
            name,
            owner: username,
            revision,
            watch,
            conditions,
            isSeen: sees(seen, caller, { games, owner_id: own.owner_id }),
            refused: refuses(own.owner_id, readGames(games)),
          },
        ]
      : []
  })
}
