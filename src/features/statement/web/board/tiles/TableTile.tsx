// A report's table in a tile, without the tools of its own page; a click on a row filters the other tiles.
import { useMemo, useState } from 'react'
import { useSettings } from '#web/shell/settings.ts'
import { businessHour, businessToday } from '#features/statement/web/dates/days.ts'
import { useReportCalendar } from '#features/statement/web/dates/holidays.ts'
import { EmbedTable, type TableSort } from '#features/statement/web/embed/EmbedTable.tsx'
import { tableModelOf } from '#features/statement/web/report/table/reportTableModel.ts'
import { useDictionaryLabels } from '#features/statement/web/report/table/useDictionaryLabels.ts'
import { mostTableRows } from '../asks.ts'
import { crossFrom } from '../cross.ts'
import type { TileFigures } from './useTileAnswer.ts'
import '#features/statement/web/embed/embedTable.css'

interface Props {
  tile: string
  title: string
  figures: TileFigures
}

export function TableTile({ tile, title, figures }: Props) {
  const { table, info } = figures
  const [sort, setSort] = useState<TableSort | null>(null)
  const showWeekday = useSettings((state) => state.showWeekday)
  const highLightWeekend = useSettings((state) => state.highLightWeekend)
  const labels = useDictionaryLabels(
    useMemo(() => table.columns.flatMap(({ dictId }) => dictId ?? []), [table]),
  )
  const holidays = useReportCalendar(table)?.marks ?? null
  const today = businessToday()
  const hour = businessHour()
  const model = useMemo(
    () =>
      tableModelOf(table, info, {
        showWeekday,
        highLightWeekend,
        labels,
        holidays,
        today,
        hour,
        shortDays: true,
      }),
    [table, info, showWeekday, highLightWeekend, labels, holidays, today, hour],
  )
  return (
    <div className="tile-table">
      <EmbedTable
        model={model}
        isTree={table.levels !== null}
        label={`${title}的表格`}
        sort={sort}
        onSort={setSort}
        onRow={(row) => crossFrom({ tile, title, figures, row: model.sourceRow(row), labels })}
      />
      {table.truncated && (
        <p className="tile-note">只列出前 {Math.min(table.rowCount, mostTableRows)} 行，全部在报表里</p>
      )}
    </div>
  )
}
