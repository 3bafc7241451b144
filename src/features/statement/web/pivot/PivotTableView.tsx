// A pivot's chart, and its table below.
import { useEffect, useMemo } from 'react'
import { shownAxes } from '#semantic/model/pivot/axes.ts'
import { matrixOf } from '#semantic/model/pivot/matrix.ts'
import { nodeTexts } from '#semantic/model/pivot/nodeText.ts'
import { useSettings } from '#web/shell/settings.ts'
import { DataTable } from '#web/table/DataTable.tsx'
import type { CellPosition, SelectionStatus } from '#web/table/types.ts'
import { useNarrow } from '#web/ui/useNarrow.ts'
import { ChartArea } from '../chart/ChartArea.tsx'
import { businessHour, businessToday } from '../dates/days.ts'
import { useReportCalendar } from '../dates/holidays.ts'
import { useTotals } from '../report/options/totals.ts'
import { type Result, useReport } from '../report/store.ts'
import { headLines, totalText } from '../report/table/hints.ts'
import { finds } from '../report/table/shownTable.ts'
import { useDictionaryLabels } from '../report/table/useDictionaryLabels.ts'
import { figureFinder, filterByPivotCell, openPivotCell, showPivot } from './cells.ts'
import { DrillDialog } from './DrillDialog.tsx'
import { fixedBy } from './drill.ts'
import { describePivotColumn, explainPivotCell } from './explaining.ts'
import { pivotCellItems } from './PivotCellItems.tsx'
import { PivotNotes } from './PivotNotes.tsx'
import { markedLines, pivotLines } from './pivotHints.ts'
import { pivotTable } from './pivotTable.ts'
import { sortPivot, usePivotSort } from './sorting.ts'
import { usePivot } from './store.ts'
import { usePivotTree } from './usePivotTree.ts'

interface Props {
  result: Result
  name: string
  onSelection: (status: SelectionStatus | null) => void
}

/** Below this width rows are taller, for touch. */
const narrowTable = 640

function usePivotModel({ table, parts, info }: Result) {
  const { showWeekday, highLightWeekend } = useSettings()
  const heat = useReport((state) => state.present?.info.heat)
  const totals = useTotals((state) => state.shown)
  const folded = usePivot((state) => state.folded)
  const sort = usePivotSort()
  const labels = useDictionaryLabels(
    useMemo(() => table.columns.flatMap(({ dictId }) => dictId ?? []), [table]),
  )
  const grain = info.grain ?? 'day'
  const axes = useMemo(() => shownAxes(info, table), [info, table])
  const matrix = useMemo(
    () => matrixOf({ table, parts, topDim: info.top?.dim }, axes),
    [table, parts, axes, info.top],
  )
  const texts = useMemo(() => nodeTexts(table, grain, labels), [table, grain, labels])
  const holidays = useReportCalendar(table)?.marks ?? null
  const today = businessToday()
  const hour = businessHour()
  const shown = useMemo(
    () =>
      pivotTable(matrix, texts, {
        axes,
        subtotals: info.subtotals ?? false,
        totals,
        folded,
        sort,
        order: info.order ?? [],
        heat,
        today,
        hour,
        unfinishedFrom: table.unfinishedFrom,
        showWeekday,
        highLightWeekend,
        holidays,
        marks: table,
      }),
    [
      matrix,
      table,
      texts,
      axes,
      info,
      totals,
      folded,
      sort,
      heat,
      today,
      hour,
      showWeekday,
      highLightWeekend,
      holidays,
    ],
  )
  return { matrix, texts, shown, axes }
}

export function PivotTableView({ result, name, onSelection }: Props) {
  const { info, table } = result
  const { maxColumnWords, maxCellRows, rowDensity } = useSettings()
  const narrow = useNarrow(narrowTable)
  const { matrix, texts, shown, axes } = usePivotModel(result)
  const drill = usePivot((state) => state.drill)
  const tree = usePivotTree(shown.rows, axes.rows.length, info.subtotals ?? false)
  useEffect(() => showPivot({ info, axes, matrix, table: shown, texts }), [info, axes, matrix, shown, texts])
  useEffect(() => finds(figureFinder(result, { matrix, table: shown })), [result, matrix, shown])
  const reportId = useReport((state) => state.present?.report?.id ?? null)
  const explained = useMemo(() => {
    const pivot = { info, axes, matrix, table: shown, texts, columns: table.columns }
    return {
      onExplain: (position: CellPosition) => explainPivotCell(pivot, reportId, position),
      onDescribe: (column: number) => describePivotColumn(pivot, column),
    }
  }, [info, axes, matrix, shown, texts, table, reportId])
  const hintAt = useMemo(
    () => (row: number | null, column: number) => {
      const figure = shown.figures[column]
      const source = figure && matrix.values[figure.value]
      const node = row === null || row < 0 ? matrix.rows : shown.rows[row]
      const told = markedLines(
        { texts, marks: table, info, axes },
        { row: row === null || row < 0 ? undefined : node, column: figure?.node, lead: column, source },
      )
      if (!source) return told.length > 0 ? told : undefined
      if (row === null) return headLines(source, { info }).then((lines) => [...lines, ...told])
      const lines = [...(node ? pivotLines(matrix, node, figure) : []), ...told]
      const isTotal = row < 0 && shown.totals[column] !== null
      if (isTotal) return [`${source.title} 合计`, ...lines, totalText(source, { info })]
      return lines.length > 0 ? [source.title, ...lines] : undefined
    },
    [shown, matrix, info, table, texts, axes],
  )
  const row = drill && matrix.rowOf(drill.rowPath)
  const column = drill && matrix.columnOf(drill.columnPath)
  return (
    <div className="pivot-figures">
      <ChartArea result={result} />
      <PivotNotes table={table} shown={shown} matrix={matrix} axes={axes} texts={texts} info={info} />
      <div className="pivot-table">
        <DataTable
          columns={shown.columns}
          rowCount={shown.rows.length}
          cellAt={shown.cellAt}
          cellClass={shown.cellClass}
          tree={tree}
          summary={shown.summary}
          summaryValues={shown.summary && shown.totals}
          hintAt={hintAt}
          rowMark={shown.rowMark}
          maxColumnWords={maxColumnWords}
          maxCellRows={maxCellRows}
          cellItems={pivotCellItems}
          onSort={sortPivot}
          onSelection={onSelection}
          onFilter={filterByPivotCell}
          onOpen={openPivotCell}
          onExplain={explained.onExplain}
          onDescribe={explained.onDescribe}
          label={name}
          rowHeight={rowDensity === 'comfortable' || narrow ? 28 : 24}
        />
      </div>
      {drill && row && column && (
        <DrillDialog kind={drill.kind} fixed={fixedBy(axes, row, column, texts)} texts={texts} />
      )}
    </div>
  )
}
