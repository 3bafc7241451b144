// A segment's source in words: 充值金额 ≥ 100 元（近 30 天）且 不满足 活跃用户 ≥ 1（近 7 天，渠道 = 官网）

import type { GameScope } from '#semantic/model/rowScope.ts'
import type { Model } from '#semantic/model/types.ts'
import type { Db } from '#server/objects/types.ts'
import { type ValueNames, valueNames } from '#features/dictionary/server/index.ts'
import { type Condition, memberOpTitles, type Source } from '../contract.ts'

const longestSql = 200

/** Names of the values that the sources' rules filter by. Dictionaries that limit their rows to games keep to `games`. */
export const namesIn = (
  db: Db,
  model: Model,
  sources: readonly Source[],
  games: GameScope,
): Promise<ValueNames> =>
  valueNames(db, model.dimensions, {
    values: sources
      .flatMap((source) => (source.kind === 'rules' ? source.any.flat() : []))
      .flatMap(({ filters = [] }) => filters)
      .flatMap(({ dim, values }) => values.map((value): [dim: number, value: string] => [dim, value])),
    games,
  })

export function sourceText(source: Source, model: Model, nameOf: ValueNames): string {
  if (source.kind === 'list') return `名单 ${source.count.toLocaleString('en-US')} 个玩家`
  if (source.kind === 'sql') {
    const text = source.sql.replace(/\s+/g, ' ').trim()
    return text.length > longestSql ? `${text.slice(0, longestSql)}…` : text
  }
  return source.any
    .map((group) => group.map((condition) => conditionText(condition, model, nameOf)).join(' 且 '))
    .join(' 或 ')
}

function conditionText(
  { point: id, op, values, days, not, filters = [] }: Condition,
  model: Model,
  nameOf: ValueNames,
): string {
  const point = model.points.find((one) => one.id === id)
  const unit = point?.info.unit ? ` ${point.info.unit}` : ''
  const figures = values.map((value) => value.toLocaleString('en-US')).join('–')
  const rows = filters.map(({ dim, values: listed }) => {
    const name = model.dimensions.find((one) => one.id === dim)?.name ?? '已删除的维度'
    return `，${name} = ${listed.map((value) => nameOf(value, dim)).join(' | ')}`
  })
  const name = point?.name ?? '已删除的指标'
  return `${not ? '不满足 ' : ''}${name} ${memberOpTitles[op]} ${figures}${unit}（近 ${days} 天${rows.join('')}）`
}
