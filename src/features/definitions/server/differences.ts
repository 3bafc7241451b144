// Describes, field by field, how a definition here differs from the one in the file.
import { infoChanges as infoChangesOf } from '#semantic/model/infoWords.ts'
import { dimensionTypeTitles, grainTitles } from '#semantic/model/titles.ts'
import type { Category, Model, ReportInfo, TableJoin } from '#semantic/model/types.ts'
import type { DefinitionItem } from '../contract.ts'

export interface Naming {
  model: Model
  dictionaries: readonly { id: number; name: string }[]
  categories: readonly Category[]
}

type Change = DefinitionItem['changes'][number]
type Reader = (value: unknown, naming: Naming) => string | null

const plain: Reader = (value) =>
  value === null || value === undefined || value === ''
    ? null
    : typeof value === 'object'
      ? JSON.stringify(value)
      : String(value)
const truth: Reader = (value) => (value ? '是' : '否')
const named =
  (list: (naming: Naming) => readonly { id: number; name: string }[]): Reader =>
  (value, naming) =>
    value === null ? null : (list(naming).find(({ id }) => id === value)?.name ?? `#${String(value)}`)
const titled =
  (titles: Record<string, string>): Reader =>
  (value) =>
    value === null ? null : (titles[String(value)] ?? String(value))
const listed: Reader = (value) => (Array.isArray(value) && value.length > 0 ? value.join('、') : null)

const joinsText: Reader = (value, { model }) => {
  const joins = (value ?? []) as TableJoin[]
  const texts = joins.map(({ dimTableId, column, role }) => {
    const table = model.dimensionTables.find(({ id }) => id === dimTableId)
    const joined = `${column} → ${table?.name ?? `#${dimTableId}`}`
    return role === undefined ? joined : `${joined}（${role}）`
  })
  return texts.length > 0 ? texts.sort().join('、') : null
}

const pointTypeTitles = {
  additive: '可加',
  distinct: '去重',
  semiAdditive: '半可加',
  statistic: '统计量',
  computed: '计算',
}
const categoryName = named(({ categories }) => categories)

const fields: Record<
  Exclude<DefinitionItem['kind'], 'view' | 'dictionary'>,
  [key: string, title: string, read: Reader][]
> = {
  category: [],
  dimensionTable: [
    ['name', '名称', plain],
    ['key_column', '主键', plain],
    ['game_column', '游戏列', plain],
    ['joins', '关联', joinsText],
    ['describe', '说明', plain],
  ],
  pointTable: [
    ['name', '名称', plain],
    ['date_column', '日期列', plain],
    ['time_column', '时间列', plain],
    ['game_column', '游戏列', plain],
    ['grain_key', '粒度', listed],
    ['update_frequency', '更新频率', plain],
    ['describe', '说明', plain],
    ['joins', '关联', joinsText],
  ],
  dimension: [
    ['types', '类型', titled(dimensionTypeTitles)],
    ['form_type', '筛选控件', plain],
    ['count_quantum', '最小粒度', titled(grainTitles)],
    ['cgi_filter', '按游戏限制', truth],
    ['update_frequency', '更新频率', plain],
    ['describe', '说明', plain],
    ['dim_typeId', '分类', categoryName],
  ],
  point: [
    ['types', '类型', titled(pointTypeTitles)],
    ['name_sql', '表达式', plain],
    ['event_filter', '事件条件', plain],
    ['filter', '筛选条件', plain],
    ['describe', '说明', plain],
    ['note', '备注', plain],
    ['point_typeId', '分类', categoryName],
  ],
  report: [['remark', '备注', plain]],
}

/** Titles of the fields inside `info`. */
const infoTitles: Record<string, string> = {
  expression: '表达式',
  dictId: '字典',
  labelColumn: '名称列',
  valueOrder: '取值顺序',
  factTable: '所在表',
  role: '角色',
  aggregate: '汇总方式',
  per: '先按对象汇总',
  percentile: '百分位',
  approximate: '近似',
  format: '格式',
  unit: '单位',
  fill: '没有数据时',
}

export function differences(
  kind: Exclude<DefinitionItem['kind'], 'view' | 'dictionary'>,
  before: object,
  after: object,
  naming: Naming,
): Change[] {
  const [old, next] = [before as Record<string, unknown>, after as Record<string, unknown>]
  const own = fields[kind].flatMap(([key, field, read]) =>
    changed(field, read(old[key], naming), read(next[key], naming)),
  )
  const info =
    kind === 'report' ? reportChanges(old.info, next.info, naming) : infoChanges(old.info, next.info, naming)
  return [...own, ...info]
}

/** Values are compared by ids; differences are described by names. */
function reportChanges(before: unknown, after: unknown, { model }: Naming): Change[] {
  const nameIn = (things: readonly { id: number; name: string }[]) => (id: number) =>
    things.find((one) => one.id === id)?.name ?? `#${id}`
  const names = { dimension: nameIn(model.dimensions), point: nameIn(model.points) }
  return infoChangesOf(before as ReportInfo, after as ReportInfo, names).map(({ title, from, to }) => ({
    field: title,
    before: from || null,
    after: to || null,
  }))
}

function infoChanges(before: unknown, after: unknown, naming: Naming): Change[] {
  const [old, next] = [(before ?? {}) as Record<string, unknown>, (after ?? {}) as Record<string, unknown>]
  const keys = [...new Set([...Object.keys(old), ...Object.keys(next)])]
  return keys.flatMap((key) => {
    // Values are compared by ids; differences are described by names.
    if (plain(old[key], naming) === plain(next[key], naming)) return []
    const read = infoReaders[key] ?? plain
    return changed(infoTitles[key] ?? key, read(old[key], naming), read(next[key], naming), true)
  })
}

const infoReaders: Record<string, Reader> = {
  dictId: named(({ dictionaries }) => dictionaries),
}

const changed = (
  field: string,
  before: string | null,
  after: string | null,
  differs = before !== after,
): Change[] => (differs ? [{ field, before, after }] : [])
