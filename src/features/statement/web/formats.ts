// Formats cells: thousands separators, ratios in percent, null as –, zero as 0.
import { figureText, groupDigits } from '#semantic/model/figureText.ts'
import type { NumberFormat } from '#semantic/model/types.ts'
import type { Cell } from '../contract.ts'

export { figureText } from '#semantic/model/figureText.ts'
export { emptyText, emptyWord, valueText } from '#semantic/model/valueText.ts'

const compactFrom = 100_000

/** For narrow places: 1,874,230.5 is «187.4 万», 314,159,265 is «3.14 亿»; small figures are unchanged. */
export function compactText(value: Cell, format: NumberFormat | null, unit: string): string {
  const number = typeof value === 'string' ? Number(value) : value
  const isLarge = typeof number === 'number' && Math.abs(number) >= compactFrom && format !== 'percent'
  if (!isLarge || unit === '%' || value === '') return figureText(value, format, unit)
  // 99,995,000 would round to 10,000 万.
  const [divisor, word] = Math.abs(number) >= 99_995_000 ? [1e8, '亿'] : [1e4, '万']
  const scaled = Math.abs(number) / divisor
  const digits = scaled < 10 ? 2 : scaled < 1000 ? 1 : 0
  return `${number < 0 ? '-' : ''}${groupDigits(scaled.toFixed(digits))} ${word}`
}

/** 86 → «86 ms», 2345 → «2.3 s». */
export const elapsedText = (ms: number): string =>
  ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`

/** The age of an ISO time: «刚刚», «12 分钟前», «3 小时前», «2 天前». */
export function ageText(time: string, now: number): string {
  const minutes = Math.max(0, Math.floor((now - Date.parse(time)) / 60_000))
  if (minutes < 1) return '刚刚'
  if (minutes < 60) return `${minutes} 分钟前`
  const hours = Math.floor(minutes / 60)
  return hours < 24 ? `${hours} 小时前` : `${Math.floor(hours / 24)} 天前`
}
