// Option lists for the configuration forms, with their Chinese names.
import { dimensionTypeTitles, grainTitles } from '#semantic/model/titles.ts'
import type { FormType, NumberFormat, PointInfo, PointType } from '#semantic/model/types.ts'
import type { SettingOptions } from '../contract.ts'

export const formTypeTitles: Record<FormType, string> = {
  dateRange: '日期范围',
  select: '单选',
  multiSelect: '多选',
  text: '文本输入',
  numberRange: '数值范围',
}
export const pointTypeTitles: Record<PointType, string> = {
  additive: '可累加',
  distinct: '去重计数',
  semiAdditive: '半可加（余额）',
  statistic: '统计量',
  computed: '计算指标',
}
export const aggregateTitles: Record<NonNullable<PointInfo['aggregate']>, string> = {
  sum: '求和',
  count: '计数',
  countIf: '符合条件的行数',
  min: '最小值',
  max: '最大值',
  last: '最后的值',
  first: '最先的值',
  median: '中位数',
  percentile: '百分位数',
  stddev: '标准差（样本）',
  mean: '平均值',
}
export const formatTitles: Record<NumberFormat, string> = {
  integer: '整数',
  decimal: '小数',
  percent: '百分比',
}
export const frequencyTitles: Readonly<Record<string, string>> = {
  minute: '每 5 分钟',
  hour: '每小时',
  day: '每天',
  week: '每周',
  once: '一次性导入',
}

export const fillTitles: Record<NonNullable<PointInfo['fill']>, string> = { zero: '补零', empty: '留空' }

const optionsOf = (names: Readonly<Record<string, string>>) =>
  Object.entries(names).map(([value, label]) => ({ value, label }))

export const settingOptions = (): SettingOptions => ({
  dimensionTypes: optionsOf(dimensionTypeTitles),
  formTypes: optionsOf(formTypeTitles),
  pointTypes: optionsOf(pointTypeTitles),
  grains: optionsOf(grainTitles),
  aggregates: optionsOf(aggregateTitles),
  numberFormats: optionsOf(formatTitles),
  updateFrequencies: optionsOf(frequencyTitles),
})
