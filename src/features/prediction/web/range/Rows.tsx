// Rows whose figure is within the range.
import { useMemo } from 'react'
import { emptyText } from '#shared/nothing.ts'
import { DayText, tintClass } from '#web/table/days/DayText.tsx'
import { useDayMark, yearsOfDays } from '#web/table/days/dayMarks.ts'
import { SmallTable } from '#web/ui/smallTable/SmallTable.tsx'
import { EmptyState } from '#web/ui/states/EmptyState.tsx'
import type { RowsFound } from '#features/prediction/contract.ts'
import { countedOf } from '../turnover/plot.ts'

export function Rows({ rows: found, isOld }: { rows: RowsFound; isOld: boolean }) {
  const { point, dims, from, to, perDay, rows, truncated, sum } = found
  const text = countedOf(point)
  const markOf = useDayMark(useMemo(() => yearsOfDays(perDay ? [from, to] : []), [perDay, from, to]))
  if (rows.length === 0)
    return (
      <EmptyState title="没有这样的行" description="这段日期里没有落在区间里的数字，请放宽区间或日期。" />
    )
  return (
    <div className={isOld ? 'prediction-old' : ''} aria-busy={isOld}>
      <p className="prediction-told prediction-sentence" role="status">
        {from} 至 {to}，<b>{rows.length.toLocaleString('en-US')} 行</b>
        {sum !== null && `，合计 ${text(sum)} ${point.unit}`}
        {truncated && '；还有更多，只列出前 1,000 行，请缩小区间'}
      </p>
      <section
        className="prediction-scroll prediction-rows"
        aria-label="区间内的行"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keys.
        tabIndex={0}
        data-kept-keys="up down home end"
      >
        <SmallTable className="prediction-table">
          <thead>
            <tr>
              {perDay && <th scope="col">日期</th>}
              {dims.map(({ id, name }) => (
                <th key={id} scope="col">
                  {name}
                </th>
              ))}
              <th scope="col" className="prediction-number">
                {point.name}
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ day, cells, labels, value }) => (
              <tr key={`${day} ${JSON.stringify(cells)}`} className={tintClass(markOf(day))}>
                {perDay && (
                  <td>
                    <DayText text={day ?? emptyText} mark={markOf(day)} />
                  </td>
                )}
                {labels.map((label, at) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: cells are known by their place.
                  <td key={at}>{label}</td>
                ))}
                <td className="prediction-number">{text(value)}</td>
              </tr>
            ))}
          </tbody>
        </SmallTable>
      </section>
    </div>
  )
}
