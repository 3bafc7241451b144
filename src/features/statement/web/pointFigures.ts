// What a point is today and yesterday, in one line for the palette's row.
import { shiftDay } from '#shared/day.ts'
import { call } from '#web/api/client.ts'
import { businessToday } from '#web/shell/businessDay.ts'
import { getReportDataByInfo, type QueryDimension } from '../contract.ts'
import { figureText } from './formats.ts'
import { blankInfo } from './report/blankInfo.ts'

/** The business's date, by which figures are shown. */
export const dateOf = (dimensions: readonly QueryDimension[]): QueryDimension | undefined =>
  dimensions.find(({ types, formType }) => types === 'date' && formType === 'dateRange')

export async function pointFigures(
  point: number,
  date: QueryDimension | undefined,
  signal: AbortSignal,
): Promise<string> {
  if (date === undefined) return ''
  const today = businessToday()
  const yesterday = shiftDay(today, -1)
  const info = { ...blankInfo, dims: [date.id], points: [point], dateRange: { from: yesterday, to: today } }
  const { columns, data } = await call(
    getReportDataByInfo,
    { body: { info, tolerant: true } },
    { signal, quiet: true, loading: null },
  )
  const dayAt = columns.findIndex(({ kind }) => kind === 'dimension')
  const at = columns.findIndex(({ kind }) => kind !== 'dimension')
  const column = columns[at]
  if (dayAt < 0 || column === undefined) return ''
  const days = data[dayAt] ?? []
  const figureOn = (day: string): string | null => {
    const row = days.indexOf(day)
    const cell = row < 0 ? null : (data[at]?.[row] ?? null)
    if (cell === null) return null
    const unit = column.unit === '' || column.unit === '%' ? column.unit : ` ${column.unit}`
    return `${figureText(cell, column.format, column.unit)}${unit}`
  }
  const [now, before] = [figureOn(today), figureOn(yesterday)]
  if (now === null && before === null) return ''
  return `今日 ${now ?? '–'}　昨日 ${before ?? '–'}`
}
