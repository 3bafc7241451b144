// Explains one cell of a report: its recomputed figure, its parts, and the rows behind it.

import { type ComparedSides, compilePlayers, compileRow, compileRows, maxLimit } from '#semantic/compile.ts'
import { baseRowText } from '#semantic/model/calculation/texts.ts'
import type { RowScope } from '#semantic/model/rowScope.ts'
import { grainOfColumn, isDateColumn, isForecast } from '#semantic/model/shown/columns.ts'
import { periodEnd } from '#semantic/model/shown/periods.ts'
import type { Point, ReportColumn, ReportInfo } from '#semantic/model/types.ts'
import { readableSql } from '#semantic/sql/readable.ts'
import { contextFor } from '#server/compileContext.ts'
import type { Deps } from '#server/deps.ts'
import type { SessionUser } from '#server/http/session.ts'
import type { SumsNote } from '#server/warehouse/sums/types.ts'
import type { ColumnChunk } from '#server/warehouse/types.ts'
import { AppError } from '#shared/errors.ts'
import type { RestatedFigure } from '#shared/imports/restatedSchema.ts'
import { restatedFor } from '#features/restated/server/index.ts'
import type { Cell, ExplainedPoint, ReportSumsNote } from '#features/statement/contract.ts'
import { type Answered, runCached } from '../cache/running.ts'
import { type Prepared, prepareReport, sumsTold, updateTimeOf } from '../compiling.ts'
import { bothIncluded } from '../dataMarks.ts'
import { maySeeSql } from '../figures.ts'
import { findReport } from '../reports.ts'
import { changeParts, factsOf, sidesOf } from './change.ts'
import { withStanding } from './doubts.ts'
import { explainPoint, formulasFor, referencesOf } from './meanings.ts'
import { type Narrowing, narrowed } from './narrowing.ts'

export interface CellQuestion {
  reportId?: number | undefined
  info: ReportInfo
  key: string
  cells: Record<string, Cell>
  except?: { key: string; values: Cell[] } | undefined
}

interface ExplainedRows {
  title: string
  table: string
  columns: { name: string; comment: string; type: string }[]
  data: Cell[][]
  rowCount: number
  total: number
  sql: string
}

export interface ExplainedCell {
  value: Cell
  point: ExplainedPoint | null
  parts: { name: string; value: Cell; unit: string }[]
  sql: string
  rows: ExplainedRows[] | null
  updateTime: string | null
  sums?: ReportSumsNote[]
  restated?: RestatedFigure[]
  /** Host and port of the ClickHouse that answered; for those who may see statements. */
  replica?: string
  cached: boolean
  elapsedMs: number
}

/** One row of a result: its cells by column key. */
interface FoundRow {
  cells: Map<string, Cell>
  columns: ReportColumn[]
  sql: string
  cached: boolean
  elapsedMs: number
  sums: SumsNote[] | undefined
  replica: string | undefined
  tables: string[]
}

const listedRows = 50

export async function explainCell(
  deps: Deps,
  user: SessionUser,
  question: CellQuestion,
  signal: AbortSignal,
): Promise<ExplainedCell> {
  const { reportId, info, key, except } = question
  if (reportId !== undefined) await findReport(deps.metadata.db, user, reportId)
  if (info.kind === 'change')
    throw new AppError('report_invalid', '这里的数字是两期之差的拆分：请在原来的报表里解释这个指标')
  const prepared = await prepareReport(deps, info, user)
  const column = prepared.columns.find((one) => one.key === key)
  if (!column || column.kind === 'dimension')
    throw new AppError('report_invalid', '报表没有这一列，请刷新后再试')
  const { model, range } = prepared
  const wanted: Narrowing = { info, model, column, cells: cellsIn(question, prepared), except, range }
  const point = pointOf(column, info, prepared)
  const maySee = maySeeSql(user)
  const standing = async () =>
    point
      ? ((await withStanding(deps, user, [explainPoint(point, model, formulasFor(user))]))[0] ?? null)
      : null
  if (isForecast(column)) {
    const { explainForecast } = await import('./forecast.ts')
    const { tables, sql, ...told } = await explainForecast(deps, prepared, column, wanted.cells, signal)
    return {
      ...told,
      point: await standing(),
      sql: maySee ? sql : '',
      rows: maySee ? await rowsBehind(deps, user, { ...wanted, sides: null }, point, signal) : null,
      updateTime: updateTimeOf(model, tables),
      cached: false,
    }
  }
  const references = point && (column.role ?? 'value') === 'value' ? referencesOf(point, model) : []
  const row = await findRow(deps, user, wanted, references, signal)
  const sides = sidesOf(deps, wanted)
  return {
    value: row.cells.get(key) ?? null,
    point: await standing(),
    parts: partsOf(column, row, references, sides),
    sql: maySee ? row.sql : '',
    rows: maySee ? await rowsBehind(deps, user, { ...wanted, sides }, point, signal) : null,
    updateTime: updateTimeOf(model, row.tables),
    ...sumsTold(model, row.sums),
    ...(point && (await restatedIn(deps, user, info, prepared, point, wanted.cells))),
    ...(maySee && row.replica !== undefined && { replica: row.replica }),
    cached: row.cached,
    elapsedMs: row.elapsedMs,
  }
}

/** What changed of the figure's points on the row's days, or on all of the report's. */
async function restatedIn(
  deps: Deps,
  scope: RowScope,
  info: ReportInfo,
  { model, range, columns }: Prepared,
  { id }: Point,
  cells: ReadonlyMap<string, Cell>,
): Promise<{ restated?: RestatedFigure[] }> {
  const date = columns.find((column) => isDateColumn(column) && typeof cells.get(column.key) === 'string')
  const from = date && String(cells.get(date.key)).slice(0, 10)
  const days = from ? { from, to: periodEnd(from, grainOfColumn(date, info.grain)) } : bothIncluded(range)
  const restated = await restatedFor(deps, scope, { model, points: [id], range: days })
  return restated.length > 0 ? { restated } : {}
}

/** The row's dimension values; a subtotal has the first ones, the total none. */
export function cellsIn({ cells, except }: CellQuestion, { columns }: Prepared): Map<string, Cell> {
  const dims = columns.filter(({ kind }) => kind === 'dimension').map(({ key }) => key)
  const named = new Map(Object.entries(cells))
  if (except) named.set(except.key, null)
  const known = dims.filter((key) => named.has(key))
  if (known.length < named.size || known.some((key, place) => dims[place] !== key)) {
    throw new AppError('parameter_wrong', '单元格所在的行与报表的维度不符，请刷新后再试')
  }
  return new Map(known.map((key) => [key, named.get(key) ?? null]))
}

/** The point of a column; null where it counts players. */
export function pointOf(column: ReportColumn, info: ReportInfo, { model }: Prepared): Point | null {
  const id = idOfPoint(info.kind === 'ltv' ? column.key : (column.of ?? column.key), info)
  return model.points.find((point) => point.id === id) ?? null
}

function idOfPoint(key: string, { kind = 'table', points }: ReportInfo): number | undefined {
  const [, sign = '', number = ''] = /^([a-z])(-?\d*)/.exec(key) ?? []
  if (kind === 'table') return Number(number)
  if (kind === 'funnel') return points[Number(number) - 1]
  if (kind === 'activity') return points[0]
  if (kind === 'distribution') return points[sign === 'v' ? 1 : 0]
  if (kind === 'ltv') return points[sign === 'n' ? 0 : 'kuq'.includes(sign) ? 2 : 1]
  return points[number === '' ? 0 : 1]
}

async function findRow(
  deps: Deps,
  scope: RowScope,
  wanted: Narrowing,
  references: Point[],
  signal: AbortSignal,
): Promise<FoundRow> {
  const own = narrowed(wanted)
  const row = own && (await ownRow(deps, scope, wanted, withPoints(own, wanted.column, references), signal))
  return row ?? rowOfWhole(deps, scope, wanted, references, signal)
}

/** The cell's own point with those of its formula; points that filter rows stay in the filters. */
function withPoints(info: ReportInfo, { key, of }: ReportColumn, references: Point[]): ReportInfo {
  const id = Number((of ?? key).slice(1))
  return { ...info, points: [id, ...references.map((point) => point.id)] }
}

/**
 * Null where the narrowed question has no such row: it was filled in, only the other period has it, or only
 * the report's other points have rows there.
 */
async function ownRow(
  deps: Deps,
  scope: RowScope,
  { cells, column, except }: Narrowing,
  info: ReportInfo,
  signal: AbortSignal,
): Promise<FoundRow | null> {
  const prepared = await prepareReport(deps, { ...info, limit: maxLimit }, scope)
  const answer = await runCached(deps, { ...prepared, limit: 2 }, scope, {}, signal)
  const rows = rowsOf(answer.chunks, prepared)
  const dims = prepared.columns.filter(({ kind }) => kind === 'dimension')
  const [total, ...others] = rows
  const isSame = (row: Map<string, Cell>) =>
    [...cells].every(([key, value]) => key === except?.key || row.get(key) === value)
  const isRow = dims.length > 0 && cells.size >= dims.length && !except
  const found = isRow ? (others.length === 1 ? others.find(isSame) : undefined) : total
  if (!found || !prepared.columns.some(({ key }) => key === column.key)) return null
  return { ...told(prepared, answer), cells: found, columns: prepared.columns }
}

/** The report's own statement, restricted to this row. */
async function rowOfWhole(
  deps: Deps,
  scope: RowScope,
  { info, cells, except }: Narrowing,
  references: Point[],
  signal: AbortSignal,
): Promise<FoundRow> {
  const points =
    (info.kind ?? 'table') === 'table'
      ? [...new Set([...info.points, ...references.map(({ id }) => id)])]
      : info.points
  const prepared = await prepareReport(deps, { ...info, points, limit: maxLimit }, scope)
  const isTotal = cells.size === 0
  const statement = isTotal
    ? prepared
    : compileRow(prepared, { cells, other: except !== undefined }, contextFor(deps, scope))
  const { sql, params, tables } = statement
  const limit = isTotal ? 0 : 1
  const answer = await runCached(
    deps,
    { sql, params, tables, limit, summaryFirst: true, calculates: prepared.calculates },
    scope,
    {},
    signal,
  )
  const row = rowsOf(answer.chunks, prepared).at(-1)
  if (!row) throw new AppError('object_missing', '报表里已没有这一行，请刷新后再试')
  return { ...told(statement, answer), cells: row, columns: prepared.columns }
}

const told = (
  { sql, params, tables }: Pick<Prepared, 'sql' | 'params' | 'tables'>,
  { cached, elapsedMs, sums, replica }: Answered,
) => ({ sql: readableSql(sql, params), tables, cached, elapsedMs, sums, replica })

/** Cells by column keys; figures over only the compared days, and those of fixed rows, as `_base`. */
function rowsOf(
  chunks: ColumnChunk[],
  { columns, marks, bases }: Pick<Prepared, 'columns' | 'marks' | 'bases'>,
): Map<string, Cell>[] {
  const keys = [...columns.map(({ key }) => key), ...marks, ...bases.map((key) => `${key}_base`)]
  return chunks.flatMap((chunk) => {
    const values = keys.map((_, index) => JSON.parse(chunk.columns[index] ?? '[]') as Cell[])
    return Array.from(
      { length: chunk.rowCount },
      (_, row) => new Map(keys.map((key, index) => [key, values[index]?.[row] ?? null])),
    )
  })
}

/** The parts of a figure, with their values for this cell. */
function partsOf(
  column: ReportColumn,
  { cells, columns }: FoundRow,
  references: Point[],
  sides: ComparedSides | null,
) {
  const part = (name: string, key: string) => {
    const found = columns.find((one) => one.key === key)
    return { name, value: cells.get(key) ?? null, unit: found?.unit ?? '' }
  }
  const { of, role = 'value' } = column
  const titleOf = (key: string) => columns.find((one) => one.key === key)?.title ?? key
  if (role === 'change' && of) {
    return changeParts(part('本期', of), part('对比期', `${of}_prev`), cells.get(`${of}_base`), sides)
  }
  const place = Number(column.key.slice(1))
  switch (role) {
    case 'value':
      return references.map(({ id, name }) => part(name, `p${id}`))
    case 'share':
      return of ? [part(titleOf(of), of), ...shareBase(cells.get(of), cells.get(column.key), of)] : []
    case 'calculation':
      return of ? [part(titleOf(of), of), ...basePart(column, cells, part('', of).unit)] : []
    case 'worth':
      return [part(titleOf(`v${place}`), `v${place}`), playersPart(column, cells, part('', 'n').unit)]
    case 'payback':
      return cells.get(column.key) === null ? [] : [playersPart(column, cells, part('', 'n').unit)]
    case 'each':
      return [part(titleOf('k'), 'k')]
    case 'sticky':
      return ['n', of ?? ''].map((key) => part(titleOf(key), key))
    case 'rate':
      return [`n${place}`, 'n'].map((key) => part(titleOf(key), key))
    case 'conversion':
      return [`s${place}`, `s${place - 1}`].map((key) => part(titleOf(key), key))
    case 'reached':
      return [`s${place}`, 's1'].map((key) => part(titleOf(key), key))
    default:
      return []
  }
}

/** Over how many players LTVn or payback is. */
const playersPart = ({ key }: ReportColumn, cells: Map<string, Cell>, unit: string) => ({
  name: '计入的玩家',
  value: cells.get(`${key}_base`) ?? null,
  unit,
})

/** The fixed row of a calculation, with its label and figure. */
function basePart(
  { key, calculation, baseName, noBase }: ReportColumn,
  cells: Map<string, Cell>,
  unit: string,
) {
  const value = cells.get(`${key}_base`)
  if (calculation === undefined || value === undefined) return []
  const reason = noBase === undefined ? '' : `（${noBase}）`
  return [{ name: `基准：${baseRowText(calculation, baseName)}${reason}`, value, unit }]
}

/** The base of a distribution's share: the players with the row's values, in all buckets. */
function shareBase(part: Cell | undefined, share: Cell | undefined, of: string) {
  const whole = of === 'n' && Number(share) > 0 ? Math.round(Number(part) / Number(share)) : null
  return whole === null ? [] : [{ name: '同一行各档的全部玩家', value: whole, unit: '' }]
}

/**
 * Fact rows under the point's conditions, within the reader's scope; for a change those of both compared
 * periods; for cohorts the players and the rows that make them count.
 */
async function rowsBehind(
  deps: Deps,
  scope: RowScope,
  wanted: Narrowing & { sides: ComparedSides | null },
  point: Point | null,
  signal: AbortSignal,
): Promise<ExplainedRows[]> {
  const { info, model, column, cells } = wanted
  const context = contextFor(deps, scope)
  const isTable = (info.kind ?? 'table') === 'table'
  if (isTable && !point) return []
  const statements = isTable
    ? factsOf(wanted, point as Point).flatMap(({ lead, asked }) =>
        compileRows(asked, listedRows, model, context).map((rows) => ({
          ...rows,
          title: `${lead}${rows.title}`,
        })),
      )
    : compilePlayers(info, { key: column.key, cells }, listedRows, model, context)
  return Promise.all(
    statements.map(async ({ title, table, columns, list, count }) => {
      const ask = (statement: typeof list, limit: number) =>
        runCached(deps, { ...statement, limit, summaryFirst: false }, scope, {}, signal)
      const [listed, counted] = await Promise.all([ask(list, listedRows), ask(count, 1)])
      const data = columns.map((_, index) =>
        listed.chunks.flatMap((chunk) => JSON.parse(chunk.columns[index] ?? '[]') as Cell[]),
      )
      const total = Number(JSON.parse(counted.chunks[0]?.columns[0] ?? '[0]')[0] ?? 0)
      return {
        title,
        table,
        columns,
        data,
        rowCount: listed.rowCount,
        total,
        sql: readableSql(list.sql, list.params),
      }
    }),
  )
}
