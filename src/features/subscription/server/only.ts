// What must hold for a subscription to be sent.
import { conditionOpTitles, takesUpper } from '#shared/comparing.ts'
import type { Only } from '../contract.ts'
import { atField } from './cleaning.ts'

export const readOnly = (stored: string | null): Only | null =>
  stored === null ? null : (JSON.parse(stored) as Only)

export function cleanOnly(only: Only | null, isQuery: boolean): Only | null {
  if (only?.kind !== 'figure') return only
  if (!isQuery) throw atField('only', '报表只能选「有数据才发」，要按数值告知请用告警')
  const column = only.column.trim()
  if (column === '') throw atField('column', '请填写列名')
  const { op, value, upper, once = false } = only
  const own = { kind: 'figure', column, op, value, ...(once && { once }) } as const
  if (!takesUpper(op)) return own
  if (upper === undefined) throw atField('upper', '请填写上限')
  if (upper < value) throw atField('upper', '上限小于下限')
  return { ...own, upper }
}

export function onlyText(only: Only | null): string {
  if (only === null) return ''
  if (only.kind === 'rows') return '有数据才发'
  const { column, op, value, upper } = only
  const bounds = takesUpper(op) ? `${figure(value)}～${figure(upper ?? value)}` : figure(value)
  return `${column} ${conditionOpTitles[op]} ${bounds}`
}

const figure = (value: number): string => value.toLocaleString('en-US', { maximumFractionDigits: 10 })
