// Describes a traced report in Chinese lines, with current names and with labels for values.

import { resolveRange, withOwnFormulas } from '#semantic/compile.ts'
import { conditionText } from '#semantic/model/conditionText.ts'
import { formulaInNames } from '#semantic/model/formulaText.ts'
import { segmentLabels } from '#semantic/model/segments.ts'
import { comparisonTitles, grainTitles, reportKindTitles } from '#semantic/model/titles.ts'
import type { Model, ReportInfo } from '#semantic/model/types.ts'
import type { Deps } from '#server/deps.ts'
import { shiftDay } from '#shared/day.ts'
import { emptyText, toldText } from '#shared/nothing.ts'
import { readModel } from '#features/config/server/index.ts'
import { readLabels } from '#features/dictionary/server/index.ts'
import type { TraceDetail } from './detail.ts'

interface Names {
  model: Model
  /** Labels by dictionary and code. */
  labels: ReadonlyMap<number, ReadonlyMap<string, string>>
  games: Map<string, string>
}

const mostWords = 50

/** `at`: when the report was shown; relative days are resolved against it. */
export async function traceLines(
  deps: Deps,
  { info, embed, custom }: TraceDetail,
  at: string,
): Promise<string[]> {
  if (custom) return customLines(custom)
  const known = await readNames(deps)
  const names = { ...known, model: withOwnFormulas(known.model, info) }
  const { filters = [], compareFilters = [], compare, compareRange, grain, limit, top } = info
  const named = conditionNames(names)
  return [
    ...(embed ? [`嵌入页：由 ${await ownerName(deps, embed.ownerId)} 共享，地址 ${embed.id}`] : []),
    ...(info.kind && info.kind !== 'table' ? [`类型：${reportKindTitles[info.kind]}`] : []),
    `日期：${daysText(deps, info, at)}${grain ? `，按${grainTitles[grain]}` : ''}`,
    `维度：${info.dims.map((id) => dimensionName(names, id)).join('、') || emptyText}`,
    `指标：${info.points.map((id) => pointName(names, id)).join('、') || emptyText}`,
    ...(info.formulas ?? []).map(
      ({ name, formula }) => `自建公式：${name} = ${formulaInNames(formula, names.model.points)}`,
    ),
    ...filters.map((condition) => `筛选：${conditionText(condition, named)}`),
    ...(top
      ? [`只看${dimensionName(names, top.dim)}的前 ${top.count} 项，按${pointName(names, top.by)}`]
      : []),
    ...(compare
      ? [
          `对比：${comparisonTitles[compare]}${compareRange ? ` ${compareRange.from} – ${compareRange.to}` : ''}`,
        ]
      : []),
    ...(compare === 'filters'
      ? compareFilters.map((condition) => `对比条件：${conditionText(condition, named)}`)
      : []),
    ...(limit ? [`行数上限：${limit}`] : []),
  ]
}

function customLines({ version, values }: NonNullable<TraceDetail['custom']>): string[] {
  const textOf = (value: unknown) =>
    Array.isArray(value)
      ? value.slice(0, mostWords).map(String).map(toldText).join('、')
      : toldText(value === null ? null : String(value))
  return [
    `类型：自定义报表，第 ${version} 版`,
    ...Object.entries(values).map(([name, value]) => `参数：${name} ${textOf(value)}`),
  ]
}

async function readNames(deps: Deps): Promise<Names> {
  const { db } = deps.metadata
  const model = await readModel(deps)
  const [labels, games] = await Promise.all([
    readLabels(
      db,
      model.dimensions.flatMap((dimension) => dimension.info.dictId ?? []),
    ),
    db.selectFrom('game').select(['cgi', 'name']).execute(),
  ])
  return { model, labels, games: new Map(games.map(({ cgi, name }) => [cgi, name])) }
}

async function ownerName({ metadata: { db } }: Deps, id: number): Promise<string> {
  const owner = await db.selectFrom('user').select('username').where('id', '=', id).executeTakeFirst()
  return owner?.username ?? `用户 ${id}`
}

function daysText({ settings: { zone, cutoffHour } }: Deps, { dateRange }: ReportInfo, at: string): string {
  const range = resolveRange(dateRange, { now: new Date(at), zone, cutoffHour })
  if (!range) return '全部'
  const last = shiftDay(range.until, -1)
  return range.from === last ? last : `${range.from} – ${last}`
}

const dimensionName = ({ model }: Names, id: number): string =>
  model.dimensions.find((dimension) => dimension.id === id)?.name ?? `已删除的维度 ${id}`

const pointName = ({ model }: Names, id: number): string =>
  model.points.find((point) => point.id === id)?.name ?? `已删除的指标 ${id}`

const conditionNames = (names: Names) => ({
  dimension: (id: number) => dimensionName(names, id),
  point: (id: number) => pointName(names, id),
  value: (value: string, dim: number | undefined) => namesOfValues(names, dim)(value),
  most: mostWords,
})

/** Adds the code behind each label, because filters compare codes. */
function namesOfValues({ model, labels, games }: Names, dim: number | undefined): (value: string) => string {
  const dimension = model.dimensions.find(({ id }) => id === dim)
  const { dictId, segment } = dimension?.info ?? {}
  if (segment) return (value) => segmentLabels[value] ?? value
  const known = dimension?.types === 'game' ? games : dictId === undefined ? undefined : labels.get(dictId)
  return (value) => {
    const label = known?.get(value)
    return label && label !== value ? `${label}（${value}）` : value
  }
}
