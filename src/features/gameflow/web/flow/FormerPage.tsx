// /others/gameFlowBak: the former report, orders and refunds by day and game as the facts have them now.

import { useEffect, useMemo, useState } from 'react'
import { navigate, useSearch } from 'wouter/use-browser-location'
import { pages } from '#shared/pages.ts'
import { call, quiet } from '#web/api/client.ts'
import { useSettings } from '#web/shell/settings.ts'
import { DataTable } from '#web/table/DataTable.tsx'
import { useDayRows } from '#web/table/days/dayMarks.ts'
import { StatusLine } from '#web/table/StatusLine.tsx'
import { groupThousands } from '#web/table/selection/exactSum.ts'
import type { CellValue, SelectionStatus, TableColumn } from '#web/table/types.ts'
import { EmptyState } from '#web/ui/states/EmptyState.tsx'
import { ErrorState } from '#web/ui/states/ErrorState.tsx'
import { Skeleton } from '#web/ui/states/Skeleton.tsx'
import { type FormerFlowRow, getGameFlowBak } from '#features/gameflow/contract.ts'
import { FlowNavigation } from '../FlowNavigation.tsx'
import { addressOf, movedDays, readAddress } from './address.ts'
import { Days } from './FlowFilters.tsx'
import { PresetButtons } from './PresetButtons.tsx'
import { showFigures } from './shownFigures.ts'
import { useAnswer } from './useAnswer.ts'
import '#web/list/list.css'
import '../gameFlow.css'

const path = pages.othersGameFlowBak.path

export function Page() {
  const search = useSearch()
  const { from, to } = useMemo(() => readAddress(search), [search])
  const change = (days: { from: string; to: string }) => navigate(addressOf(days, path))
  const params = { startDate: from, endDate: to }
  const { data, failure, slow, asking, again } = useAnswer(JSON.stringify(params), (signal) =>
    call(getGameFlowBak, { params }, { ...quiet, signal }),
  )
  useEffect(() => {
    const move = (by: 1 | -1) => navigate(addressOf(movedDays({ from, to }, by), path))
    return showFigures({ previous: () => move(-1), next: () => move(1), refresh: again })
  }, [from, to, again])
  return (
    <section className="list-main flow-page" aria-label="游戏流水（旧版）">
      <div className="list-title">
        <h1 className="visually-hidden">游戏流水（旧版）</h1>
        <FlowNavigation />
      </div>
      <div className="flow-filters">
        <Days address={{ from, to }} onChange={change} />
        <PresetButtons days={{ from, to }} onChange={change} />
      </div>
      {failure && <ErrorState title="流水读取失败" failure={failure} onRetry={again} />}
      {!failure && !data && (slow ? <Skeleton lines={10} /> : <div className="flow-content" />)}
      {!failure && data && !data.source.ready && (
        <EmptyState title="还没有流水可看" description={data.source.problem} />
      )}
      {!failure && data?.source.ready && (
        <div className={slow ? 'flow-content flow-old' : 'flow-content'} aria-busy={asking}>
          {slow && <div className="thin-bar" aria-hidden="true" />}
          <FormerTable rows={data.rows} days={`${from}..${to}`} />
        </div>
      )}
    </section>
  )
}

const column = (key: keyof FormerFlowRow, title: string, numeric: boolean): TableColumn => ({
  key,
  title,
  unit: '',
  align: numeric ? 'right' : 'left',
  format: (value: CellValue) => (numeric ? groupThousands(String(value)) : String(value)),
  copy: (value: CellValue) => String(value),
  numeric,
})
const columns: TableColumn[] = [
  { ...column('day', '日期', false), frozen: true },
  column('game', '游戏', false),
  column('currency', '币种', false),
  column('orders', '订单数', true),
  column('booked', '订单流水', true),
  column('refunded', '退款', true),
  column('net', '净额', true),
]

function FormerTable({ rows, days }: { rows: readonly FormerFlowRow[]; days: string }) {
  const { maxColumnWords, maxCellRows } = useSettings()
  const [selection, setSelection] = useState<SelectionStatus | null>(null)
  const cellAt = useMemo(
    () =>
      (row: number, place: number): CellValue =>
        rows[row]?.[columns[place]?.key as keyof FormerFlowRow] ?? null,
    [rows],
  )
  const rowMark = useDayRows({ rowCount: rows.length, cellAt, column: 0 })
  return (
    <>
      <div className="flow-table">
        <DataTable
          columns={columns}
          rowCount={rows.length}
          cellAt={cellAt}
          rowMark={rowMark}
          maxColumnWords={maxColumnWords}
          maxCellRows={maxCellRows}
          dataKey={days}
          label="游戏流水（旧版）"
          empty={<EmptyState title="这些日期没有流水" description="换别的日期。" />}
          onSelection={setSelection}
        />
      </div>
      <StatusLine rowCount={rows.length} complete selection={selection}>
        <span>原币，不含调整与分成，不受月结影响</span>
      </StatusLine>
    </>
  )
}
