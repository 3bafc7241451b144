// A saved query's parameters, described for readers.

import { toldText } from '#shared/nothing.ts'
import type { SavedParameter } from '#features/code/contract.ts'

const types = {
  text: '文本',
  number: '数字',
  date: '日期',
  list: '列表',
  dictionary: '字典',
  boolean: '是否',
} as const

export function parameterFacts(params: readonly SavedParameter[]): [string, string][] {
  return params.map(({ name, label, type, default: value }) => [
    `:${name}`,
    `${label === '' || label === name ? '' : `${label}，`}${types[type]}，默认 ${valueText(value)}`,
  ])
}

function valueText(value: SavedParameter['default']): string {
  if (Array.isArray(value)) return value.length === 0 ? '空列表' : value.join('、')
  if (typeof value === 'boolean') return value ? '是' : '否'
  return typeof value === 'number' ? String(value) : toldText(value)
}
