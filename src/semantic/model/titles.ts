// Chinese names of the engine's grains, types, operators, report kinds and comparisons, for messages and
// forms.
import type {
  CalculationKind,
  Comparison,
  DimensionType,
  FilterOp,
  Grain,
  Heat,
  PastPeriod,
  RelativeRange,
  ReportKind,
} from './types.ts'

export const grainTitles: Record<Grain, string> = {
  hour: '小时',
  day: '日',
  week: '周',
  month: '月',
  quarter: '季度',
  year: '年',
}

export const dimensionTypeTitles: Record<DimensionType, string> = {
  date: '日期',
  time: '时间',
  string: '文本',
  number: '数值',
  game: '游戏',
  dictionary: '字典',
}

export const filterOpTitles: Record<FilterOp, string> = {
  in: '等于',
  notIn: '不等于',
  contains: '包含',
  notContains: '不包含',
  startsWith: '开头是',
  gt: '大于',
  gte: '大于等于',
  lt: '小于',
  lte: '小于等于',
  between: '介于',
  isNull: '为空',
  isNotNull: '不为空',
}

/** Titles of operators that compare a point with its past: who was lost, and who came. */
export const againstPastTitles: Partial<Record<FilterOp, { title: string; describe: string }>> = {
  isNull: { title: '流失', describe: '过去有、本期没有' },
  isNotNull: { title: '新增', describe: '过去没有、本期有' },
}

/** Names of past periods with which a row's figure is compared. */
export const pastTitles: Record<PastPeriod, string> = {
  previous: '上期',
  week: '上周同日',
  year52: '52 周前',
  year: '去年同日',
  lunar: '上个春节',
}

export const reportKindTitles: Record<ReportKind, string> = {
  table: '明细',
  retention: '留存',
  funnel: '漏斗',
  distribution: '分布',
  ltv: 'LTV',
  activity: '活跃',
  change: '变化来自谁',
}

export const comparisonTitles: Record<Comparison, string> = {
  previous: '环比',
  week: '周同比',
  year52: '年同比（按星期）',
  year: '年同比',
  lunar: '春节同比',
  range: '指定日期',
  filters: '指定条件',
}

export const calculationTitles: Record<CalculationKind, string> = {
  rank: '排名',
  running: '累计',
  average: '移动平均',
  sum: '移动合计',
  share: '各级占比',
  difference: '与固定行之差',
  change: '与固定行之比',
  index: '指数',
}

export const relativeTitles: Record<RelativeRange, string> = {
  today: '今天',
  yesterday: '昨天',
  last7: '近 7 天',
  last14: '近 14 天',
  last30: '近 30 天',
  last90: '近 90 天',
  last180: '近 180 天',
  last365: '近 365 天',
  thisWeek: '本周',
  lastWeek: '上周',
  thisMonth: '本月',
  lastMonth: '上月',
  thisQuarter: '本季度',
  lastQuarter: '上季度',
  thisYear: '今年',
  lastYear: '去年',
  all: '全部',
}

export const heatTitles: Record<Heat, string> = { column: '按列', all: '全表' }
