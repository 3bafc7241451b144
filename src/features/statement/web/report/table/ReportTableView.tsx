// The figures in the shared table.
import { useCallback, useEffect, useMemo } from 'react'
import type { Calendar } from '#web/calendar/calendar.ts'
import { useSettings } from '#web/shell/settings.ts'
import { DataTable } from '#web/table/DataTable.tsx'
import type { CellPosition, MenuRun, SelectionStatus } from '#web/table/types.ts'
import { useNarrow } from '#web/ui/useNarrow.ts'
import { useLit } from '#features/statement/web/chart/lit.ts'
import { businessHour, businessToday } from '#features/statement/web/dates/days.ts'
import { useReportCalendar } from '#features/statement/web/dates/holidays.ts'
import { describeColumn, explainCellAt } from '#features/statement/web/explain/asking.ts'
import { change } from '../follow.ts'
import { usePreviousFigures } from '../options/previousFigures.ts'
import { useTotals } from '../options/totals.ts'
import { type Result, useReport } from '../store.ts'
import { filterByCell } from './cells.ts'
import { ReportColumnItems } from './columnItems.tsx'
import { DrillItems } from './DrillItems.tsx'
import { hintAt } from './hints.ts'
import { removalOf } from './removing.ts'
import { tableModelOf } from './reportTableModel.ts'
import { tableShown } from './shownTable.ts'
import { useAdded } from './useAdded.ts'
import { useDictionaryLabels } from './useDictionaryLabels.ts'
import { useRowTree } from './useRowTree.ts'

/** Below this width, rows are taller for touch and dates omit the year. */
const narrowTable = 640

const sort = (key: string, desc: boolean) => change({ order: [{ key, desc }] }, { atOnce: true })
const reorder = (columns: string[]) => change({ columns }, { replace: true })
const drillItems = (run: MenuRun) => <DrillItems run={run} />

/** The table's model; the same object as long as nothing shown changes. */
function useTableModel(result: Result, calendar: Calendar | null) {
  const holidays = calendar?.marks ?? null
  const isNoted = useMemo(() => calendar && ((day: string) => calendar.notesOn(day).length > 0), [calendar])
  const { table, info } = result
  const columns = useReport((state) => state.present?.info.columns)
  const frozen = useReport((state) => state.present?.info.frozen)
  const heat = useReport((state) => state.present?.info.heat)
  const labels = useDictionaryLabels(
    useMemo(() => table.columns.flatMap(({ dictId }) => dictId ?? []), [table]),
  )
  const today = businessToday()
  const hour = businessHour()
  const shortDays = useNarrow(narrowTable)
  const showPrevious = usePreviousFigures((state) => state.shown)
  const showWeekday = useSettings((settings) => settings.showWeekday)
  const highLightWeekend = useSettings((settings) => settings.highLightWeekend)
  const settings = useMemo(
    () => ({
      ...{ showWeekday, highLightWeekend, labels, holidays, today, hour, shortDays, showPrevious },
      isNoted: isNoted ?? undefined,
    }),
    [showWeekday, highLightWeekend, labels, holidays, isNoted, today, hour, shortDays, showPrevious],
  )
  const { rows, tree } = useRowTree(table, info.dims.length)
  const model = useMemo(
    () => tableModelOf(table, { ...info, columns, frozen, heat }, settings, rows),
    [table, info, columns, frozen, heat, settings, rows],
  )
  return { model, tree, isOrdered: columns !== undefined }
}

interface Props {
  result: Result
  name: string
  onSelection: (status: SelectionStatus | null) => void
}

export function ReportTableView({ result, name, onSelection }: Props) {
  const totals = useTotals((state) => state.shown)
  const reportId = useReport((state) => state.present?.report?.id ?? 0)
  const isNarrow = useNarrow(narrowTable)
  const { maxColumnWords, maxCellRows, rowDensity } = useSettings()
  const calendar = useReportCalendar(result.table)
  const { model, tree, isOrdered } = useTableModel(result, calendar)
  useEffect(() => tableShown({ result, model, calendar }), [result, model, calendar])
  useAdded(model, reportId)
  const columnItems = useCallback(
    (column: number, run: MenuRun) => <ReportColumnItems column={model.sources[column]} run={run} />,
    [model],
  )
  // The table keeps its scroll position and cursor as long as its properties are the same.
  const handlers = useMemo(
    () => ({
      onFilter: (position: CellPosition) => filterByCell(model, position, result),
      removalOf: (column: number) => removalOf(model.sources[column], result.info),
      onExplain: (position: CellPosition) => explainCellAt(result, model, reportId || null, position),
      onDescribe: (column: number) => describeColumn(result, model, column),
      onHover: (row: number | null) => useLit.setState({ row: row === null ? null : model.sourceRow(row) }),
      hintAt: (row: number | null, column: number) => hintAt({ result, model, calendar }, row, column),
    }),
    [model, result, reportId, calendar],
  )
  return (
    <DataTable
      columns={model.columns}
      rowCount={model.rowCount}
      cellAt={model.cellAt}
      textAt={model.textAt}
      cellClass={model.cellClass}
      tree={tree}
      summary={totals ? model.summary : undefined}
      summaryValues={totals ? model.totals : undefined}
      hintAt={handlers.hintAt}
      rowMark={model.rowMark}
      maxColumnWords={maxColumnWords}
      maxCellRows={maxCellRows}
      memory={`report:${reportId}`}
      orderGiven={isOrdered}
      cellItems={drillItems}
      columnItems={columnItems}
      onOrder={reorder}
      onSort={sort}
      onSelection={onSelection}
      onHover={handlers.onHover}
      onFilter={handlers.onFilter}
      removalOf={handlers.removalOf}
      onExplain={handlers.onExplain}
      onDescribe={handlers.onDescribe}
      label={name}
      rowHeight={rowDensity === 'comfortable' || isNarrow ? 28 : 24}
    />
  )
}
