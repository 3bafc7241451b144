// Reads the rows of a report 变化来自谁: all dimensions are tried, or the report's own.
import { comparedSides } from '#semantic/compile.ts'
import { splittingDimensions } from '#semantic/contributions/dimensions.ts'
import { splitOf } from '#semantic/contributions/split.ts'
import type { RowScope } from '#semantic/model/rowScope.ts'
import type { Dimension, Point, ReportColumn, ReportInfo } from '#semantic/model/types.ts'
import { contextFor } from '#server/compileContext.ts'
import type { Deps } from '#server/deps.ts'
import type { ColumnChunk } from '#server/warehouse/types.ts'
import { AppError } from '#shared/errors.ts'
import type { Prepared } from '../compiling.ts'
import { byFew, changesBy, named as namedDimension, patienceMs } from '../explain/changesBy.ts'
import { labelled } from '../explain/contributionLabels.ts'
import { type Reading, readWhole } from '../explain/contributionReads.ts'
import { finestDate } from '../explain/narrowing.ts'
import { sideInfos } from '../explain/sides.ts'
import { columnTexts, orderedRows, rowsOfChange, totalOfChange } from './rows.ts'

/** Values that are listed where they do not add up. */
const mostAlone = 8

type Asked = Pick<Prepared, 'model' | 'columns' | 'range' | 'limit'> & { change: ReportInfo }

export async function readChangeReport(
  deps: Deps,
  prepared: Asked,
  scope: RowScope,
  signal: AbortSignal,
): Promise<{ chunk: ColumnChunk; truncated: boolean }> {
  const { model, change, columns } = prepared
  const { dims: chosen, order = [] } = change
  const point = model.points.find(({ id }) => id === change.points[0]) as Point
  const split = splitOf(model, point)
  const sides = sidesIn(deps, prepared, scope)
  const late = AbortSignal.timeout(patienceMs)
  const reading: Reading = { deps, scope, split, sides, signal: AbortSignal.any([signal, late]) }
  const all = splittingDimensions(model, scope, { points: [point.id], filters: sides.after.filters ?? [] })
  const whole = await readWhole(reading)
  const isSegment = ({ info }: Dimension): boolean => info.segment !== undefined
  const isAll = chosen.length === 0
  const asked = chosenOf(chosen, model.dimensions)
  const wanted = isAll ? all.filter((one) => !isSegment(one)) : asked.filter((one) => !isTemporal(one))
  const { found, left } = await changesBy(reading, wanted, { late, signal }, mostAlone)
  // Who is in a segment follows from the figures themselves, and is not known for former days.
  const segments = isAll ? all.filter(isSegment) : []
  left.push(
    ...asked
      .filter(isTemporal)
      .map((one) => ({ ...namedDimension(one), reason: '两个时期的日期本来就不同' })),
  )
  left.push(...segments.map((one) => ({ ...namedDimension(one), reason: '人群要选作分组才拆分' })))
  const named = (await labelled(deps, model, found, scope, signal)).toSorted(byFew)
  const key = `p${point.id}`
  const rows = rowsOfChange({ found: named, left }, key)
  const shown = [
    totalOfChange(whole, key),
    ...orderedRows(rows, known(order, columns)).slice(0, prepared.limit),
  ]
  return {
    chunk: { rowCount: shown.length, columns: columnTexts(columns, shown) },
    truncated: rows.length > prepared.limit,
  }
}

function known(order: NonNullable<ReportInfo['order']>, columns: readonly ReportColumn[]) {
  const stray = order.find(({ key }) => !columns.some((column) => column.key === key))
  if (stray) throw new AppError('report_invalid', `不能按「${stray.key}」排序：报表没有这一列`)
  return order
}

/** Each side has days of its own. */
const isTemporal = ({ types }: Dimension): boolean => types === 'date' || types === 'time'

const chosenOf = (ids: readonly number[], dimensions: readonly Dimension[]): Dimension[] =>
  ids.flatMap((id) => dimensions.find((one) => one.id === id) ?? [])

function sidesIn(deps: Deps, { model, change, columns, range }: Asked, scope: RowScope) {
  const info = { ...change, dims: [] }
  const cells = new Map<string, never>()
  const days =
    info.compare === 'filters'
      ? null
      : comparedSides(info, finestDate(info, model, cells), contextFor(deps, scope))
  const column = columns.find(({ key }) => key === `p${info.points[0]}`) as ReportColumn
  return sideInfos({ info, model, column, cells, except: undefined, range }, days)
}
