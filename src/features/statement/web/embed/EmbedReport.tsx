// One report of an embed: chart above, table below, and a note on the figures.
import { useMemo, useState } from 'react'
import { calendarOf } from '#web/calendar/days.ts'
import { timeText } from '#web/ui/timeText.ts'
import { useNarrow } from '#web/ui/useNarrow.ts'
import type { EmbeddedView } from '#features/embed/contract.ts'
import { businessHour, businessToday } from '../dates/days.ts'
import { tableModelOf } from '../report/table/reportTableModel.ts'
import { EmbedChart } from './EmbedChart.tsx'
import { EmbedTable, type TableSort } from './EmbedTable.tsx'
import { infoOf } from './shape.ts'
import type { EmbedFigures } from './useEmbed.ts'

interface Props {
  report: EmbeddedView['reports'][number]
  figures: EmbedFigures
  /** Other figures are loading. */
  dimmed: boolean
}

const narrowTable = 640

export function EmbedReport({ report, figures, dimmed }: Props) {
  const { table, labels, years } = figures
  const [sort, setSort] = useState<TableSort | null>(null)
  const shortDays = useNarrow(narrowTable)
  const around = useMemo(() => {
    const calendar = years.length > 0 ? calendarOf({ years, notes: [] }, 0, 0) : null
    return {
      labels: (dictId: number, code: string) => labels[dictId]?.[code],
      calendar,
      today: businessToday(),
      hour: businessHour(),
      highlights: true,
    }
  }, [labels, years])
  const info = useMemo(() => infoOf(report.shape, table), [report, table])
  const model = useMemo(
    () =>
      tableModelOf(table, info, {
        showWeekday: true,
        highLightWeekend: true,
        labels: around.labels,
        holidays: around.calendar?.marks ?? null,
        today: around.today,
        hour: around.hour,
        shortDays,
      }),
    [table, info, around, shortDays],
  )
  return (
    <section className="embed-report" data-dimmed={dimmed || undefined}>
      <EmbedChart table={table} info={info} around={around} />
      {table.rowCount === 0 ? (
        <p className="embed-wait">没有符合条件的数据</p>
      ) : (
        <EmbedTable
          model={model}
          isTree={table.levels !== null}
          label={report.name}
          sort={sort}
          onSort={setSort}
        />
      )}
      <footer className="embed-status">
        <span>
          {table.rowCount} 行{table.truncated ? '，只显示前面的部分' : ''}
        </span>
        {table.range && (
          <span>
            {table.range.from === table.range.to
              ? table.range.from
              : `${table.range.from} – ${table.range.to}`}
          </span>
        )}
        {table.updateTime && <span>数据更新于 {timeText(table.updateTime, 'short')}</span>}
      </footer>
    </section>
  )
}
