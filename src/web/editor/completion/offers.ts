// Keywords and snippets that fit a position.

import { isClickHouse } from '../dialect.ts'
import type { SqlCatalog } from '../types.ts'
import type { Item } from './items.ts'
import { keywordItem } from './items.ts'
import type { Place } from './place.ts'
import type { ClauseKind } from './scopeTypes.ts'

const list = (text: string): string[] => text.split(', ')

const operand = list('case, not, null, true, false, exists, cast, interval, date')
const operators = list(
  'and, or, in, not in, is null, is not null, between, like, ilike, as, end, then, else, when',
)
const afterTable = list(
  'as, where, join, left join, inner join, right join, full join, cross join, asof join, on, using, group by, order by, limit, union all, having, qualify',
)

/** Keywords that may follow a clause's last value, the most likely first. */
const following: Record<ClauseKind, string[]> = {
  select: list('as, from, and, or, over, filter, then, else, end, when, union all'),
  from: afterTable,
  where: list('and, or, group by, order by, limit, union all, qualify'),
  group: list('having, order by, limit, qualify, union all'),
  having: list('and, or, order by, limit, union all'),
  qualify: list('and, or, order by, limit'),
  window: list('order by, limit'),
  order: list('desc, asc, nulls last, nulls first, limit'),
  limit: list('offset, union all'),
  values: list('union all'),
  pivot: list('using, group by, order by, limit, as, in'),
}

const types = list(
  'bigint, integer, double, decimal(18, 2), varchar, date, timestamp, boolean, time, interval, hugeint, json',
)

const clickhouseTypes = [
  ...list('Int64, Int32, UInt64, Float64, String, Date, DateTime, DateTime64(3), Bool, UUID'),
  ...list('Array(String), Nullable(Int64), Nullable(Float64), Nullable(String), Nullable(Date)'),
  'Decimal(18, 2)',
]
/** ClickHouse's own, behind those that both have. */
const clickhouseMore: Partial<Record<ClauseKind, string[]>> = {
  from: list('final, prewhere, array join, any left join'),
  order: list('with fill'),
  limit: list('by, with ties'),
}
/** What ClickHouse does not have. */
const duckdbOnly = new Set(list('values, lateral'))

export function keywordItems(place: Place, group: number, catalog: SqlCatalog): Item[] {
  if (!isClickHouse(catalog)) return duckdbItems(place, group)
  const { kind, clause } = place
  const words = (names: readonly string[]): Item[] => names.map((name) => keywordItem(name, group))
  if (kind === 'type') return typeItems(clickhouseTypes, group)
  const more = kind === 'afterTable' ? clickhouseMore.from : clause && clickhouseMore[clause.kind]
  const isBehind = kind === 'afterTable' || kind === 'afterValue'
  return [
    ...duckdbItems(place, group).filter(({ name }) => !duckdbOnly.has(name)),
    ...words((isBehind && more) || []),
  ]
}

const typeItems = (names: readonly string[], group: number): Item[] =>
  names.map((name) => ({ ...keywordItem(name, group), kind: 'type', insert: name }))

function duckdbItems({ kind, clause }: Place, group: number): Item[] {
  const words = (names: readonly string[]): Item[] => names.map((name) => keywordItem(name, group))
  if (kind === 'start') return words(['select', 'with', 'from', 'values'])
  if (kind === 'type') return typeItems(types, group)
  if (kind === 'table') return words(['lateral', 'values'])
  if (kind === 'afterTable') return words(afterTable)
  if (kind === 'afterValue') {
    return words([...new Set([...(clause ? following[clause.kind] : []), ...operators])])
  }
  if (kind === 'expression' || kind === 'on') {
    const first = clause?.kind === 'select' ? ['distinct'] : []
    const all = clause?.kind === 'group' ? ['all', 'rollup', 'cube', 'grouping sets'] : []
    return words([...first, ...all, ...operand])
  }
  return []
}

/** Placeholders are written `<1:hint>`. */
const snippet = (name: string, comment: string, insert: string, group: number): Item => ({
  kind: 'snippet',
  name,
  type: '片段',
  comment,
  insert: insert.replace(/<(\d):?([^>]*)>/g, (_, at, hint) => `\${${at}:${hint}}`),
  isSnippet: true,
  group,
})

/** Statement templates. */
export function snippetItems({ kind }: Place, group: number): Item[] {
  if (kind === 'start') {
    return [
      snippet('selfrom', '查询一张表', 'select <2:*>\nfrom <1:表>\nwhere <3:条件>\nlimit <4:100>', group),
      snippet('cte', '先起名再查询', 'with <1:名称> as (\n  select <2>\n)\nselect *\nfrom <1:名称>', group),
    ]
  }
  if (kind === 'expression') {
    return [
      snippet('casewhen', '条件取值', 'case when <1:条件> then <2:值> else <3:值> end', group),
      snippet(
        'rownum',
        '组内编号',
        'row_number() over (partition by <1:分组> order by <2:排序> desc)',
        group,
      ),
      snippet('sumover', '组内累计', 'sum(<1:列>) over (partition by <2:分组> order by <3:排序>)', group),
      snippet('countif', '按条件计数', 'count(*) filter (where <1:条件>)', group),
    ]
  }
  return []
}
