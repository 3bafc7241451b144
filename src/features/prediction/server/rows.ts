// Finds rows whose figure is within a range or outside it, with the report engine's conditions on figures.

import type { Model, Point, ReportFilter } from '#semantic/model/types.ts'
import type { Deps } from '#server/deps.ts'
import { breathe } from '#server/limits/breath.ts'
import type { Caller } from '#server/objects/types.ts'
import { dayText } from '#shared/day.ts'
import {
  type LabelOf,
  labellingWithin,
  periodDimension,
  type ValueCell,
} from '#features/alarm/server/index.ts'
import { readModel } from '#features/config/server/index.ts'
import { figuresInScope } from '#features/statement/server/index.ts'
import { mostRows, type RowsFound, type RowsQuestion } from '../contract.ts'
import { addsUp, assertDims, filtersOf, pointOf, pointTold, scopeOf, wholeDay, wholeDays } from './asked.ts'
import { daysOf, wholeNumber, wrong } from './days.ts'

const mostDims = 3
const longestDays = 366
const usualCount = 20

interface Part {
  filters: ReportFilter[]
  desc: boolean
  limit: number
}

export async function findRowsIn(
  deps: Deps,
  caller: Caller,
  asked: RowsQuestion,
  signal: AbortSignal,
): Promise<RowsFound> {
  const begun = performance.now()
  const model = await readModel(deps)
  const point = pointOf(model, asked.point)
  const dims = [...new Set(asked.dims)]
  if (dims.length === 0 || dims.length > mostDims) throw wrong(`请选择 1 至 ${mostDims} 个维度`)
  await assertDims(model, point, dims)
  const parts = partsOf(point, asked)
  const scope = await scopeOf(deps, caller, asked)
  const days = wholeDays(daysOf(asked.from, asked.to), await wholeDay(deps, model, [point.id], signal))
  if (days.to - days.from >= longestDays) throw wrong(`一次最多查 ${longestDays} 天，请缩短日期`)
  const range = { from: dayText(days.from), to: dayText(days.to) }
  const perDay = asked.perDay ?? false
  const rows: { day: string | null; cells: ValueCell[]; value: number }[] = []
  let truncated = false
  for (const { filters, desc, limit } of parts) {
    const key = `p${point.id}`
    const info = {
      dims: [...(perDay ? [periodDimension(model, 'day')] : []), ...dims],
      points: [point.id],
      dateRange: range,
      ...(perDay && { grain: 'day' as const }),
      filters: [...filtersOf(asked), ...filters],
      order: [{ key, desc }],
      limit,
    }
    const { head, chunks } = await figuresInScope(deps, { info, scope }, signal)
    const place = head.columns.findIndex((column) => column.key === key)
    for (const { columns, rowCount } of chunks) {
      const cells = columns.map((text) => JSON.parse(text) as ValueCell[])
      for (let row = 0; row < rowCount; row += 1) {
        const own = cells.slice(0, place).map((column) => column[row] ?? null)
        const value = Number(cells[place]?.[row] ?? Number.NaN)
        if (!Number.isFinite(value) || cells[place]?.[row] === null) continue
        const [day] = perDay ? own : []
        rows.push({
          day: typeof day === 'string' ? day.slice(0, 10) : null,
          cells: own.slice(perDay ? 1 : 0),
          value,
        })
      }
      await breathe()
    }
    truncated ||= head.truncated && (asked.way === 'inside' || asked.way === 'outside')
  }
  if (parts.length > 1) rows.sort((one, other) => other.value - one.value)
  const shown = rows.slice(0, mostRows)
  return {
    point: pointTold(point),
    dims: dims.map((id) => dimensionTold(model, id)),
    ...range,
    perDay,
    rows: await labelled(await labellingWithin(deps, model, dims, scope, signal), dims, shown),
    truncated: truncated || shown.length < rows.length,
    sum: addsUp(point) ? shown.reduce((sum, { value }) => sum + value, 0) : null,
    elapsedMs: Math.round(performance.now() - begun),
  }
}

const dimensionTold = ({ dimensions }: Model, id: number) => {
  const found = dimensions.find((one) => one.id === id)
  return { id, name: found?.name ?? '', types: found?.types ?? 'string' }
}

async function labelled(
  labelOf: LabelOf,
  dims: readonly number[],
  rows: readonly { day: string | null; cells: ValueCell[]; value: number }[],
): Promise<RowsFound['rows']> {
  const found: RowsFound['rows'] = []
  for (const row of rows) {
    found.push({ ...row, labels: row.cells.map((cell, at) => labelOf([dims[at] ?? 0], [cell])) })
    if (found.length % 200 === 0) await breathe()
  }
  return found
}

/** Outside a range means below its lower bound or above its upper bound. */
function partsOf({ id: point }: Point, { way, low, high, count = usualCount }: RowsQuestion): Part[] {
  if (way === 'top' || way === 'bottom')
    return [{ filters: [], desc: way === 'top', limit: wholeNumber(count, '行数', 1, mostRows) }]
  if (low === undefined && high === undefined) throw wrong('请填写区间的下限或上限')
  if (low !== undefined && high !== undefined && low > high)
    throw wrong(`下限 ${low} 大于上限 ${high}，请对调`)
  const above = (op: 'gt' | 'gte', value: number): ReportFilter => ({ point, op, values: [value] })
  const below = (op: 'lt' | 'lte', value: number): ReportFilter => ({ point, op, values: [value] })
  if (way === 'inside') {
    const filters = [
      ...(low === undefined ? [] : [above('gte', low)]),
      ...(high === undefined ? [] : [below('lte', high)]),
    ]
    return [{ filters, desc: true, limit: mostRows }]
  }
  return [
    ...(high === undefined ? [] : [{ filters: [above('gt', high)], desc: true, limit: mostRows }]),
    ...(low === undefined ? [] : [{ filters: [below('lt', low)], desc: false, limit: mostRows }]),
  ]
}
