// Formats a tag's value.
import type { UserTag } from '../contract.ts'

export function valueText({ kind, value, text }: Pick<UserTag, 'kind' | 'value' | 'text'>): string {
  if (value === null) return '–'
  if (typeof value === 'boolean') return value ? '是' : '否'
  if (typeof value === 'number')
    return value.toLocaleString(
      'en-US',
      kind === 'money' ? { minimumFractionDigits: 2 } : { maximumFractionDigits: 15 },
    )
  return text === '' ? value : `${text}（${value}）`
}
