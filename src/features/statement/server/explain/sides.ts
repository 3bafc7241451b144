// Both sides of a cell's change as plain questions, each with its days and conditions.

import type { ComparedSides } from '#semantic/compile.ts'
import { onDimensions } from '#semantic/model/conditions.ts'
import type { Model, ReportCondition, ReportInfo } from '#semantic/model/types.ts'
import { shiftDay } from '#shared/day.ts'
import { AppError } from '#shared/errors.ts'
import type { ChangeSides } from './contributionReads.ts'
import { type Narrowing, rowFacts } from './narrowing.ts'

/** `days`: null where the sides differ by conditions, not by days. Conditions on points choose rows, not facts. */
export function sideInfos(wanted: Narrowing, days: ComparedSides | null): ChangeSides {
  const { info, model } = wanted
  const { filters = [], compareFilters = [], dateRange } = rowFacts(wanted)
  const own = onDimensions(filters)
  const { formulas } = info
  const side = (more: Pick<ReportInfo, 'dateRange' | 'filters'>) => ({
    ...(formulas && { formulas }),
    ...more,
  })
  if (info.compare === 'filters') {
    const range = dateRange && { dateRange }
    return {
      after: side({ ...range, filters: own }),
      before: side({ ...range, filters: onDimensions(compareFilters) }),
    }
  }
  if (days === null) throw new AppError('report_invalid', '按小时的变化还不能拆分，请改看按天的行或合计')
  if (days.base.length === 0)
    throw new AppError('report_invalid', '没有可比的日期：这些日期还没结束，或对比期没有数据')
  const within = (stretches: ComparedSides['base']) => {
    const dateRange = { from: stretches[0]?.from ?? '', to: lastDay(stretches.at(-1)?.until ?? '') }
    return side({ dateRange, filters: [...own, ...stretchesOnly(model, stretches)] })
  }
  return { after: within(days.base), before: within(days.prior) }
}

const lastDay = (until: string): string => shiftDay(until, -1)

/** Days between the stretches belong to neither side. */
function stretchesOnly(model: Model, stretches: ComparedSides['base']): ReportCondition[] {
  if (stretches.length < 2) return []
  const date = model.dimensions.find(
    ({ types, table_id: table, info }) => types === 'date' && table === null && !info.expression?.trim(),
  )
  if (!date) throw new AppError('report_invalid', '报表配置里没有日期维度，不能拆分这个变化')
  return [
    {
      any: stretches.map(({ from, until }) => ({
        dim: date.id,
        op: 'between' as const,
        values: [from, lastDay(until)],
      })),
    },
  ]
}
