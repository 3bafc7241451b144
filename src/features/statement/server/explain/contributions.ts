// Which values a cell's change comes from: both sides are read by each dimension like any report, within the
// reader's games and row rules, and the engine parts them.

import { comparedSides } from '#semantic/compile.ts'
import { splittingDimensions } from '#semantic/contributions/dimensions.ts'
import { type Split, splitOf } from '#semantic/contributions/split.ts'
import { hasPoints, withoutOpen } from '#semantic/model/conditions.ts'
import type { Comparison } from '#semantic/model/types.ts'
import { contextFor } from '#server/compileContext.ts'
import type { Deps } from '#server/deps.ts'
import type { SessionUser } from '#server/http/session.ts'
import { AppError } from '#shared/errors.ts'
import type { changeBases, ExplainedChange } from '#features/statement/contract.ts'
import { type Prepared, prepareReport } from '../compiling.ts'
import { findReport } from '../reports.ts'
import { type CellQuestion, cellsIn, pointOf } from './cell.ts'
import { daysOf } from './change.ts'
import { byFew, changesBy, named, patienceMs } from './changesBy.ts'
import { labelled } from './contributionLabels.ts'
import { type ChangeSides, readWhole } from './contributionReads.ts'
import { finestDate, type Narrowing } from './narrowing.ts'
import { sideInfos } from './sides.ts'

interface ChangeQuestion extends CellQuestion {
  against?: (typeof changeBases)[number] | undefined
  dims?: number[] | undefined
}

/** Dimensions that are read at once; the others are offered. */
const mostDimensions = 8

export async function explainChange(
  deps: Deps,
  user: SessionUser,
  question: ChangeQuestion,
  signal: AbortSignal,
): Promise<ExplainedChange> {
  const { reportId, info, dims: wanted } = question
  if (reportId !== undefined) await findReport(deps.metadata.db, user, reportId)
  const prepared = await prepareReport(deps, info, user)
  const split = splitAt(question, prepared)
  const { against, sides, days } = sidesAt(deps, user, question, prepared)
  const all = splittingDimensions(prepared.model, user, {
    points: [split.point.id],
    filters: sides.after.filters ?? [],
  })
  const dims = wanted ? all.filter(({ id }) => wanted.includes(id)) : all.slice(0, mostDimensions)
  const late = AbortSignal.timeout(patienceMs)
  const reading = { deps, scope: user, split, sides, signal: AbortSignal.any([signal, late]) }
  const whole = await readWhole(reading)
  const { found, left } = await changesBy(reading, dims, { late, signal })
  return {
    against,
    ...days,
    ...whole,
    allRows: leavesRowsOut(question),
    format: split.point.info.format ?? null,
    unit: split.point.info.unit ?? '',
    dims: (await labelled(deps, prepared.model, found, user, signal)).toSorted(byFew),
    more: all.filter((one) => !dims.includes(one)).map(named),
    left,
  }
}

/**
 * Conditions on points choose the report's rows, so they change totals and no single row. Which rows the other period
 * should keep is not settled by them: its own, or those of this one. So a total is split over all rows, and says so.
 */
function leavesRowsOut({ info, cells, except }: CellQuestion): boolean {
  const isRow = info.dims.length > 0 && Object.keys(cells).length >= info.dims.length && !except
  return !isRow && hasPoints(withoutOpen([...(info.filters ?? []), ...(info.compareFilters ?? [])]))
}

function splitAt({ info, key }: CellQuestion, prepared: Prepared): Split {
  if ((info.kind ?? 'table') !== 'table')
    throw new AppError('report_invalid', '留存、漏斗和分布按玩家统计，不能按维度拆分变化')
  const column = prepared.columns.find((one) => one.key === key)
  const point = column && column.kind !== 'dimension' ? pointOf(column, info, prepared) : null
  if (!point) throw new AppError('report_invalid', '报表没有这一列，请刷新后再试')
  return splitOf(prepared.model, point)
}

interface SidesFound {
  against: Comparison
  sides: ChangeSides
  days: { beforeDays: string; afterDays: string }
}

function sidesAt(deps: Deps, user: SessionUser, question: ChangeQuestion, prepared: Prepared): SidesFound {
  const { info, except, key } = question
  const { model, range } = prepared
  const column = prepared.columns.find((one) => one.key === key) as Narrowing['column']
  const cells = cellsIn(question, prepared)
  const against = question.against ?? info.compare ?? 'previous'
  const asked = { ...info, compare: against }
  const days =
    against === 'filters'
      ? null
      : comparedSides(asked, finestDate(info, model, cells), contextFor(deps, user))
  const sides = sideInfos({ info: asked, model, column, cells, except, range }, days)
  return {
    against,
    sides,
    days: { beforeDays: daysOf(days?.prior).trim(), afterDays: daysOf(days?.base).trim() },
  }
}
