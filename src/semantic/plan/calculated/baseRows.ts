// The figures of fixed rows, read from the facts under the report's conditions on dimensions and the reader's scope,
// just as windows read days around the range: whether or not the report has the row. Requested days, conditions on
// figures and first N values do not apply.
//
//   by 日期, 渠道 over 03-10 – 03-16, against 2026-03-01      the same points by 渠道 over 03-01
//   by 日期, 渠道, against 渠道 b                             by 日期 over 03-10 – 03-16, rows of b alone
//   against the week of 03-02                                 all days of that week

import type { Dimension, Grain } from '#semantic/model/types.ts'
import { dayNumber } from '#shared/day.ts'
import type { ReadCalculation } from '../asked/calculations.ts'
import { grainOf, isBusinessDate } from '../asked/grain.ts'
import type { PeriodRequest, ReportRequest } from '../asked/request.ts'
import { withoutConditions } from '../compared/comparison.ts'
import { type Days, dayRange, nextPeriod } from '../days/periods.ts'
import { planPeriod } from '../facts/period.ts'
import { asText, binary, isNull } from '../tree/build.ts'
import type { BaseRowsPlan, BoundType, BoundValue, CalculationPlan, Node, PeriodPlan } from '../tree/tree.ts'

interface Wanted {
  dimension: Dimension
  base: { value: BoundValue | null; type: BoundType }
  reportLevel: number
  by: Dimension[]
  calculations: ReadCalculation[]
}

/** `columns`: those of the request's calculations, in the same order. */
export function planBaseRows(columns: CalculationPlan[], request: ReportRequest): BaseRowsPlan[] {
  return wantedRows(request.calculations, columns, request.dims).map((wanted): BaseRowsPlan => {
    const { by, reportLevel, calculations: own } = wanted
    return {
      by: by.map(({ id }) => `d${id}`),
      period: basePeriod(wanted, request),
      // With no dimension left it is the total, which exists even without facts.
      level: by.length === 0 ? 0 : by.length + 1,
      points: [...new Set(own.map(({ asked }) => `p${asked.of}`))],
      keys: own.map(({ key }) => key),
      reportLevel,
    }
  })
}

/** One entry for all calculations with the same fixed row at the same level. */
function wantedRows(
  calculations: ReadCalculation[],
  columns: CalculationPlan[],
  dims: Dimension[],
): Wanted[] {
  const found = new Map<string, Wanted>()
  for (const [index, { work }] of columns.entries()) {
    if (work.kind !== 'fixed' || !('value' in work.base)) continue
    const { base, dim, series } = work
    for (const reportLevel of series.levels) {
      const by = dims.slice(0, reportLevel).filter(({ id }) => series.restart.includes(`d${id}`))
      const key = JSON.stringify([dim, base.value?.value ?? null, reportLevel, by.map(({ id }) => id)])
      const known = found.get(key) ?? {
        dimension: dims.find(({ id }) => `d${id}` === dim) as Dimension,
        base,
        reportLevel,
        by,
        calculations: [],
      }
      known.calculations.push(calculations[index] as ReadCalculation)
      found.set(key, known)
    }
  }
  return [...found.values()]
}

function basePeriod({ dimension, base, by, calculations }: Wanted, request: ReportRequest): PeriodPlan {
  const { top, filters } = request
  const own: PeriodRequest = {
    ...request,
    ...withoutConditions,
    dims: [dimension, ...by],
    selected: [...new Set(calculations.map(({ definition }) => definition))],
    hidden: [],
    subtotals: false,
    // For the dimension itself the value counts, even if the report merges it into 其他.
    top: by.some(({ id }) => `d${id}` === top?.dim) ? top : null,
  }
  const days = daysOf(dimension, base, grainOf(dimension, request.grain))
  const range = days === null ? request.days.range : dayRange(days)
  const { plan, kinds } = planPeriod(own, { range, filters })
  // Whole days fully determine a date; an hour, or any other value, needs its own condition.
  if (days !== null && base.type === 'date') return plan
  const facts = plan.facts.map((fact) => {
    const [node] = fact.dims as [Node, ...Node[]]
    return { ...fact, where: [...fact.where, met(kinds[0] === 'boolean' ? asText(node) : node, base)] }
  })
  return { ...plan, facts }
}

const met = (operand: Node, { value, type }: Wanted['base']): Node =>
  value === null ? isNull(operand) : binary('=', operand, { kind: 'parameter', bound: value, type })

/** For a business date the whole day, week or month; null if the report's days are read. */
function daysOf(dimension: Dimension, { value }: Wanted['base'], grain: Grain | null): Days | null {
  if (!isBusinessDate(dimension) || grain === null || value === null) return null
  const day = dayNumber(String(value.value).slice(0, 10))
  // The hour's business day may have begun on the previous day.
  if (grain === 'hour') return { from: day - 1, until: day + 1 }
  return { from: day, until: nextPeriod(day, grain) }
}
