// What is worth knowing of a load that went well.
import type { FetchedFile } from '#server/sources/connector.ts'
import { keptOutNotes } from '#server/warehouse/import/keepingOut.ts'
import { BadLines } from '#server/warehouse/import/problem.ts'
import type { Prepared, ToldBadLines } from '#server/warehouse/import/reading/orders.ts'
import type { Totals } from '#server/warehouse/import/totals/aside.ts'

/** Chinese, a line each; null for nothing. */
export function noteOf(
  { notes = [] }: FetchedFile,
  { bad }: Prepared,
  totals: Totals,
  keptOut: number,
): string | null {
  const lines = [...notes, ...skippedNotes(bad), ...totalsNotes(totals, bad), ...keptOutNotes(keptOut)]
  return lines.join('\n') || null
}

function skippedNotes({ count, unit, first }: ToldBadLines): string[] {
  if (count === 0) return []
  const bad = Object.assign(new BadLines(unit), { count, first })
  return [`跳过 ${count} ${unit}：`, ...bad.describe()]
}

function totalsNotes({ count, first, kept }: Totals, { unit }: ToldBadLines): string[] {
  if (count === 0 || kept) return []
  const rest = count - first.length
  return [
    `有 ${count} ${unit}是合计，没有载入；其实是数据的，请在数据源里勾选「合计也载入」：`,
    ...first.map(({ line, text }) => `  第 ${line} ${unit}：${text}`),
    ...(rest > 0 ? [`  ……另有 ${rest} ${unit}`] : []),
  ]
}
