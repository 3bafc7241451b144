// Values of a saved query's parameters as they are on a day: relative days move with it.

import type { Deps } from '#server/deps.ts'
import { namesFestival } from '#shared/days/festivals.ts'
import { AppError } from '#shared/errors.ts'
import { type ParameterValue, parameterNames } from '#shared/sql/parameters.ts'
import { readFestivals } from '#features/calendar/server/index.ts'
import type { CustomParameter } from '../contract.ts'
import { dayTexts, resolveValues } from './values.ts'

/** Given values of parameters that there are no more are ignored. */
export async function valuesOnDay(
  { metadata }: Pick<Deps, 'metadata'>,
  params: readonly CustomParameter[],
  given: Readonly<Record<string, ParameterValue>>,
  today: string,
): Promise<Record<string, ParameterValue>> {
  const known = new Set(params.map(({ name }) => name))
  const own = Object.fromEntries(Object.entries(given).filter(([name]) => known.has(name)))
  const isFestival = dayTexts(params, own).some(namesFestival)
  const festivalDays = isFestival ? await readFestivals(metadata, today) : undefined
  return resolveValues(params, own, { today, festivalDays })
}

/** Refuses what would run without a value: an empty one that nobody typed, or a parameter that was never saved. */
export function assertAllGiven(
  { sql, params }: { sql: string; params: readonly CustomParameter[] },
  values: Readonly<Record<string, ParameterValue>>,
): void {
  const labels = new Map(params.map(({ name, label }) => [name, label || name]))
  const without = parameterNames(sql).filter((name) => {
    const value = Object.hasOwn(values, name) ? values[name] : undefined
    return value === undefined || value === ''
  })
  if (without.length === 0) return
  const named = without.map((name) => `「${labels.get(name) ?? name}」`).join('、')
  throw new AppError(
    'parameter_wrong',
    `参数${named}没有值：请在这里填写，或打开查询，填好参数的默认值再保存`,
  )
}
