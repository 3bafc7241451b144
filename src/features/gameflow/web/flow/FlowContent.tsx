// The loaded report: missing rates and shares, the chart, the table and the totals.

import { Button } from '@blueprintjs/core'
import { lazy, Suspense, useMemo, useState } from 'react'
import { Link } from 'wouter'
import { pages } from '#shared/pages.ts'
import { useSettings } from '#web/shell/settings.ts'
import { DataTable } from '#web/table/DataTable.tsx'
import { useDayRows } from '#web/table/days/dayMarks.ts'
import { StatusLine } from '#web/table/StatusLine.tsx'
import { groupThousands } from '#web/table/selection/exactSum.ts'
import type { SelectionStatus } from '#web/table/types.ts'
import { EmptyState } from '#web/ui/states/EmptyState.tsx'
import { useNarrow } from '#web/ui/useNarrow.ts'
import type { FlowReport } from '#features/gameflow/contract.ts'
import type { FlowAddress } from './address.ts'
import { showSource } from './SourceDialog.tsx'
import { type FlowSort, flowTable } from './tableOf.ts'

const Chart = lazy(async () => ({ default: (await import('#web/chart/Chart.tsx')).Chart }))
const none: ReadonlySet<number> = new Set()

interface Props {
  report: FlowReport
  address: FlowAddress
  slow: boolean
  asking: boolean
}

export function FlowContent({ report, address, slow, asking }: Props) {
  const [selection, setSelection] = useState<SelectionStatus | null>(null)
  if (!report.source.ready)
    return (
      <EmptyState
        title="还没有流水可看"
        description={report.source.problem}
        action={<Button intent="primary" text="数据来源" onClick={showSource} />}
      />
    )
  return (
    <div className={slow ? 'flow-content flow-old' : 'flow-content'} aria-busy={asking}>
      {slow && <div className="thin-bar" aria-hidden="true" />}
      <Missing report={report} />
      {report.rows.length > 0 && <NetChart chart={report.chart} />}
      <FlowTableView report={report} address={address} onSelection={setSelection} />
      <StatusLine rowCount={report.rows.length} complete selection={selection}>
        <Totals report={report} />
      </StatusLine>
    </div>
  )
}

function Missing({ report: { missing } }: { report: FlowReport }) {
  if (missing.length === 0) return null
  const words = (kind: 'rate' | 'share') =>
    missing
      .filter((one) => one.kind === kind)
      .map(({ name, from, to }) => `${name}（${from === to ? from : `${from} – ${to}`}）`)
      .join('、')
  const [ratesText, sharesText] = [words('rate'), words('share')]
  return (
    <p className="flow-missing" role="status">
      {ratesText && (
        <>
          缺少汇率：{ratesText} <Link href={pages.othersGameFlowRates()}>补汇率</Link>{' '}
        </>
      )}
      {sharesText && (
        <>
          缺少分成比例：{sharesText} <Link href={pages.othersGameFlowShares()}>补比例</Link>
        </>
      )}
    </p>
  )
}

function NetChart({ chart }: Pick<FlowReport, 'chart'>) {
  const data = useMemo(
    () => ({
      type: 'bar' as const,
      xName: '日期',
      valueName: chart.currency,
      x: chart.points.map(({ at }) => at),
      series: [{ name: '净额', values: chart.points.map(({ net }) => (net === null ? null : Number(net))) }],
      off: none,
    }),
    [chart],
  )
  return (
    <div className="flow-chart">
      <Suspense fallback={null}>
        <Chart data={data} label={`净额的图，${chart.points.length} 个点，${chart.currency}`} />
      </Suspense>
    </div>
  )
}

function FlowTableView({
  report,
  address,
  onSelection,
}: Pick<Props, 'report' | 'address'> & { onSelection: (status: SelectionStatus | null) => void }) {
  const { maxColumnWords, maxCellRows, rowDensity } = useSettings()
  const narrow = useNarrow(640)
  const [sort, setSort] = useState<FlowSort | null>(null)
  const { columns, cellAt, rows, summary } = useMemo(() => flowTable(report, sort), [report, sort])
  const days = columns.findIndex(({ key }) => key === 'day')
  const rowMark = useDayRows({ rowCount: rows.length, cellAt, column: days })
  const key = useMemo(() => JSON.stringify(address), [address])
  return (
    <div className="flow-table">
      <DataTable
        columns={columns}
        rowCount={rows.length}
        cellAt={cellAt}
        {...(summary && { summary })}
        rowMark={rowMark}
        cellClass={(row, column) => {
          const name = columns[column]?.key
          if (row < 0) return undefined
          if (name === 'unreconciled' && (rows[row]?.unreconciled ?? 0) > 0) return 'flow-cell-open'
          return name === 'drift' && rows[row]?.drift != null ? 'flow-cell-open' : undefined
        }}
        maxColumnWords={maxColumnWords}
        maxCellRows={maxCellRows}
        rowHeight={rowDensity === 'comfortable' || narrow ? 28 : 24}
        memory="gameFlow"
        dataKey={key}
        label="游戏流水"
        empty={<EmptyState title="这些日期没有流水" description="换个日期，或清除筛选条件。" />}
        onSelection={onSelection}
        onSort={(name, desc) => setSort({ key: name, desc })}
      />
    </div>
  )
}

/** A total for each currency, as text, because a table row could hold only one. */
function Totals({ report: { totals, months } }: { report: FlowReport }) {
  const closed = months.filter((month) => month.games > 0 && month.closed === month.games).length
  return (
    <>
      {totals.map(({ currency, net, kept }) => (
        <span key={currency}>
          净额 <b>{net === null ? '缺汇率' : groupThousands(net)}</b> {currency}
          {kept !== null && (
            <>
              ，分成后 <b>{groupThousands(kept)}</b>
            </>
          )}
        </span>
      ))}
      {months.length > 0 && (
        <span>
          {closed === months.length ? '所选月份都已月结' : `${months.length} 个月中 ${closed} 个已全部月结`}
        </span>
      )}
      <span title="每格各自四舍五入一次；合计由未舍入的金额相加，可能与各格之和差几分">逐格舍入</span>
    </>
  )
}
