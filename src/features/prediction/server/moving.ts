// Explains a day's change: the values of other dimensions on that day against another day.

import type { Deps } from '#server/deps.ts'
import type { Caller } from '#server/objects/types.ts'
import { moversOf, type ValueCell } from '#features/alarm/server/index.ts'
import { readModel } from '#features/config/server/index.ts'
import type { againsts, Mover } from '../contract.ts'
import { assertDims, filtersOf, pointOf, scopeOf, wholeDay, wholeDays } from './asked.ts'
import { dayOf } from './days.ts'

interface Question {
  point: number
  dim?: number | undefined
  cells?: readonly ValueCell[] | undefined
  games?: readonly string[] | undefined
  filters?: Parameters<typeof filtersOf>[0]['filters']
  day: string
  against: (typeof againsts)[number]
}

export async function moversOfDay(
  deps: Deps,
  caller: Caller,
  { point: id, dim, cells = [], day, against, ...whose }: Question,
  signal: AbortSignal,
): Promise<Mover[]> {
  const model = await readModel(deps)
  const point = pointOf(model, id)
  const dims = dim === undefined || cells.length === 0 ? [] : [dim]
  await assertDims(model, point, dims)
  const scope = await scopeOf(deps, caller, whose)
  const period = dayOf(day, '日期')
  wholeDays({ from: period, to: period }, await wholeDay(deps, model, [id], signal))
  const watch = { grain: 'day' as const, dims, filters: filtersOf(whose) as never }
  const movers = await moversOf(
    deps,
    model,
    { rule: { watch }, scope, cells: dims.length > 0 ? cells : [], point: id, period, against },
    signal,
  )
  return movers.map(({ dimName, method, before, after, against: beside, rows }) => ({
    dimName,
    method,
    before,
    after,
    against: beside,
    rows: rows.map((row) => ({ ...row })),
  }))
}
