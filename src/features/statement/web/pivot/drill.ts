// Drills into a cell: its place on both axes becomes conditions, and another dimension replaces it.
import { navigate } from 'wouter/use-browser-location'
import { dimsIn, onDimensions, withoutOpen } from '#semantic/model/conditions.ts'
import { type Axes, axesOf, withAxes } from '#semantic/model/pivot/axes.ts'
import { nodesTo } from '#semantic/model/pivot/layout.ts'
import type { AxisNode } from '#semantic/model/pivot/matrix.ts'
import type { NodeTexts } from '#semantic/model/pivot/nodeText.ts'
import { pointsUnder } from '#semantic/model/references.ts'
import { periodEnd } from '#semantic/model/shown/periods.ts'
import type { Grain, ReportCondition, ReportInfo } from '#semantic/model/types.ts'
import { call } from '#web/api/client.ts'
import { showMessage } from '#web/shell/message.ts'
import { getReportQueryParam, type Report } from '#features/statement/contract.ts'
import { changesFrom, writeAddress } from '../address/address.ts'
import { focusPath } from '../address/link.ts'
import { withFilter, withoutDims } from '../filters/filters.ts'
import { dimensionNames } from '../report/names.ts'

/** One condition from a cell's place. */
export interface Fixed {
  dimension: number
  node: AxisNode
  /** Grain of a date; null for other dimensions. */
  grain: Grain | null
}

export function fixedBy(
  axes: Axes,
  row: AxisNode,
  column: AxisNode,
  { isDate, grainOf }: Pick<NodeTexts, 'isDate' | 'grainOf'>,
): Fixed[] {
  const along = (node: AxisNode, ids: readonly number[]) =>
    nodesTo(node).flatMap((at, depth): Fixed[] => {
      const dimension = ids[depth]
      if (dimension === undefined) return []
      return [{ dimension, node: at, grain: isDate(dimension) ? grainOf(dimension) : null }]
    })
  return [...along(row, axes.rows), ...along(column, axes.columns)]
}

/**
 * The report's days and conditions, with the fixed ones; the rest of a ranking can't be drilled into. `own`:
 * the dimension of the report's days; another date becomes a condition.
 */
export function narrowed(
  info: ReportInfo,
  fixed: readonly Fixed[],
  own: number | undefined,
): Pick<ReportInfo, 'dateRange' | 'filters'> {
  let filters: ReportCondition[] = info.filters ?? []
  let dateRange = info.dateRange
  for (const { dimension, node, grain } of fixed) {
    if (grain !== null && typeof node.value === 'string') {
      const from = node.value.slice(0, 10)
      const to = periodEnd(from, grain)
      if (own === undefined || own === dimension) dateRange = { from, to }
      else filters = withFilter(filters, { dim: dimension }, { op: 'between', values: [from, to] })
    } else {
      const value = node.value === null ? null : String(node.value)
      filters = withFilter(filters, { dim: dimension }, { op: 'in', values: [value] })
    }
  }
  return { ...(dateRange && { dateRange }), filters }
}

/** From coarse to fine; weeks don't divide months. */
const finer: Record<Grain, readonly Grain[]> = {
  year: ['quarter', 'month', 'day', 'hour'],
  quarter: ['month', 'day', 'hour'],
  month: ['day', 'hour'],
  week: ['day', 'hour'],
  day: ['hour'],
  hour: [],
}

/** The next finer grain below the report's own; undefined where there is none. */
export const nextGrain = (grain: Grain | undefined, grains: readonly Grain[]): Grain | undefined =>
  finer[grain ?? 'day'].find((one) => grains.includes(one))

/**
 * The cell's figures by another dimension, or by the same dates at a finer `grain`. Dimensions with one value
 * left are on no axis.
 */
export function drilledInto(
  info: ReportInfo,
  fixed: readonly Fixed[],
  dimension: number,
  { own, grain }: { own: number | undefined; grain?: Grain | undefined },
): ReportInfo {
  const gone = new Set(fixed.map((one) => one.dimension))
  const axes = axesOf(info)
  const stays = (id: number) => !gone.has(id) && id !== dimension
  const next = withAxes({
    rows: [dimension, ...axes.rows.filter(stays)],
    columns: axes.columns.filter(stays),
  })
  const { top, order, grain: former, ...rest } = info
  // It applied to the fixed date: another date keeps its own grain.
  const cut = grain ?? (own !== undefined && gone.has(own) ? undefined : former)
  return {
    ...rest,
    ...narrowed(info, fixed, own),
    ...next,
    ...(cut && { grain: cut }),
    ...(order && {
      order: order.filter(({ key }) => !gone.has(Number(key.slice(1))) || key.startsWith('p')),
    }),
    ...(top && stays(top.dim) && { top }),
  }
}

/** Opens another report for the same value, with the days and the conditions that it can use. */
export async function openAcross(
  target: Report,
  info: ReportInfo,
  fixed: readonly Fixed[],
  own: number | undefined,
): Promise<void> {
  const { dateRange, filters = [] } = narrowed(info, fixed, own)
  const params = await call(getReportQueryParam, {
    params: { reportId: target.id },
    query: { dims: target.info.dims.join(','), points: pointsUnder(target.info).join(',') },
  })
  const reached = new Set(
    params.dimensions.filter(({ unreachable }) => unreachable === '').map(({ id }) => id),
  )
  const chosen = withoutOpen(onDimensions(filters))
  const isReached = (condition: ReportCondition) => dimsIn([condition]).every((dim) => reached.has(dim))
  const carried = chosen.filter(isReached)
  const kept = withoutDims(target.info.filters, new Set(dimsIn(carried)))
  const next: ReportInfo = {
    ...target.info,
    ...(dateRange && target.info.dateRange && { dateRange }),
    filters: [...kept, ...carried],
  }
  navigate(
    writeAddress(
      { view: target.viewMetaId, report: target.id, changes: changesFrom(target.info, next) },
      focusPath,
    ),
  )
  const lost = chosen.filter((condition) => !isReached(condition))
  if (lost.length > 0) {
    const unknown = dimsIn(lost).filter((dim) => !reached.has(dim))
    const names = [...new Set(unknown)].map(dimensionNames(params))
    showMessage({
      message: `「${target.reportName}」的指标没有${names.join('、')}，这些条件没有带过去`,
      intent: 'warning',
    })
  }
}
