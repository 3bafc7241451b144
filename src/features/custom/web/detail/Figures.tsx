// The chart above the table, or the reason why there is none. Old figures stay, dimmed, while new ones load.
import { Button } from '@blueprintjs/core'
import { SearchTemplate } from '@blueprintjs/icons'
import { lazy, Suspense, useEffect, useMemo, useState } from 'react'
import { KeyHint } from '#web/shell/keys/KeyHint.tsx'
import { useSettings } from '#web/shell/settings.ts'
import { useTraceOf } from '#web/shell/trace.ts'
import { DataTable } from '#web/table/DataTable.tsx'
import { useDayRows } from '#web/table/days/dayMarks.ts'
import type { CellValue, SelectionStatus } from '#web/table/types.ts'
import { EmptyState } from '#web/ui/states/EmptyState.tsx'
import { ErrorState } from '#web/ui/states/ErrorState.tsx'
import { Skeleton } from '#web/ui/states/Skeleton.tsx'
import { useNarrow } from '#web/ui/useNarrow.ts'
import type { CustomReport, CustomTable } from '#features/custom/contract.ts'
import { ask } from '../loading.ts'
import { useCustom } from '../store.ts'
import { chartData, guessChart, mostPoints, sortedRows, tableColumns } from './tableOf.ts'

const Chart = lazy(async () => ({ default: (await import('#web/chart/Chart.tsx')).Chart }))

interface Props {
  report: Pick<CustomReport, 'name' | 'chart'>
  onSelection: (status: SelectionStatus | null) => void
}

/** True once a request has run for 100 ms; faster answers show no loading state. */
function useSlow(asking: boolean): boolean {
  const [slow, setSlow] = useState(false)
  useEffect(() => {
    setSlow(false)
    if (!asking) return
    const timer = setTimeout(() => setSlow(true), 100)
    return () => clearTimeout(timer)
  }, [asking])
  return slow && asking
}

export function Figures({ report, onSelection }: Props) {
  const { table, asking, askFailure } = useCustom()
  useTraceOf(table?.trace)
  const slow = useSlow(asking)
  if (askFailure)
    return <ErrorState title="查询失败" failure={askFailure} onRetry={() => void ask({ fresh: true })} />
  if (!table) {
    if (asking) return slow ? <Skeleton lines={10} /> : <div className="custom-figures" />
    return (
      <EmptyState
        icon={<SearchTemplate size={32} />}
        title="等待查询"
        description="填好参数后查询。"
        action={
          <Button intent="primary" onClick={() => void ask()}>
            查询 <KeyHint command="custom.query" />
          </Button>
        }
      />
    )
  }
  return (
    <div className={slow ? 'custom-figures custom-old' : 'custom-figures'} aria-busy={asking}>
      {slow && <div className="thin-bar" aria-hidden="true" />}
      <CustomChartView table={table} report={report} />
      <CustomTableView table={table} name={report.name} onSelection={onSelection} />
    </div>
  )
}

export function CustomChartView({
  table,
  report,
}: {
  table: CustomTable
  report: Pick<CustomReport, 'name' | 'chart'>
}) {
  const shown = useCustom((state) => state.chartShown)
  const data = useMemo(() => {
    const chart = report.chart ?? guessChart(table)
    return chart && chartData(table, chart)
  }, [table, report.chart])
  if (!shown || !data) return null
  return (
    <div className="custom-chart">
      <Suspense fallback={null}>
        <Chart
          data={data}
          label={`${report.name}的图，${data.series.length} 个系列，${data.x.length} 个点`}
        />
      </Suspense>
      {table.rowCount > mostPoints && <span className="custom-chart-cut">图中只画前 {mostPoints} 行</span>}
    </div>
  )
}

interface TableProps {
  table: CustomTable
  name: string
  onSelection: (status: SelectionStatus | null) => void
}

export function CustomTableView({ table, name, onSelection }: TableProps) {
  const { maxColumnWords, maxCellRows, rowDensity } = useSettings()
  const narrow = useNarrow(640)
  const [sort, setSort] = useState<{ column: number; desc: boolean } | null>(null)
  const columns = useMemo(() => tableColumns(table, sort), [table, sort])
  const cellAt = useMemo(() => {
    const order = sortedRows(table, sort)
    return (row: number, column: number): CellValue =>
      table.data[column]?.[order ? (order[row] ?? -1) : row] ?? null
  }, [table, sort])
  const days = table.columns.flatMap(({ type }, index) => (type === 'date' ? [index] : []))
  const rowMark = useDayRows({ rowCount: table.rowCount, cellAt, column: days })
  return (
    <div className="custom-table">
      <DataTable
        columns={columns}
        rowCount={table.rowCount}
        cellAt={cellAt}
        rowMark={rowMark}
        rowNumbers
        maxColumnWords={maxColumnWords}
        maxCellRows={maxCellRows}
        rowHeight={rowDensity === 'comfortable' || narrow ? 28 : 24}
        dataKey={table.computedAt}
        label={name}
        empty={<EmptyState title="没有数据" description="换个条件再查询。" />}
        onSelection={onSelection}
        onSort={(key, desc) =>
          setSort({ column: table.columns.findIndex((column) => column.key === key), desc })
        }
      />
    </div>
  )
}
