// The middle of the page: the table, or the reason why there is none. Old figures stay, dimmed, while new
// ones load.
import { Button } from '@blueprintjs/core'
import { SearchTemplate, Th } from '@blueprintjs/icons'
import { type ComponentType, useEffect, useState } from 'react'
import { withoutOpen } from '#semantic/model/conditions.ts'
import { KeyHint } from '#web/shell/keys/KeyHint.tsx'
import { useTraceOf } from '#web/shell/trace.ts'
import type { SelectionStatus } from '#web/table/types.ts'
import { MissingPlace } from '#web/ui/missing/MissingPlace.tsx'
import { EmptyState } from '#web/ui/states/EmptyState.tsx'
import { ErrorState } from '#web/ui/states/ErrorState.tsx'
import { SlowNote } from '#web/ui/states/SlowNote.tsx'
import { ChartArea } from '../chart/ChartArea.tsx'
import { businessToday, rangeText } from '../dates/days.ts'
import { ask } from './asking/loading.ts'
import { isAskable } from './asking/request.ts'
import { isUnderWay, useStale } from './asking/stale.ts'
import { change } from './follow.ts'
import { GoneCallout, StaleCallout, UnreachableCallout } from './ReportCallouts.tsx'
import { type Result, useReport } from './store.ts'
import { ReportTableView } from './table/ReportTableView.tsx'
import './report.css'

/** True once a request has run for 100 ms; faster answers show no loading state. */
function useSlow(): boolean {
  const underWay = useReport(isUnderWay)
  const [slow, setSlow] = useState(false)
  useEffect(() => {
    setSlow(false)
    if (!underWay) return
    const timer = setTimeout(() => setSlow(true), 100)
    return () => clearTimeout(timer)
  }, [underWay])
  return slow && underWay
}

interface ViewProps {
  result: Result
  name: string
  onSelection: (status: SelectionStatus | null) => void
}

interface FiguresProps {
  onSelection: (status: SelectionStatus | null) => void
  /** The component that shows a result with rows. */
  View?: ComponentType<ViewProps>
}

function ChartAndTable(props: ViewProps) {
  return (
    <>
      <ChartArea result={props.result} />
      <ReportTableView {...props} />
    </>
  )
}

function Middle({ onSelection, View = ChartAndTable }: FiguresProps) {
  const present = useReport((state) => state.present)
  const result = useReport((state) => state.result)
  const failure = useReport((state) => state.askFailure?.failure)
  const underWay = useReport(isUnderWay)
  const stale = useStale()
  const slow = useSlow()
  useTraceOf(result?.table.trace)
  if (!present) return null
  if (!isAskable(present.info)) {
    return (
      <EmptyState
        icon={<Th size={32} />}
        title="还没有选择指标"
        description="选好指标和分组维度，即可查询并保存为报表。"
        action={
          <>
            <Button intent="primary" onClick={() => useReport.setState({ picker: 'points' })}>
              选择指标 <KeyHint command="report.pickPoints" />
            </Button>
            <Button onClick={() => useReport.setState({ picker: 'dimensions' })}>
              选择维度 <KeyHint command="report.pickDimensions" />
            </Button>
          </>
        }
      />
    )
  }
  if (failure) {
    return <ErrorState title="查询失败" failure={failure} onRetry={() => void ask({ fresh: true })} />
  }
  if (!result) {
    if (underWay) return slow ? <TableSkeleton /> : null
    return (
      <EmptyState
        icon={<SearchTemplate size={32} />}
        title="等待查询"
        description="调整好条件后查询。个人设置里可以改为打开时自动加载。"
        action={
          <Button intent="primary" onClick={() => void ask()}>
            查询 <KeyHint command="report.query" />
          </Button>
        }
      />
    )
  }
  return (
    <div className={`figures ${slow || stale ? 'figures-old' : ''}`} aria-busy={underWay}>
      {result.table.rowCount === 0 ? (
        <EmptyState
          icon={<SearchTemplate size={32} />}
          title="没有数据"
          description={`${rangeText(result.info.dateRange, businessToday())} 内没有符合条件的数据。`}
          action={<NextSteps />}
        />
      ) : (
        <View result={result} name={present.report?.reportName ?? '新报表'} onSelection={onSelection} />
      )}
    </div>
  )
}

function NextSteps() {
  const info = useReport((state) => state.present?.info)
  if (!info) return null
  const limits = withoutOpen(info.filters).length > 0
  return (
    <>
      <Button onClick={() => change({ dateRange: { relative: 'last30' } }, { atOnce: true })}>
        看近 30 天
      </Button>
      <Button onClick={() => useReport.setState({ picker: 'date' })}>
        换日期 <KeyHint command="report.range" />
      </Button>
      {limits && <Button onClick={() => change({ filters: [] }, { atOnce: true })}>清除筛选</Button>}
    </>
  )
}

function TableSkeleton() {
  return (
    <div className="table-skeleton" role="status" aria-label="加载中...">
      {Array.from({ length: 14 }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines are all alike.
        <div key={index} className="table-skeleton-row bp6-skeleton" />
      ))}
      <SlowNote />
    </div>
  )
}

export function Figures({ onSelection, View }: FiguresProps) {
  const slow = useSlow()
  return (
    <section className="report-content" aria-label="报表数据">
      {slow && <div className="thin-bar" aria-hidden="true" />}
      <GoneCallout />
      <UnreachableCallout />
      <StaleCallout />
      <MissingPlace>
        <Middle onSelection={onSelection} {...(View && { View })} />
      </MissingPlace>
    </section>
  )
}
