// A report's definition in words, setting by setting: what its history, a conflict of two editors and a file's preview
// tell.
//
//   { dims: [1], points: [5], dateRange: { relative: 'last7' }, limit: 20 }
//     维度：渠道   指标：充值金额   日期：近 7 天   行数：20
import { activityText } from './activity.ts'
import { wordsOf } from './calculation/words.ts'
import { conditionText } from './conditionText.ts'
import { formulaInNames, idsIn } from './formulaText.ts'
import { funnelWords, usualWindowDays } from './funnels.ts'
import { isPlainReturns } from './returns.ts'
import { returnsWords } from './returnsText.ts'
import { kindTitles } from './shown/chartKinds.ts'
import { comparisonTitles, grainTitles, heatTitles, relativeTitles, reportKindTitles } from './titles.ts'
import type { DateRange, ReportCondition, ReportInfo } from './types.ts'

/** Names of ids. */
export interface InfoNames {
  dimension: (id: number) => string
  point: (id: number) => string
  /** Label of a dimension's value; the value itself where absent. */
  value?: (value: string, dim: number | undefined) => string
}

interface Naming extends InfoNames {
  info: ReportInfo
}

type Setting<Key extends keyof ReportInfo> = {
  title: string
  text: (value: NonNullable<ReportInfo[Key]>, naming: Naming) => string
}

const mostValues = 10

const listed = (ids: readonly number[], name: (id: number) => string): string => ids.map(name).join('、')
const yes = (value: boolean): string => (value ? '是' : '')
const conditions = (all: readonly ReportCondition[], names: InfoNames): string =>
  all.map((one) => conditionText(one, { ...names, most: mostValues })).join('；')
const daysText = (range: DateRange): string =>
  'relative' in range ? relativeTitles[range.relative] : spanText(range)
const spanText = ({ from, to }: { from: string; to: string }): string =>
  from === to ? from : `${from} – ${to}`

const columnEndings: Readonly<Record<string, string>> = { prev: ' 上期', diff: ' 变化', share: ' 占比' }

/** `p5_diff`: 充值金额 变化. */
function columnText(key: string, { dimension, point, info }: Naming): string {
  const [own = '', ending = ''] = key.split('_', 2)
  const id = Number(own.slice(1))
  if (own.startsWith('d')) return dimension(id)
  const calculation = info.calculations?.find(({ number }) => `c${number}` === ending)
  const behind = calculation ? ` ${wordsOf(calculation, { dimension, date: null })}` : columnEndings[ending]
  return `${point(id)}${behind ?? ''}`
}

/** In reading order. */
const settings: { [Key in keyof Required<ReportInfo>]: Setting<Key> } = {
  kind: { title: '报表类型', text: (kind) => reportKindTitles[kind] },
  dims: { title: '维度', text: (ids, { dimension }) => listed(ids, dimension) },
  points: { title: '指标', text: (ids, { point }) => listed(ids, point) },
  formulas: {
    title: '自建公式',
    text: (formulas, { point }) =>
      formulas
        .map(({ name, formula }) => {
          const known = idsIn(formula).map((id) => ({ id, name: point(id) }))
          return `${name} = ${formulaInNames(formula, known)}`
        })
        .join('；'),
  },
  dateRange: { title: '日期', text: daysText },
  grain: { title: '粒度', text: (grain) => grainTitles[grain] },
  grainDims: { title: '粒度所在维度', text: (ids, { dimension }) => listed(ids, dimension) },
  filters: { title: '筛选', text: conditions },
  order: {
    title: '排序',
    text: (order, naming) =>
      order.map(({ key, desc }) => `${columnText(key, naming)} ${desc ? '降序' : '升序'}`).join('、'),
  },
  limit: { title: '行数', text: (limit) => String(limit) },
  compare: { title: '对比', text: (compare) => comparisonTitles[compare] },
  compareRange: { title: '对比日期', text: spanText },
  compareFilters: { title: '对比条件', text: conditions },
  fillDates: { title: '补全日期', text: yes },
  subtotals: { title: '小计', text: yes },
  shares: { title: '占比', text: (ids, { point }) => listed(ids, point) },
  calculations: {
    title: '计算列',
    text: (calculations, { dimension, point }) =>
      calculations.map((one) => `${point(one.of)} ${wordsOf(one, { dimension, date: null })}`).join('、'),
  },
  top: {
    title: '前 N',
    text: ({ dim, count, by }, { dimension, point }) => `${dimension(dim)} 前 ${count}，按${point(by)}`,
  },
  retention: {
    title: '留存天数',
    text: (returns) => (isPlainReturns(returns) ? returns.days.join('、') : returnsWords(returns)),
  },
  ltv: {
    title: 'LTV 天数',
    text: ({ days, forecast = [] }) =>
      [days, forecast]
        .map((own) => own.join('、'))
        .filter(Boolean)
        .join('，预测 '),
  },
  activity: { title: '活跃', text: activityText },
  funnel: {
    title: '转化窗口',
    text: (funnel, { dimension }) =>
      funnel.within ? funnelWords(funnel, dimension) : `${funnel.windowDays ?? usualWindowDays} 天`,
  },
  distribution: { title: '分布区间', text: ({ bounds }) => bounds.join('、') },
  columns: {
    title: '列顺序',
    text: (keys, naming) => keys.map((key) => columnText(key, naming)).join('、'),
  },
  frozen: { title: '冻结列', text: (count) => String(count) },
  heat: { title: '热力图', text: (heat) => heatTitles[heat] },
  chart: {
    title: '图表',
    text: ({ kind, keys = [], off }, naming) =>
      [
        off ? '收起' : kind ? kindTitles[kind] : '自动',
        ...(keys.length > 0 ? [keys.map((key) => columnText(key, naming)).join('、')] : []),
      ].join('：'),
  },
  pivot: { title: '透视列', text: (ids, { dimension }) => listed(ids, dimension) },
}

interface InfoChange {
  title: string
  from: string
  to: string
}

const keys = Object.keys(settings) as (keyof ReportInfo)[]

/** Settings that differ, even where their texts are equal: two points with the same name. */
export const infoChanges = (before: ReportInfo, after: ReportInfo, names: InfoNames): InfoChange[] =>
  keys.flatMap((key) => {
    if (JSON.stringify(before[key]) === JSON.stringify(after[key])) return []
    return [{ title: settings[key].title, from: textOf(key, before, names), to: textOf(key, after, names) }]
  })

function textOf<Key extends keyof ReportInfo>(key: Key, info: ReportInfo, names: InfoNames): string {
  const value = info[key]
  if (value === undefined) return ''
  const own = new Map(info.formulas?.map(({ id, name }) => [id, name]))
  const naming = { ...names, info, point: (id: number) => own.get(id) ?? names.point(id) }
  const setting: Setting<Key> = settings[key]
  return setting.text(value as NonNullable<ReportInfo[Key]>, naming)
}
