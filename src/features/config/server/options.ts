// Option lists for the configuration forms, with their Chinese names.
import { dimensionTypeTitles, grainTitles } from '../../../semantic/model/titles.ts'
import type { FormType, NumberFormat, PointInfo, PointType } from '../../../semantic/model/types.ts'
import type { SettingOptions } from '../contract.ts'

const formTypes: Record<FormType, string> = {
  dateRange: '日期范围',
  select: '单选',
  multiSelect: '多选',
  text: '文本输入',
  numberRange: '数值范围',
}
const pointTypes: Record<PointType, string> = {
  additive: '可累加',
  distinct: '去重计数',
  semiAdditive: '半可加（余额）',
  computed: '计算指标',
}
const aggregates: Record<NonNullable<PointInfo['aggregate']>, string> = {
  sum: '求和',
  count: '计数',
  min: '最小值',
  max: '最大值',
}
const numberFormats: Record<NumberFormat, string> = { integer: '整数', decimal: '小数', percent: '百分比' }
const updateFrequencies = {
  minute: '每 5 分钟',
  hour: '每小时',
  day: '每天',
  week: '每周',
  once: '一次性导入',
}

const optionsOf = (names: Record<string, string>) =>
  Object.entries(names).map(([value, label]) => ({ value, label }))

export const settingOptions = (): SettingOptions => ({
  dimensionTypes: optionsOf(dimensionTypeTitles),
  formTypes: optionsOf(formTypes),
  pointTypes: optionsOf(pointTypes),
  grains: optionsOf(grainTitles),
  aggregates: optionsOf(aggregates),
  numberFormats: optionsOf(numberFormats),
  updateFrequencies: optionsOf(updateFrequencies),
})
