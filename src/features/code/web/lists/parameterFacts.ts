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

/** `nameOf`: a code's name, where there is one. */
export function parameterFacts(
  params: readonly SavedParameter[],
  nameOf: (dictId: number, code: string) => string | undefined = () => undefined,
): [string, string][] {
  return params.map(({ name, label, type, default: value, dictId }) => [
    `:${name}`,
    `${label === '' || label === name ? '' : `${label}，`}${types[type]}，默认 ${valueText(named(value, (code) => (dictId === null ? undefined : nameOf(dictId, code))))}`,
  ])
}

/** With codes behind their names: the text compares with codes. */
function named(
  value: SavedParameter['default'],
  nameOf: (code: string) => string | undefined,
): SavedParameter['default'] {
  const told = (code: string) => {
    const name = nameOf(code)
    return name === undefined ? code : `${name}（${code}）`
  }
  if (Array.isArray(value)) return value.map((one) => told(String(one)))
  return typeof value === 'string' && value !== '' ? told(value) : value
}

function valueText(value: SavedParameter['default']): string {
  if (Array.isArray(value)) return value.length === 0 ? '空列表' : value.join('、')
  if (typeof value === 'boolean') return value ? '是' : '否'
  return typeof value === 'number' ? String(value) : toldText(value)
}
