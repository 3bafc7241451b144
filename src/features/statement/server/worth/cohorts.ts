// The learned rows as cohorts: by kin (the values of dimensions that are no business dates) and of everybody.

import type { CohortDay } from '#forecast/worth/types.ts'
import type { ReportForecast } from '#semantic/model/types.ts'
import { breathe } from '#server/limits/breath.ts'
import type { ColumnChunk } from '#server/warehouse/types.ts'
import { dayNumber } from '#shared/day.ts'
import type { Cell } from '../resultText.ts'

export interface Learned {
  /** By kin, oldest first. */
  own: Map<string, CohortDay[]>
  all: CohortDay[]
  /** By the row's cells: its cohorts within the requested days. */
  rows: Map<string, CohortDay[]>
  /** Cohorts of the total. */
  total: CohortDay[]
}

export const keyOf = (cells: readonly Cell[]): string => JSON.stringify(cells)

export const kinOf = (cells: readonly Cell[], { dates }: Pick<ReportForecast, 'dates'>): string =>
  keyOf(cells.filter((_, at) => !dates.includes(at)))

interface Kept extends CohortDay {
  cells: Cell[]
}

/** `days`: the greatest number of days that is forecast. */
export async function readLearned(
  chunks: readonly ColumnChunk[],
  forecast: Pick<ReportForecast, 'dims' | 'dates' | 'range'>,
  days: number,
): Promise<Learned> {
  const cohorts = await cohortsOf(chunks, forecast.dims, days)
  const [from, until] = [dayNumber(forecast.range.from), dayNumber(forecast.range.until)]
  const asked = cohorts.filter(({ day }) => day >= from && day < until)
  const own = grouped(cohorts, ({ cells }) => kinOf(cells, forecast))
  for (const [kin, list] of own) own.set(kin, summedByDay(list))
  return {
    own,
    all: summedByDay(cohorts),
    rows: grouped(asked, ({ cells }) => keyOf(cells)),
    total: summedByDay(asked),
  }
}

/** Revenue is added up over the days: `paid[n]` is that of the first n days. */
async function cohortsOf(chunks: readonly ColumnChunk[], dims: number, days: number): Promise<Kept[]> {
  const found = new Map<string, Kept>()
  for (const { columns, rowCount } of chunks) {
    const data = columns.map((text) => JSON.parse(text) as Cell[])
    for (let row = 0; row < rowCount; row++) {
      if (row % 5_000 === 0) await breathe()
      const cells = Array.from({ length: dims }, (_, at) => data[at]?.[row] ?? null)
      const day = dayNumber(String(data[dims]?.[row]).slice(0, 10))
      const key = keyOf([...cells, day])
      const cohort = found.get(key) ?? { cells, day, players: 0, paid: new Float64Array(days + 1) }
      found.set(key, cohort)
      cohort.players += Number(data[dims + 1]?.[row] ?? 0)
      const age = data[dims + 2]?.[row] ?? null
      const after = age === null ? days : Number(age) + 1
      if (age !== null && after <= days)
        cohort.paid[after] = (cohort.paid[after] as number) + Number(data[dims + 3]?.[row] ?? 0)
    }
  }
  const cohorts = [...found.values()].toSorted((one, other) => one.day - other.day)
  for (const { paid } of cohorts)
    for (let day = 1; day <= days; day++) paid[day] = (paid[day] as number) + (paid[day - 1] as number)
  return cohorts
}

function grouped(cohorts: readonly Kept[], keyIn: (cohort: Kept) => string): Map<string, CohortDay[]> {
  const groups = new Map<string, CohortDay[]>()
  for (const cohort of cohorts) {
    const key = keyIn(cohort)
    const group = groups.get(key)
    if (group) group.push(cohort)
    else groups.set(key, [cohort])
  }
  return groups
}

function summedByDay(cohorts: readonly CohortDay[]): CohortDay[] {
  const days = new Map<number, CohortDay>()
  for (const { day, players, paid } of cohorts) {
    const sum = days.get(day) ?? { day, players: 0, paid: new Float64Array(paid.length) }
    days.set(day, sum)
    sum.players += players
    for (const [at, one] of paid.entries()) sum.paid[at] = (sum.paid[at] as number) + one
  }
  return [...days.values()]
}
