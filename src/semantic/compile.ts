// The report engine's door: a request and the model → one statement, or a problem that says what is wrong.
import { lookupOf } from './model/lookup.ts'
import { reportInvalid } from './model/problem.ts'
import type { CompileContext, CompiledReport, DimensionTable, Model, ReportInfo } from './model/types.ts'
import { calculatingPoints } from './plan/calculates.ts'
import { listsBehind } from './plan/cohort/lists.ts'
import { planCohorts } from './plan/cohort/plan.ts'
import type { CohortKind } from './plan/cohort/refusals.ts'
import { planRows } from './plan/factRows.ts'
import { planReport } from './plan/report.ts'
import { refusedShares } from './plan/shares.ts'
import { type Unjoinable, unjoinableWith } from './plan/unjoinable.ts'
import { planValues, type ValuesRequest } from './plan/values.ts'
import { type RowWanted, type WantedCells, writeRow } from './sql/cell.ts'
import { refuseUnproven } from './sql/clickhouse/refusals.ts'
import { clickhouse } from './sql/clickhouse.ts'
import { writeLists } from './sql/cohort/lists.ts'
import { writeCohorts } from './sql/cohort/statement.ts'
import type { Dialect } from './sql/dialect.ts'
import { duckdb } from './sql/duckdb.ts'
import { type RowsStatements, writeRows } from './sql/factRows.ts'
import { writeKeyCheck } from './sql/keyCheck.ts'
import { type Statement, writeReport } from './sql/statement.ts'
import { writeValues } from './sql/values.ts'

export {
  checkDimension,
  checkDimensionTable,
  checkExpression,
  checkFormula,
  checkPoint,
  checkPointTable,
} from './model/check.ts'
export { type Position, type Problem, ReportProblem } from './model/problem.ts'
export { resolveRange } from './plan/range.ts'
export { defaultLimit, maxLimit } from './plan/wanted.ts'
export { readableSql } from './sql/readable.ts'

/**
 * Throws ReportProblem (report_invalid, formula_invalid). The statement returns the total first and at most
 * `limit` + 1 rows after it: the last of them, if it comes, tells that there are more, and is to be cut.
 */
export function compileReport(info: ReportInfo, model: Model, context: CompileContext): CompiledReport {
  const dialect = dialectOf(context)
  const { kind = 'table' } = info
  if (kind !== 'table') return compileCohorts(info, kind, model, context)
  if (context.dialect === 'clickhouse') refuseUnproven(info)
  const { plan, range, comparedRange, unfinishedFrom } = planReport(info, lookupOf(model), context)
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
    unfinishedFrom,
    comparedRange,
    calculates: calculatingPoints(info, lookupOf(model)),
  }
}

function compileCohorts(
  info: ReportInfo,
  kind: CohortKind,
  model: Model,
  context: CompileContext,
): CompiledReport {
  const { plan, range, unfinishedFrom } = planCohorts(info, kind, lookupOf(model), context)
  const { sql, params, tables } = writeCohorts(plan, dialectOf(context))
  const { columns, limit } = plan
  return {
    sql,
    params,
    columns,
    summaryFirst: true,
    tables,
    range,
    limit,
    marks: [],
    unfinishedFrom,
    comparedRange: null,
    calculates: calculatingPoints(info, lookupOf(model)),
  }
}

/**
 * Values that a dimension's filter offers, in the context's games: columns `value` and `label`, both text, null
 * for the empty value; in their expected order, else by label.
 */
export function compileValues(request: ValuesRequest, model: Model, context: CompileContext): Statement {
  const dialect = dialectOf(context)
  return writeValues(planValues(request, lookupOf(model), context), dialect)
}

/** Of a report that was compiled whole (`maxLimit`) the one row that is meant; it is the last that the statement gives. */
export function compileRow(
  report: CompiledReport,
  wanted: RowWanted,
  context: Pick<CompileContext, 'dialect'>,
): Statement {
  return writeRow(report, wanted, dialectOf(context))
}

/** Rows of the facts behind the points, at most `limit` of each, and how many there are: one for each point table. */
export function compileRows(
  info: Pick<ReportInfo, 'points' | 'dateRange' | 'filters'>,
  limit: number,
  model: Model,
  context: CompileContext,
): RowsStatements[] {
  const dialect = dialectOf(context)
  return planRows(info, lookupOf(model), context).map((plan) => writeRows(plan, limit, dialect))
}

/**
 * Of a cell of a report about players (`key` its column, `cells` its row; none of the total): the players that it
 * counts and the rows that make them count, at most `limit` of each, and how many there are.
 */
export function compilePlayers(
  info: ReportInfo,
  { key, cells }: { key: string; cells: WantedCells },
  limit: number,
  model: Model,
  context: CompileContext,
): RowsStatements[] {
  const { kind = 'table' } = info
  if (kind === 'table') throw reportInvalid('这种报表的单元格不按玩家统计')
  const lookup = lookupOf(model)
  const { plan } = planCohorts(info, kind, lookup, context)
  const lists = listsBehind(plan, key, info, lookup)
  const physical = (name: string) => lookup.physicalTable(name)
  return writeLists(plan, { lists, cells, limit, physical }, dialectOf(context))
}

/** Reasons why points have no share of the total in a report by these dimensions. */
export function shareRefusals(dims: number[], model: Model): Map<number, string> {
  return refusedShares(dims, lookupOf(model))
}

/** Reasons for what cannot join the chosen dimensions and points; what is absent from the maps can. */
export function unjoinable(info: ReportInfo, model: Model): Unjoinable {
  return unjoinableWith(info, lookupOf(model))
}

/**
 * Finds keys of a dimension table that are not unique: columns `key` (text) and `count`, at most five rows. Their
 * keys belong in `Model.duplicateKeys`; the answer holds until the table is published again.
 */
export function compileKeyCheck(
  table: DimensionTable,
  context: Pick<CompileContext, 'dialect'> = { dialect: 'duckdb' },
): Statement {
  return writeKeyCheck(table, dialectOf(context))
}

function dialectOf(context: Pick<CompileContext, 'dialect'>): Dialect {
  return context.dialect === 'clickhouse' ? clickhouse : duckdb
}
