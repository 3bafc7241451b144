// Kept sums that figures were read from, in words.

import { timeText } from '#web/ui/timeText.ts'
import type { ReportSumsNote } from '../contract.ts'

/** 取自预先汇总：充值订单（7,300 行），数据版本 2026-10-01 12:00. Empty where all was read from the facts. */
export function sumsText(sums: readonly ReportSumsNote[] = []): string {
  if (sums.length === 0) return ''
  const each = sums.map(
    ({ title, rows, version }) =>
      `${title}（${rows.toLocaleString('en-US')} 行），数据版本 ${timeText(version)}`,
  )
  return `取自预先汇总：${each.join('；')}`
}
