// The figures in the product's one table.
import { useMemo } from 'react'
import { useSettings } from '../../../../web/shell/settings.ts'
import { DataTable } from '../../../../web/table/DataTable.tsx'
import type { CellPosition, SelectionStatus } from '../../../../web/table/types.ts'
import { useNarrow } from '../../../../web/ui/useNarrow.ts'
import { businessHour, businessToday } from '../dates/days.ts'
import { useReportCalendar } from '../dates/holidays.ts'
import { filterByCell, openCell } from './cells.ts'
import { change } from './follow.ts'
import { type Result, useReport } from './store.ts'
import { tableModelOf } from './tableModel.ts'
import { useTotals } from './totals.ts'
import { useDictionaryLabels } from './useDictionaryLabels.ts'

/** Below this width a finger needs taller rows, and the year is one thing too many. */
const narrowTable = 640

const sort = (key: string, desc: boolean) => change({ order: [{ key, desc }] }, { atOnce: true })
const reorder = (columns: string[]) => change({ columns }, { replace: true })

interface Props {
  result: Result
  name: string
  onSelection: (status: SelectionStatus | null) => void
}

export function ReportTableView({ result, name, onSelection }: Props) {
  const { table, info } = result
  const settings = useSettings()
  const totals = useTotals((state) => state.shown)
  const columns = useReport((state) => state.present?.info.columns)
  const reportId = useReport((state) => state.present?.report?.id ?? 0)
  const holidays = useReportCalendar(table)?.marks ?? null
  const labels = useDictionaryLabels(
    useMemo(() => table.columns.flatMap(({ dictId }) => dictId ?? []), [table]),
  )
  const today = businessToday()
  const hour = businessHour()
  const shortDays = useNarrow(narrowTable)
  const { showWeekday, highLightWeekend, maxColumnWords, maxCellRows, rowDensity } = settings
  const model = useMemo(
    () =>
      tableModelOf(
        table,
        { ...info, columns },
        { showWeekday, highLightWeekend, labels, holidays, today, hour, shortDays },
      ),
    [table, info, columns, showWeekday, highLightWeekend, labels, holidays, today, hour, shortDays],
  )
  // The table keeps its view as long as what it is given stays the same.
  const handlers = useMemo(
    () => ({
      onFilter: (position: CellPosition) => filterByCell(model, position, info),
      onOpen: (position: CellPosition) => openCell(model, position),
    }),
    [model, info],
  )
  return (
    <DataTable
      columns={model.columns}
      rowCount={table.rowCount}
      cellAt={model.cellAt}
      summary={totals ? model.summary : undefined}
      rowMark={model.rowMark}
      maxColumnWords={maxColumnWords}
      maxCellRows={maxCellRows}
      memory={`report:${reportId}`}
      orderGiven={columns !== undefined}
      onOrder={reorder}
      onSort={sort}
      onSelection={onSelection}
      onFilter={handlers.onFilter}
      onOpen={handlers.onOpen}
      label={name}
      rowHeight={rowDensity === 'comfortable' || shortDays ? 28 : 24}
    />
  )
}
