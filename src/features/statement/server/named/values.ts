// Labels that people write in conditions on a dimension that they named: 游戏 is 云海仙途. Only values that the reader
// sees are known, so that an answer tells nobody of others' games.
import { isOfValues, leavesOf, mapLeaves } from '#semantic/model/conditions.ts'
import type { ReportCondition, ReportFilter } from '#semantic/model/types.ts'
import type { Deps } from '#server/deps.ts'
import type { SessionUser } from '#server/http/session.ts'
import { AppError } from '#shared/errors.ts'
import { readVocabulary, type Words } from '../vocabulary.ts'
import { plain } from './names.ts'

const mostListed = 10

const isLabelled = ({ dim, op, values }: ReportFilter): boolean =>
  typeof dim === 'string' && isOfValues(op) && values.some((value) => typeof value === 'string')

/** The conditions with values in the place of their labels. */
export async function valuesLabelled(
  deps: Deps,
  user: SessionUser,
  conditions: ReportCondition[],
  dimOf: (written: number | string) => number,
): Promise<ReportCondition[]> {
  if (!leavesOf(conditions).some(isLabelled)) return conditions
  const words = await readVocabulary(deps, user)
  return mapLeaves(conditions, (filter) => {
    if (!isLabelled(filter) || filter.dim === undefined) return filter
    const dim = dimOf(filter.dim)
    const known = words.filter((one) => one.dim === dim).flatMap(({ values }) => values)
    // A dimension of many values has no list; its values are written as they are.
    return known.length === 0
      ? filter
      : { ...filter, values: filter.values.map((value) => valueMeant(value, known, filter)) }
  })
}

function valueMeant(
  written: string | number | null,
  known: Words['values'],
  { dim }: ReportFilter,
): string | number | null {
  if (typeof written !== 'string' || written === '') return written
  if (known.some(({ value }) => value === written)) return written
  const found = known.filter(({ label }) => plain(label) === plain(written))
  const [only, second] = found
  if (only && !second) return only.value
  const of = `维度「${dim}」`
  if (only)
    throw new AppError(
      'report_invalid',
      `${of}有 ${found.length} 个值都叫「${written}」：${found.map(({ value }) => value).join('、')}；请改写其中一个`,
      { candidates: found.map(({ value, label }) => ({ value, label })) },
    )
  const some = known.slice(0, mostListed)
  const more = known.length > mostListed ? ` 等 ${known.length} 个` : ''
  throw new AppError(
    'report_invalid',
    `${of}没有值「${written.slice(0, 60)}」；它的值有：${some.map(({ label }) => label).join('、')}${more}`,
    { candidates: some.map(({ value, label }) => ({ value, label })) },
  )
}
