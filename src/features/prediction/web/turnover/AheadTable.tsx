// The forecast as a table beside its chart; the row of the day under the chart's pointer is highlighted.
import { useMemo } from 'react'
import { DayText, tintClass } from '#web/table/days/DayText.tsx'
import { useDayMark, yearsOfDays } from '#web/table/days/dayMarks.ts'
import { SmallTable } from '#web/ui/smallTable/SmallTable.tsx'
import type { Interval, TurnoverAddress } from '#features/prediction/contract.ts'
import { aheadRows } from './aheadRows.ts'

interface Props {
  interval: Interval
  asked: TurnoverAddress
  chosen: number | null
  onChoose: (at: number) => void
}

export function AheadTable({ interval, asked, chosen, onChoose }: Props) {
  const { heads, rows } = useMemo(() => aheadRows(interval, asked), [interval, asked])
  const markOf = useDayMark(useMemo(() => yearsOfDays(rows.map(({ day }) => day)), [rows]))
  return (
    <section
      className="prediction-scroll"
      aria-label="预测的数字"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keys.
      tabIndex={0}
      data-kept-keys="up down home end"
    >
      <SmallTable className="prediction-table">
        <thead>
          <tr>
            <th scope="col">{asked.grain === 'day' ? '日期' : '时间'}</th>
            {heads.map((head) => (
              <th key={head} scope="col" className="prediction-number">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, label, day, at, note, cells }) => (
            <tr
              key={key}
              className={`${at !== null && at === chosen ? 'prediction-chosen' : ''} ${label === '合计' ? 'prediction-sum' : ''} ${tintClass(markOf(day))}`}
              onPointerEnter={() => at !== null && onChoose(at)}
            >
              <th scope="row">
                <DayText text={label} mark={markOf(day)} />
                {note && <span className="prediction-muted">{note}</span>}
              </th>
              {cells.map((cell, place) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: cells are known by their place.
                <td key={place} className="prediction-number">
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </SmallTable>
    </section>
  )
}
