// A day in a plain HTML table or in a column's header, followed by its marks.
import type { TableRowMark } from '../types.ts'

export const tintClass = (mark: TableRowMark | undefined): string => (mark?.tint ? 'day-tint' : '')

interface Props {
  text: string
  mark: Pick<TableRowMark, 'weekday' | 'holiday' | 'restated' | 'doubted'> | undefined
}

export function DayText({ text, mark }: Props) {
  return (
    <>
      {text}
      {mark?.weekday && <span className="data-table-weekday">{mark.weekday}</span>}
      {mark?.holiday && (
        <span className={mark.holiday === '休' ? 'data-table-holiday' : 'data-table-workday'}>
          {mark.holiday}
        </span>
      )}
      {mark?.restated && <span className="data-table-restated">改</span>}
      {mark?.doubted && <span className="data-table-restated">疑</span>}
    </>
  )
}
