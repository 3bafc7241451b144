// Names of column kinds and roles.
import { importRoleTitles } from '#shared/importRoles.ts'
import type { ChosenKind, ChosenRole } from '../contract.ts'

export const kindTitles: Record<ChosenKind, string> = {
  VARCHAR: '文本',
  BIGINT: '整数',
  DECIMAL: '小数',
  DOUBLE: '数值',
  MONEY: '金额',
  PERCENT: '百分比',
  WAN: '数字（万、亿）',
  DATE: '日期',
  MONTH_FIRST: '日期（月/日/年）',
  DAY_FIRST: '日期（日/月/年）',
  TIMESTAMP: '时间',
  BOOLEAN: '布尔值',
}

export const roleTitles: Record<ChosenRole, string> = {
  ...importRoleTitles,
  left: '不导入',
}
