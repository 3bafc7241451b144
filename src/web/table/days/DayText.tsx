// A day in a plain HTML table, followed by its marks.
import type { TableRowMark } from '../types.ts'

export const tintClass = (mark: TableRowMark | undefined): string => (mark?.tint ? 'day-tint' : '')

export function DayText({ text, mark }: { text: string; mark: TableRowMark | undefined }) {
  return (
    <>
      {text}
      {mark?.weekday && <span className="data-table-weekday">{mark.weekday}</span>}
      {mark?.holiday && (
        <span className={mark.holiday === '休' ? 'data-table-holiday' : 'data-table-workday'}>
          {mark.holiday}
        </span>
      )}
    </>
  )
}
