// /statement/detail?id=…: a view with its reports.
import { Button } from '@blueprintjs/core'
import { memo, useEffect, useState } from 'react'
import { KeyHint } from '#web/shell/keys/KeyHint.tsx'
import type { SelectionStatus } from '#web/table/types.ts'
import { EmptyState } from '#web/ui/states/EmptyState.tsx'
import { Skeleton } from '#web/ui/states/Skeleton.tsx'
import { warmChart } from './chart/ChartArea.tsx'
import { ReportFailure, ReportFrame } from './ReportFrame.tsx'
import { makeReady } from './report/asking/makeReady.ts'
import { startPrefetch } from './report/asking/prefetch.ts'
import { Remark } from './report/dialogs/Remark.tsx'
import { Figures } from './report/Figures.tsx'
import { FilterBar } from './report/filterBar/FilterBar.tsx'
import { followAddress, startReport } from './report/follow.ts'
import { ReportTabs } from './report/ReportTabs.tsx'
import { StatusLine } from './report/StatusLine.tsx'
import { useReport } from './report/store.ts'
import { useViewEditable } from './report/useView.ts'

const Content = memo(function Content() {
  const status = useReport((state) => state.status)
  const present = useReport((state) => state.present)
  const reportId = useReport((state) => state.present?.report?.id ?? 0)
  const editable = useViewEditable()
  const [selection, setSelection] = useState<SelectionStatus | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another report has no selection yet.
  useEffect(() => setSelection(null), [reportId])
  if (status === 'failed') return <ReportFailure />
  if (status !== 'ready') return <Skeleton lines={12} />
  if (!present) {
    return (
      <EmptyState
        title="这个视图还没有报表"
        description={editable ? '选择指标和维度，保存成第一张报表。' : '等所有者添加报表后再来看。'}
        action={
          editable && (
            <Button intent="primary" onClick={startReport}>
              新建报表 <KeyHint command="report.create" />
            </Button>
          )
        }
      />
    )
  }
  return (
    <>
      <FilterBar />
      <ReportTabs />
      <Remark />
      <Figures onSelection={setSelection} />
      <StatusLine selection={selection} />
    </>
  )
})

/** Starts loading the reports and their figures before the page renders. */
export const prepare = (search: string): void => void followAddress(search)
export const warm = warmChart
export { makeReady }

export function Page() {
  useEffect(startPrefetch, [])
  return (
    <ReportFrame>
      <Content />
    </ReportFrame>
  )
}
