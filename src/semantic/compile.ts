// The report engine's public functions: a request and the model in, one SQL statement out, or a ReportProblem
// that says what is wrong. Pure: the caller runs the statement.
//
//   { dims: [4], points: [11] }   →  WITH … SELECT r."d4", r."p11" FROM _levels AS r ORDER BY … LIMIT 100002
//   the statement's rows          →  null  145.75     the total, always the first row
//                                    'x'   130.50     then the rows
//                                    …
import { asChange, wholeOf } from './changeReport.ts'
import { keptLookup, type Lookup } from './model/lookup.ts'
import { lookupFor } from './model/ownFormulas.ts'
import { modelSeen } from './model/personal.ts'
import { reportInvalid } from './model/problem.ts'
import type { RowScope } from './model/rowScope.ts'
import type {
  CompileContext,
  CompiledReport,
  DimensionTable,
  Model,
  PhysicalTable,
  ReportForecast,
  ReportInfo,
} from './model/types.ts'
import type { ResolvedRange } from './plan/asked/range.ts'
import { refusedBy, refusedShares } from './plan/asked/shares.ts'
import { withoutSum } from './plan/asked/withoutCalculation.ts'
import { activityLists } from './plan/cohort/activity/lists.ts'
import { listsBehind } from './plan/cohort/lists.ts'
import { planCohorts } from './plan/cohort/plan.ts'
import type { CohortKind } from './plan/cohort/refusals.ts'
import type { ValuePlan } from './plan/cohort/tree.ts'
import { forecastKeys } from './plan/cohort/value/columns.ts'
import { learnedInfo } from './plan/cohort/value/learned.ts'
import { valueLists } from './plan/cohort/value/lists.ts'
import { windowLists } from './plan/cohort/windows/lists.ts'
import { tableSight } from './plan/facts/rules.ts'
import { calculatingPoints } from './plan/questions/calculates.ts'
import { planRows, type RowsAsked } from './plan/questions/factRows.ts'
import {
  anyContext,
  type Unjoinable,
  unjoinableWith,
  unreachedDimensions,
} from './plan/questions/unjoinable.ts'
import { planValues, type ValuesRequest } from './plan/questions/values.ts'
import { planReport } from './plan/report.ts'
import { type RowWanted, type WantedCells, writeRow } from './sql/cell.ts'
import { clickhouse } from './sql/clickhouse.ts'
import { writeActivityLists } from './sql/cohort/activity/lists.ts'
import { writeLists } from './sql/cohort/lists.ts'
import { writeCohorts } from './sql/cohort/statement.ts'
import { writeLearned } from './sql/cohort/value/learned.ts'
import { writeValueLists } from './sql/cohort/value/lists.ts'
import { writeWindowLists } from './sql/cohort/windows/lists.ts'
import type { Dialect } from './sql/dialect.ts'
import { duckdb } from './sql/duckdb.ts'
import { type RowsStatements, writeRows } from './sql/factRows.ts'
import { writeKeyCheck } from './sql/keyCheck.ts'
import { type Statement, writeReport } from './sql/statement.ts'
import { type ConditionPieces, conditionPieces } from './sql/tableSight.ts'
import { writeValues } from './sql/values.ts'

export {
  checkDimension,
  checkDimensionTable,
  checkExpression,
  checkFormula,
  checkPoint,
  checkPointTable,
} from './model/check.ts'
export { withOwnFormulas } from './model/ownFormulas.ts'
export { type Problem, ReportProblem } from './model/problem.ts'
export { joinWarnings, pointTableWarnings, pointWarnings } from './model/warnings.ts'
export { resolveRange } from './plan/asked/range.ts'
export { maxLimit } from './plan/asked/wanted.ts'
export { type ComparedSides, comparedSides } from './plan/questions/comparedSides.ts'
export { readableSql } from './sql/readable.ts'

/**
 * Throws ReportProblem (report_invalid, formula_invalid). The statement returns the total first and at most
 * `limit` + 1 rows after it. Row `limit` + 1, if present, only shows that there are more; the caller drops
 * it.
 */
export function compileReport(info: ReportInfo, model: Model, context: CompileContext): CompiledReport {
  const dialect = dialectOf(context)
  const { kind = 'table' } = info
  if (kind === 'change') {
    const whole = wholeOf(info)
    return asChange(compileReport(whole, model, context), info, whole)
  }
  if (kind !== 'table') return compileCohorts(info, kind, model, context)

  const lookup = lookupFor(info, modelSeen(model, context))
  const { plan, range, comparedRange, baseRange, unfinishedFrom } = planReport(info, lookup, context)
  const { sql, params, tables } = writeReport(plan, dialect)
  return {
    sql,
    params,
    columns: plan.columns,
    summaryFirst: true,
    tables,
    range,
    limit: plan.limit,
    marks: plan.marks,
    bases: plan.bases,
    unfinishedFrom,
    comparedRange,
    baseRange,
    calculates: calculatingPoints(info, lookup),
    ...(context.dialect === 'duckdb' && {
      readSums: async () => (await import('./sums/report.ts')).sumsOf(plan),
    }),
  }
}

function compileCohorts(
  info: ReportInfo,
  kind: CohortKind,
  model: Model,
  context: CompileContext,
): CompiledReport {
  const lookup = lookupFor(info, modelSeen(model, context))
  const { plan, range, unfinishedFrom } = planCohorts(info, kind, lookup, context)
  const { sql, params, tables } = writeCohorts(plan, dialectOf(context))
  const { columns, limit } = plan
  const forecast = plan.kind === 'ltv' ? forecastOf(plan, range, info, lookup, context) : null
  return {
    sql,
    params,
    columns,
    summaryFirst: true,
    tables,
    range,
    limit,
    marks: [],
    bases: plan.kind === 'ltv' || plan.kind === 'retention' ? plan.bases : [],
    unfinishedFrom,
    comparedRange: null,
    baseRange: null,
    calculates: calculatingPoints(info, lookup),
    ...(forecast && { forecast }),
  }
}

/** Null where nothing is forecast. */
function forecastOf(
  { forecast, dates, columns, entries, today }: ValuePlan,
  range: ResolvedRange | null,
  info: ReportInfo,
  lookup: Lookup,
  context: CompileContext,
): ReportForecast | null {
  if (forecast.length === 0 || range === null) return null
  const learned = planCohorts(learnedInfo(info, forecast, range), 'ltv', lookup, context)
  const placeOf = (key: string): number => columns.findIndex((column) => column.key === key)
  return {
    days: forecast.map((days) => {
      const [expected, low, high] = forecastKeys(days)
      return { days, places: [placeOf(expected), placeOf(low), placeOf(high)] }
    }),
    dims: entries.dims.length,
    dates,
    range,
    today,
    learned: writeLearned(learned.plan as ValuePlan, dialectOf(context)),
  }
}

/**
 * The values for a dimension's filter, within the context's games. Columns `value` and `label`, both text,
 * null for the null value; ordered by the dimension's `valueOrder`, then by label. Throws ReportProblem.
 */
export function compileValues(request: ValuesRequest, model: Model, context: CompileContext): Statement {
  const dialect = dialectOf(context)
  return writeValues(planValues(request, keptLookup(modelSeen(model, context)), context), dialect)
}

/**
 * One row of a report's result, found by its dimensions' cells. Compile `report` with `limit: maxLimit`, so
 * that the row can't be cut off. Read the last row: where all wanted cells are null, the total comes before
 * it.
 */
export function compileRow(
  report: CompiledReport,
  wanted: RowWanted,
  context: Pick<CompileContext, 'dialect'>,
): Statement {
  return writeRow(report, wanted, dialectOf(context))
}

/**
 * The fact rows from which points are computed. One entry per point table: a statement that lists at most
 * `limit` rows, and one that counts them all (one row, one column). Throws ReportProblem.
 */
export function compileRows(
  info: RowsAsked,
  limit: number,
  model: Model,
  context: CompileContext,
): RowsStatements[] {
  const dialect = dialectOf(context)
  return planRows(info, lookupFor(info, modelSeen(model, context)), context).map((plan) =>
    writeRows(plan, limit, dialect),
  )
}

/**
 * What is behind one cell of a report about players: the counted players, and the fact rows that
 * make them count. `key` names the cell's column (`n7`, `c2`), `cells` its row (no cells: the total). One
 * entry per list, with at most `limit` rows and the full count. Throws ReportProblem, also for plain tables.
 */
export function compilePlayers(
  info: ReportInfo,
  { key, cells }: { key: string; cells: WantedCells },
  limit: number,
  model: Model,
  context: CompileContext,
): RowsStatements[] {
  const { kind = 'table' } = info
  if (kind === 'table' || kind === 'change') throw reportInvalid('这种报表的单元格不按玩家统计')
  const lookup = lookupFor(info, modelSeen(model, context))
  const { plan } = planCohorts(info, kind, lookup, context)
  const physical = (name: string) => lookup.physicalTable(name)
  if (plan.kind === 'ltv')
    return writeValueLists(plan, { lists: valueLists(plan, key), cells, limit, physical }, dialectOf(context))
  if (plan.kind === 'activity') {
    const lists = activityLists(plan, key, cells)
    return writeActivityLists(plan, { lists, cells, limit, physical }, dialectOf(context))
  }
  if (plan.kind === 'windows')
    return writeWindowLists(
      plan,
      { lists: windowLists(plan, key, info, lookup), cells, limit },
      dialectOf(context),
    )
  const lists = listsBehind(plan, key, info, lookup)
  return writeLists(plan, { lists, cells, limit, physical }, dialectOf(context))
}

/**
 * What row rules on dimensions allow a user of SQL to see of a warehouse table: conditions on its rows in
 * the warehouse's dialect, or why the table may not be read. Games are not included.
 */
export function compileTableSight(
  table: PhysicalTable,
  model: Model,
  scope: Pick<RowScope, 'rules'>,
  dialect: CompileContext['dialect'] = 'duckdb',
): { conditions: ConditionPieces[] } | { refusal: string } {
  const sight = tableSight(table, scope, keptLookup(model), anyContext)
  return 'refusal' in sight
    ? sight
    : {
        conditions: sight.conditions.map((condition) => conditionPieces(condition, dialectOf({ dialect }))),
      }
}

/** Why points have no share of the total in a report by these dimensions: Chinese reasons by point id. */
export function shareRefusals(
  { dims, formulas }: Pick<ReportInfo, 'dims' | 'formulas'>,
  model: Model,
): Map<number, string> {
  return refusedShares(dims, lookupFor({ ...(formulas && { formulas }) }, model))
}

/**
 * Why points' rows can't be summed, as running totals and moving sums require: Chinese reasons by point id.
 */
export function sumRefusals(model: Model): Map<number, string> {
  return refusedBy(keptLookup(model), withoutSum)
}

/**
 * Dimensions and points that can't be added to a request in this scope, with Chinese reasons by id; all
 * others can.
 */
export function unjoinable(info: ReportInfo, model: Model, scope: RowScope): Unjoinable {
  return unjoinableWith(info, lookupFor(info, model), scope)
}

/** Like `unjoinable` for dimensions, for many combinations of points of one model. */
export function unreachedDimensionsIn(
  model: Model,
  scope: RowScope,
): (chosen: Pick<ReportInfo, 'points' | 'filters'>) => Map<number, string> {
  return unreachedDimensions(keptLookup(model), scope)
}

/**
 * Finds repeated keys of a dimension table: columns `key` (text) and `count`, at most five rows, none for a
 * sound table. The caller puts them into `Model.duplicateKeys`, so that reports refuse to join the table; the
 * result is valid until the table is published again.
 */
export function compileKeyCheck(
  table: DimensionTable,
  context: Pick<CompileContext, 'dialect'> = { dialect: 'duckdb' },
): Statement {
  return writeKeyCheck(table, dialectOf(context))
}

export function dialectOf(context: Pick<CompileContext, 'dialect'>): Dialect {
  return context.dialect === 'clickhouse' ? clickhouse : duckdb
}
