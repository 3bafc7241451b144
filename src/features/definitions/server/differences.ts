// How a definition here and the file's differ, field by field, in words.
import { wordsOf } from '../../../semantic/model/calculation/words.ts'
import { conditionText } from '../../../semantic/model/conditionText.ts'
import { formulaInNames } from '../../../semantic/model/formulaText.ts'
import { dimensionTypeTitles, grainTitles } from '../../../semantic/model/titles.ts'
import type { Category, Model, OwnFormula, ReportInfo, TableJoin } from '../../../semantic/model/types.ts'
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

/** What belongs to `info`, under its own names. */
const infoTitles: Record<string, string> = {
  expression: '表达式',
  dictId: '字典',
  labelColumn: '名称列',
  valueOrder: '取值顺序',
  factTable: '所在表',
  role: '角色',
  aggregate: '聚合方式',
  per: '先按谁汇总',
  percentile: '百分位',
  approximate: '近似',
  format: '格式',
  unit: '单位',
  fill: '没有数据时',
  kind: '报表类型',
  dims: '维度',
  points: '指标',
  formulas: '自建公式',
  dateRange: '日期',
  grain: '粒度',
  filters: '筛选',
  order: '排序',
  limit: '行数',
  compare: '对比',
  compareRange: '对比日期',
  compareFilters: '对比条件',
  fillDates: '补全日期',
  subtotals: '小计',
  shares: '占比',
  calculations: '计算列',
  top: '前 N',
  retention: '留存天数',
  funnel: '转化窗口',
  distribution: '分布区间',
  columns: '列顺序',
  frozen: '冻结列',
  heat: '热力图',
  chart: '图表',
  pivot: '透视列',
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
  return [...own, ...infoChanges(old.info, next.info, naming)]
}

function infoChanges(before: unknown, after: unknown, naming: Naming): Change[] {
  const [old, next] = [(before ?? {}) as Record<string, unknown>, (after ?? {}) as Record<string, unknown>]
  const keys = [...new Set([...Object.keys(old), ...Object.keys(next)])]
  return keys.flatMap((key) => {
    // Equal in ids is equal; what differs is told by names.
    if (plain(old[key], naming) === plain(next[key], naming)) return []
    const read = infoReaders[key] ?? plain
    return changed(infoTitles[key] ?? key, read(old[key], naming), read(next[key], naming), true)
  })
}

const idsText =
  (list: (model: Model) => readonly { id: number; name: string }[]): Reader =>
  (value, { model }) =>
    Array.isArray(value) && value.length > 0
      ? value.map((id) => list(model).find((one) => one.id === id)?.name ?? `#${String(id)}`).join('、')
      : null

const filtersText: Reader = (value, naming) => {
  const { dimensions, points } = naming.model
  const nameIn = (things: readonly { id: number; name: string }[]) => (id: number) =>
    things.find((one) => one.id === id)?.name ?? '?'
  const names = { dimension: nameIn(dimensions), point: nameIn(points), most: 10 }
  const conditions = (value ?? []) as NonNullable<ReportInfo['filters']>
  return conditions.length > 0
    ? conditions.map((condition) => conditionText(condition, names)).join('；')
    : null
}

const formulasText: Reader = (value, { model }) => {
  const formulas = (value ?? []) as OwnFormula[]
  const known = [...model.points, ...formulas]
  const texts = formulas.map(({ name, formula }) => `${name} = ${formulaInNames(formula, known)}`)
  return texts.length > 0 ? texts.join('；') : null
}

const calculationsText: Reader = (value, { model }) => {
  const names = {
    dimension: (id: number) => model.dimensions.find((one) => one.id === id)?.name ?? `#${id}`,
    date: null,
  }
  const texts = ((value ?? []) as NonNullable<ReportInfo['calculations']>).map((calculation) => {
    const point = model.points.find(({ id }) => id === calculation.of)?.name ?? `#${calculation.of}`
    return `${point} ${wordsOf(calculation, names)}`
  })
  return texts.length > 0 ? texts.join('、') : null
}

const infoReaders: Record<string, Reader> = {
  dims: idsText((model) => model.dimensions),
  pivot: idsText((model) => model.dimensions),
  points: idsText((model) => model.points),
  formulas: formulasText,
  shares: idsText((model) => model.points),
  calculations: calculationsText,
  filters: filtersText,
  compareFilters: filtersText,
  dictId: named(({ dictionaries }) => dictionaries),
}

const changed = (
  field: string,
  before: string | null,
  after: string | null,
  differs = before !== after,
): Change[] => (differs ? [{ field, before, after }] : [])
