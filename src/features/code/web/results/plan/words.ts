// What a step of a plan does, in words: its columns, conditions and joins. The engine numbers a step's columns (`#0`);
// they get their names where these are certain.
import type { PlanStep } from '#features/code/contract.ts'

/** Texts of a step's columns in order; null where the plan does not tell them. */
type Columns = readonly string[] | null

interface Known {
  columns: Columns
  /** Names of what is read below, from left to right, each once. */
  sources: readonly string[]
}

/** Words of each step. `plan`: the whole plan, whose common tables have their names in a step of their own. */
export function planWords(plan: PlanStep): ReadonlyMap<PlanStep, string> {
  const words = new Map<PlanStep, string>()
  const known = new Map<PlanStep, Known>()
  const common = new Map<string, string>()
  // Iterative: plans with thousands of joins are that deep.
  const order = [plan]
  for (const step of order) {
    if (kindOf(step) === 'CTE') common.set(textOf(step, 'Table Index'), textOf(step, 'CTE Name'))
    order.push(...step.children)
  }
  for (const step of order.toReversed()) {
    const below = step.children.map((child) => known.get(child) ?? nothing)
    words.set(step, wordsOf(step, below, common))
    known.set(step, {
      columns: columnsOf(step, below),
      sources: [...new Set([...ownSources(step, common), ...below.flatMap(({ sources }) => sources)])],
    })
  }
  return words
}

const nothing: Known = { columns: null, sources: [] }

const kindOf = ({ name }: PlanStep): string => name.trim().toUpperCase().replaceAll(' ', '_')

function listOf({ details }: PlanStep, name: string): string[] {
  const value = details[name] ?? []
  return (Array.isArray(value) ? value : [value]).map((text) => text.trim()).filter(Boolean)
}

const textOf = (step: PlanStep, name: string): string => listOf(step, name).join(' ')

const mostListed = 6

/** `unit`: what they are, where they are too many. */
const listed = (texts: readonly string[], unit: string): string =>
  texts.length > mostListed
    ? `${texts.slice(0, mostListed).join('，')} 等 ${texts.length} ${unit}`
    : texts.join('，')

const scans = new Set(['SEQ_SCAN', 'TABLE_SCAN', 'READ_PARQUET'])
const groups = new Set(['HASH_GROUP_BY', 'PERFECT_HASH_GROUP_BY', 'PARTITIONED_AGGREGATE'])
/** Steps with the columns of the one below. */
const passing = new Set(['FILTER', 'TOP_N', 'LIMIT', 'STREAMING_LIMIT', 'LIMIT_PERCENT', 'UNION'])

function columnsOf(step: PlanStep, below: readonly Known[]): Columns {
  const kind = kindOf(step)
  const under = below[0]?.columns ?? null
  if (scans.has(kind)) return listOf(step, 'Projections')
  if (kind === 'PROJECTION') return named(listOf(step, 'Projections'), under)
  if (groups.has(kind)) return named([...listOf(step, 'Groups'), ...listOf(step, 'Aggregates')], under)
  if (kind === 'UNGROUPED_AGGREGATE') return named(listOf(step, 'Aggregates'), under)
  if (passing.has(kind)) return under
  if (kind === 'WINDOW' || kind === 'STREAMING_WINDOW')
    return under && [...under, ...listOf(step, 'Projections')]
  return null
}

const number = /#(\d+)/g

/** Names in place of numbers; a text with an unknown one stays as it is. */
const named = (texts: readonly string[], under: Columns): string[] =>
  texts.map((text) => {
    const whole = /^#\d+$/.test(text)
    const isKnown = [...text.matchAll(number)].every(([, at]) => isCertain(under?.[Number(at)]))
    if (!isKnown) return text
    return plain(
      text.replace(number, (_, at: string) => {
        const name = under?.[Number(at)] ?? ''
        return whole || /^["\w.]+$/.test(name) || /^\w+\([^()]*\)$/.test(name) ? name : `(${name})`
      }),
    )
  })

const isCertain = (name: string | undefined): boolean => name !== undefined && !/#\d/.test(name)

/** The engine's own spellings as one writes them. */
const plain = (text: string): string =>
  text
    .replaceAll('count_star()', 'count(*)')
    .replaceAll('sum_no_overflow(', 'sum(')
    .replaceAll('"first"(', 'first(')

function ownSources(step: PlanStep, common: ReadonlyMap<string, string>): string[] {
  const kind = kindOf(step)
  if (scans.has(kind)) return [textOf(step, 'Table')].filter(Boolean)
  return kind === 'CTE_SCAN' ? [common.get(textOf(step, 'CTE Index')) ?? ''].filter(Boolean) : []
}

const joins: Readonly<Record<string, string>> = {
  INNER: '内连接',
  LEFT: '左连接',
  RIGHT: '右连接',
  OUTER: '全外连接',
  FULL: '全外连接',
  SEMI: '只留左边有匹配的行',
  ANTI: '只留左边没有匹配的行',
  RIGHT_SEMI: '只留右边有匹配的行',
  RIGHT_ANTI: '只留右边没有匹配的行',
  MARK: '标出有匹配的行',
  SINGLE: '左连接，最多匹配一行',
}

function joinWords(step: PlanStep, below: readonly Known[]): string {
  const sides = below.slice(0, 2).map(({ sources }) => sources)
  // More than one name on a side says little: the steps below it do.
  const [left, right] = sides.map((names) => (names.length === 1 ? names[0] : undefined))
  const tables = left && right ? ` ${left} 与 ${right}` : ''
  const conditions = listOf(step, 'Conditions').filter((text) => !/#\d/.test(text))
  const type = textOf(step, 'Join Type')
  const how = joins[type] ?? (type ? `${type} 连接` : '连接')
  return `${how}${tables && (how.endsWith('连接') ? tables : `：${tables.trim()}`)}${conditions.length ? `，条件 ${listed(conditions, '个')}` : ''}`
}

const orderWords = (step: PlanStep): string =>
  listed(
    listOf(step, 'Order By').map((text) =>
      text
        .replace(/ NULLS (FIRST|LAST)$/, '')
        .replace(/ DESC$/, ' 降序')
        .replace(/ ASC$/, ' 升序'),
    ),
    '列',
  )

function projectionWords(step: PlanStep, under: Columns): string {
  if (textOf(step, 'Projections').includes('More than one row returned by a subquery'))
    return '子查询的结果只能有一行，多了就报错'
  const columns = named(listOf(step, 'Projections'), under)
  const numbered = columns.filter((text) => /#\d/.test(text))
  if (columns.length > 0 && numbered.length === columns.length) return `整理 ${columns.length} 列`
  const told = columns.filter((text) => !/#\d/.test(text))
  // A computed column is named by its alias.
  const isTaken = told.every((text) =>
    under?.every(isCertain) ? under.includes(text) : /^["\w.]+$/.test(text),
  )
  return told.length === 0 ? '' : `${isTaken ? '取' : '算'} ${listed(told, '列')}`
}

function groupWords(step: PlanStep, under: Columns): string {
  const by = named(listOf(step, 'Groups'), under).filter((text) => !/#\d/.test(text))
  const computed = named(listOf(step, 'Aggregates'), under).filter((text) => !/#\d/.test(text))
  const what = by.length > 0 ? `按 ${listed(by, '列')} ` : ''
  if (listOf(step, 'Aggregates').length === 0) return `${what}去重`
  return computed.length > 0 ? `${what}${what ? '分组，' : ''}算 ${listed(computed, '个')}` : `${what}分组`
}

function scanWords(step: PlanStep): string {
  const columns = listOf(step, 'Projections')
  const filters = listOf(step, 'Filters')
  const table = textOf(step, 'Table')
  const read = columns.length > 0 ? `读取 ${table} 的 ${listed(columns, '列')}` : `读取 ${table}，不取列`
  return filters.length > 0 ? `${read}，只要 ${listed(filters, '个条件')} 的行` : read
}

function wordsOf(step: PlanStep, below: readonly Known[], common: ReadonlyMap<string, string>): string {
  const kind = kindOf(step)
  const under = below[0]?.columns ?? null
  if (scans.has(kind)) return scanWords(step)
  if (groups.has(kind)) return groupWords(step, under)
  if (kind.endsWith('_JOIN')) return joinWords(step, below)
  const skipped = textOf(step, 'Offset')
  const skip = skipped && skipped !== '0' ? `，跳过 ${skipped} 行` : ''
  const acts: Record<string, () => string> = {
    FILTER: () => {
      const conditions = named([textOf(step, 'Expression')], under).filter((text) => !/#\d/.test(text))
      return conditions[0] ? `只留 ${conditions[0].replace(/^\(([^()]*)\)$/, '$1')} 的行` : ''
    },
    PROJECTION: () => projectionWords(step, under),
    UNGROUPED_AGGREGATE: () => {
      const computed = named(listOf(step, 'Aggregates'), under).filter((text) => !/#\d/.test(text))
      return computed.length > 0 ? `对所有行算 ${listed(computed, '个')}` : '对所有行汇总'
    },
    WINDOW: () => `算 ${listed(listOf(step, 'Projections'), '个')}`,
    STREAMING_WINDOW: () => `算 ${listed(listOf(step, 'Projections'), '个')}`,
    ORDER_BY: () => `按 ${orderWords(step)} 排序`,
    TOP_N: () => `按 ${orderWords(step)}，取前 ${textOf(step, 'Top')} 行${skip}`,
    CROSS_PRODUCT: () => '两边的行两两组合',
    UNION: () => '两边的行接在一起',
    COLUMN_DATA_SCAN: () => '读取已经算好的行',
    CTE: () => `先算公用表 ${textOf(step, 'CTE Name')}，后面再读`,
    CTE_SCAN: () => `读取公用表 ${common.get(textOf(step, 'CTE Index')) ?? ''}`.trim(),
    UNNEST: () => '列表的每个元素成为一行',
    DUMMY_SCAN: () => '一行，不读表',
    EMPTY_RESULT: () => '不会有行',
  }
  return acts[kind]?.() ?? ''
}
