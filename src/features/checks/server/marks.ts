// Days of reports' tables that do not meet a check. Whoever may not see all rows is told which check, without figures.
import type { RowScope } from '#semantic/model/rowScope.ts'
import type { Model } from '#semantic/model/types.ts'
import type { Deps } from '#server/deps.ts'
import { living } from '#server/scopes/life.ts'
import { tableKey } from '#server/warehouse/import/publishing.ts'
import { AppError } from '#shared/errors.ts'
import type { DataDoubt } from '#shared/imports/doubtSchema.ts'
import { factsOfPoint } from '#features/config/server/index.ts'

const mostMarks = 2_000

interface Mark extends Omit<DataDoubt, 'table'> {
  /** Key of the table's name. */
  key: string
}

async function marksFor({ metadata }: Pick<Deps, 'metadata'>, reader: RowScope): Promise<Mark[]> {
  const rows = await metadata.db
    .selectFrom('data_check_mark as mark')
    .innerJoin('data_check', 'data_check.id', 'mark.check_id')
    .select(['mark.table_name', 'mark.day', 'mark.text', 'data_check.name'])
    .where(living('data_check'))
    .orderBy('mark.day', 'desc')
    .limit(mostMarks)
    .execute()
  const seesAll = reader.games === 'all' && reader.rules.length === 0
  return rows.map(({ table_name, day, text, name }) => ({
    key: tableKey(table_name),
    day: day === '' ? null : day,
    name,
    text: seesAll ? text : '',
  }))
}

interface Asked {
  model: Model
  points: readonly number[]
  /** Both inclusive; null: all days. */
  range: { from: string; to: string } | null
}

/** Of the tables from which points are computed. */
export async function doubtsFor(
  deps: Pick<Deps, 'metadata'>,
  reader: RowScope,
  { model, points, range }: Asked,
): Promise<DataDoubt[]> {
  const marks = await marksFor(deps, reader)
  if (marks.length === 0) return []
  const titles = new Map(
    points
      .flatMap((id) => factsIn(model, id))
      .map(({ name, table_truename }) => [tableKey(table_truename), name]),
  )
  return marks.flatMap(({ key, ...mark }) => {
    const table = titles.get(key)
    const isAsked = mark.day === null || !range || (mark.day >= range.from && mark.day <= range.to)
    return table !== undefined && isAsked ? [{ ...mark, table }] : []
  })
}

/** A point that is gone, or whose definition is faulty, has none. */
function factsIn(model: Model, id: number) {
  try {
    return factsOfPoint(model, id)
  } catch (error) {
    if (error instanceof AppError) return []
    throw error
  }
}

/** Of tables by their names. */
export async function doubtsOfTables(
  deps: Pick<Deps, 'metadata'>,
  reader: RowScope,
): Promise<(table: string) => { day: string | null; name: string; text: string }[]> {
  const marks = await marksFor(deps, reader)
  return (table) => marks.filter(({ key }) => key === tableKey(table)).map(({ key: _, ...mark }) => mark)
}
