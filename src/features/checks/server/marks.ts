// Days of reports' tables that do not meet a check. Whoever may not see all rows is told which check, without figures.
import { keptLookup } from '#semantic/model/lookup.ts'
import type { Deps } from '#server/deps.ts'
import type { Caller } from '#server/objects/types.ts'
import { living } from '#server/scopes/life.ts'
import { tableKey } from '#server/warehouse/import/publishing.ts'
import { AppError } from '#shared/errors.ts'
import { factsOfPoint, readModel } from '#features/config/server/index.ts'
import type { CheckMark } from '../contract.ts'

const mostMarks = 2_000

export async function readMarks(deps: Deps, caller: Caller, points: readonly number[]): Promise<CheckMark[]> {
  const rows = await deps.metadata.db
    .selectFrom('data_check_mark as mark')
    .innerJoin('data_check', 'data_check.id', 'mark.check_id')
    .select(['mark.table_name', 'mark.day', 'mark.text', 'data_check.name'])
    .where(living('data_check'))
    .orderBy('mark.day', 'desc')
    .limit(mostMarks)
    .execute()
  if (rows.length === 0) return []
  const model = await readModel(deps)
  const titles = new Map<string, string>()
  for (const id of points)
    for (const { name, table_truename } of facts(model, id)) titles.set(tableKey(table_truename), name)
  const seesAll = caller.games === 'all' && caller.rules.length === 0
  return rows.flatMap(({ table_name, day, text, name }) => {
    const table = titles.get(tableKey(table_name))
    return table === undefined
      ? []
      : [{ day: day === '' ? null : day, table, name, text: seesAll ? text : '' }]
  })
}

/** A report's own formulas, and points that are gone, have no facts here. */
function facts(model: Awaited<ReturnType<typeof readModel>>, id: number) {
  if (id < 0 || !keptLookup(model).points.has(id)) return []
  try {
    return factsOfPoint(model, id)
  } catch (error) {
    if (error instanceof AppError) return []
    throw error
  }
}
