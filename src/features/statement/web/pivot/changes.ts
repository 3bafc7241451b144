// How a change reads in a pivot: an arrow says its direction, so that colour is never the only sign.
import type { CellValue } from '../../../../web/table/types.ts'
import type { ReportTableColumn } from '../../contract.ts'
import { emptyText, figureText } from '../formats.ts'

const rounded = (value: CellValue): number | null => {
  const number = value === null || value === '' ? Number.NaN : Number(value)
  return Number.isFinite(number) ? Math.round(number * 10_000) / 10_000 : null
}

/** What rounds to nothing has no direction. */
export function changeTone(value: CellValue): string | undefined {
  const shown = rounded(value)
  return shown === null || shown === 0 ? undefined : shown > 0 ? 'pivot-rise' : 'pivot-fall'
}

export function changeText(value: CellValue, { unit }: ReportTableColumn): string {
  const shown = rounded(value)
  if (shown === null) return emptyText
  const arrow = shown > 0 ? '▲ ' : shown < 0 ? '▼ ' : ''
  return `${arrow}${figureText(Math.abs(shown), 'percent', unit === 'pp' ? '%' : '')}`
}
