// What a rule finds: a report by the engine, limited to the rule's games and to the rows of the user who runs
// it.

import { compileReport } from '#semantic/compile.ts'
import { hidesColumn } from '#semantic/model/personal.ts'
import type { RowScope } from '#semantic/model/rowScope.ts'
import type { Dimension, Model, ReportFilter, ReportInfo } from '#semantic/model/types.ts'
import type { Deps } from '#server/deps.ts'
import { personalKey } from '#server/personalKey.ts'
import { businessDay } from '#shared/businessDay.ts'
import { calendarDay, dayText } from '#shared/day.ts'
import { AppError } from '#shared/errors.ts'
import { readModel } from '#features/config/server/index.ts'
import type { BlackRuleList, RuleCondition } from '#features/lists/contract.ts'

/** Limit of values that a rule may list at once. */
const mostFound = 10_000
/** When each day counts separately, a value may occur many times. */
const mostRows = 100_000

export interface Found {
  cgi: string
  value: string
  day: string | null
  figure: number
}

/** Greatest first, each value of a game once. Throws AppError report_invalid, query_failed … */
export async function findByRule(
  deps: Deps,
  condition: RuleCondition,
  scope: RowScope,
  signal?: AbortSignal,
): Promise<{ found: Found[]; truncated: boolean }> {
  const { compiled, places } = compileRule(deps, await readModel(deps), condition, scope)
  const { sql, params, columns, summaryFirst } = compiled
  const keys = columns.map(({ key }) => key)
  const result = await deps.warehouse.run({
    sql,
    params,
    pool: 'report',
    limit: mostRows,
    ...(signal && { signal }),
  })
  const rows: Found[] = []
  for (const { columns: texts, rowCount } of result.chunks) {
    const cells = texts.map((text) => JSON.parse(text) as unknown[])
    const column = (key: string) => cells[keys.indexOf(key)] ?? []
    for (let row = 0; row < rowCount; row += 1) {
      rows.push({
        cgi: textOf(column(places.game)[row]),
        value: textOf(column(places.dim)[row]),
        day: places.date === null ? null : textOf(column(places.date)[row]).slice(0, 10),
        figure: Number(column(places.point)[row]),
      })
    }
  }
  const greatest = onceEach(summaryFirst ? rows.slice(1) : rows)
  const truncated = result.truncated || greatest.length > mostFound
  return { found: greatest.slice(0, mostFound), truncated }
}

/** Throws AppError report_invalid when the rule can't be computed. */
export function compileRule(
  { settings, warehouse }: Deps,
  model: Model,
  condition: RuleCondition,
  scope: RowScope,
) {
  const { zone, cutoffHour } = settings
  const dimension = model.dimensions.find(({ id }) => id === condition.dim)
  const column = dimension?.info.expression ?? ''
  if (dimension && model.pointTables.some((table) => hidesColumn(model, scope, table.table_truename, column)))
    throw new AppError(
      'report_invalid',
      `维度「${dimension.name}」是个人信息，规则的所有者没有「可见个人信息」权限，名单会是掩码`,
    )
  const { info, places } = reportOf(model, condition, businessDay(settings))
  const context = {
    ...scope,
    now: new Date(),
    zone,
    cutoffHour,
    dialect: warehouse.dialect,
    personalKey: personalKey(settings.dataDir),
  }
  return { compiled: compileReport(info, model, context), places }
}

const textOf = (cell: unknown): string => (cell === null || cell === undefined ? '' : String(cell))

function onceEach(rows: readonly Found[]): Found[] {
  const best = new Map<string, Found>()
  for (const row of rows) {
    if (row.cgi === '' || row.value === '') continue
    const key = JSON.stringify([row.cgi, row.value])
    if ((best.get(key)?.figure ?? Number.NEGATIVE_INFINITY) < row.figure) best.set(key, row)
  }
  return [...best.values()].sort((one, other) => other.figure - one.figure)
}

function reportOf(
  model: Model,
  { dim, point, least, perDay, days, filters = [] }: RuleCondition,
  today: string,
) {
  const game = builtIn(model, 'game', '游戏')
  const date = perDay ? builtIn(model, 'date', '日期') : null
  const info: ReportInfo = {
    dims: [game, ...(date === null ? [] : [date]), dim],
    points: [point],
    dateRange: { from: dayText((calendarDay(today) ?? 0) - days + 1), to: today },
    grain: 'day',
    filters: [
      ...filters.map((filter): ReportFilter => ({ dim: filter.dim, op: 'in', values: filter.values })),
      { point, op: 'gte', values: [least] },
    ],
    order: [{ key: `p${point}`, desc: true }],
  }
  const places = {
    game: `d${game}`,
    date: date === null ? null : `d${date}`,
    dim: `d${dim}`,
    point: `p${point}`,
  }
  return { info, places }
}

function builtIn(model: Model, types: Dimension['types'], title: string): number {
  const found = model.dimensions.find((dimension) => dimension.types === types && dimension.table_id === null)
  if (found) return found.id
  throw new AppError('report_invalid', `报表配置里没有${title}维度，规则无法计算，请联系报表配置人员`)
}

type RuleOptions = Pick<BlackRuleList, 'dims' | 'points'>

const known = new WeakMap<Model, RuleOptions>()

/** What rules may use: dimensions with values of the facts themselves, and countable points. */
export function ruleOptions(model: Model): RuleOptions {
  const options = known.get(model) ?? optionsOf(model)
  known.set(model, options)
  return options
}

function optionsOf(model: Model): RuleOptions {
  const dims = model.dimensions.filter(
    ({ types, table_id, info }) =>
      table_id === null && info.segment === undefined && (types === 'string' || types === 'number'),
  )
  const points = model.points.filter(
    ({ types, table_id }) => table_id !== null && (types === 'additive' || types === 'distinct'),
  )
  const byFact = dimsByFact(model, dims)
  return {
    dims: dims.map(({ id, name }) => ({ id, name })),
    points: points.map(({ id, name, info, table_id }) => ({
      id,
      name,
      unit: info.unit ?? '',
      dims: byFact.get(table_id ?? 0) ?? [],
    })),
  }
}

/** For each point table, the dimensions whose column it has. There are many points but few tables. */
function dimsByFact(model: Model, dims: readonly Dimension[]): Map<number, number[]> {
  const columns = new Map(
    model.tables.map((table) => [table.name.toLowerCase(), new Set(table.columns.map(({ name }) => name))]),
  )
  return new Map(
    model.pointTables.map(({ id, table_truename }) => {
      const own = columns.get(table_truename.toLowerCase())
      return [id, dims.filter(({ info }) => own?.has(info.expression ?? '')).map((dim) => dim.id)]
    }),
  )
}

/** 近 7 天内任一天，玩家编号的订单总数 ≥ 10 单 */
export function conditionText(
  model: Model,
  { dim, point, least, perDay, days, filters = [] }: RuleCondition,
): string {
  const nameOf = (id: number) => model.dimensions.find((one) => one.id === id)?.name ?? '已删除的维度'
  const figure = model.points.find(({ id }) => id === point)
  const unit = figure?.info.unit ? ` ${figure.info.unit}` : ''
  return [
    `近 ${days} 天${perDay ? '内任一天' : ''}`,
    ...filters.map((filter) => `${nameOf(filter.dim)}为 ${filter.values.join('、')}`),
    `${nameOf(dim)}的${figure?.name ?? '已删除的指标'} ≥ ${least}${unit}`,
  ].join('，')
}
