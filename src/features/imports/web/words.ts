// Names of column kinds and roles.

import type { ChosenKind, chosenKinds } from '#shared/imports/kinds.ts'
import { importRoleTitles } from '#shared/imports/roles.ts'
import type { ChosenRole } from '../contract.ts'

const titles: Record<(typeof chosenKinds)[number], string> = {
  VARCHAR: '文本',
  BIGINT: '整数',
  DECIMAL: '小数',
  DOUBLE: '数值',
  MONEY: '金额',
  PERCENT: '百分比',
  WAN: '数字（有单位）',
  DATE: '日期',
  MONTH_FIRST: '日期（月/日/年）',
  DAY_FIRST: '日期（日/月/年）',
  YEAR_FIRST: '日期（年/月/日）',
  COMMA: '数字（逗号作小数点）',
  PERCENT_MIXED: '百分比（无 % 的不是）',
  PERCENT_ALL: '百分比（无 % 的也是）',
  NUMBER_OR_EMPTY: '数字，其余作空',
  DATE_OR_EMPTY: '日期，其余作空',
  TIMESTAMP: '时间',
  BOOLEAN: '布尔值',
}

export const kindTitle = (kind: ChosenKind): string =>
  (titles as Record<string, string>)[kind] ??
  `日期（${kind.startsWith('YEARS_') ? '第一行是 ' : ''}${kind.slice(-4)} 年）`

export const roleTitles: Record<ChosenRole, string> = {
  ...importRoleTitles,
  left: '不导入',
}
