// /statement/detail?id=…: a view with its reports.
import { Button } from '@blueprintjs/core'
import { memo, useEffect, useState } from 'react'
import { useSearch } from 'wouter'
import { KeyHint } from '#web/shell/keys/KeyHint.tsx'
import { usePageTitle } from '#web/shell/pageTitle.ts'
import type { SelectionStatus } from '#web/table/types.ts'
import { onDemand } from '#web/ui/onDemand.tsx'
import { EmptyState } from '#web/ui/states/EmptyState.tsx'
import { ErrorState } from '#web/ui/states/ErrorState.tsx'
import { Skeleton } from '#web/ui/states/Skeleton.tsx'
import { warmChart } from './chart/ChartArea.tsx'
import { leaveEditor } from './editor/actions.ts'
import { useKeptEditor } from './editor/keeping.ts'
import { useEditor } from './editor/store.ts'
import { makeReady } from './report/asking/makeReady.ts'
import { startPrefetch } from './report/asking/prefetch.ts'
import { useKeptRemark } from './report/dialogs/keptRemark.ts'
import { Remark } from './report/dialogs/Remark.tsx'
import { ReportOverlays } from './report/dialogs/ReportOverlays.tsx'
import { Figures } from './report/Figures.tsx'
import { FilterBar } from './report/filterBar/FilterBar.tsx'
import { followAddress, leaveReport, startReport } from './report/follow.ts'
import { ReportTabs } from './report/ReportTabs.tsx'
import { StatusLine } from './report/StatusLine.tsx'
import { emptyReport, useReport } from './report/store.ts'
import { TitleLine } from './report/TitleLine.tsx'
import { useView, useViewEditable } from './report/useView.ts'
import { Side } from './tree/Side.tsx'

const ReportEditor = onDemand(async () => (await import('./editor/ReportEditor.tsx')).ReportEditor)

/** The required delay before the window's title becomes the view's. */
const titleDelayMs = 1000

const Content = memo(function Content() {
  const status = useReport((state) => state.status)
  const failure = useReport((state) => state.failure)
  const present = useReport((state) => state.present)
  const reportId = useReport((state) => state.present?.report?.id ?? 0)
  const editable = useViewEditable()
  const [selection, setSelection] = useState<SelectionStatus | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another report has no selection yet.
  useEffect(() => setSelection(null), [reportId])
  if (status === 'failed') {
    return (
      <ErrorState
        title={failure?.code === 'object_missing' ? '报表不存在或已被删除' : '报表没有打开'}
        failure={failure}
        description={
          failure?.code === 'object_missing' ? '也可能没有共享给你。请从左侧选择别的视图。' : failure?.message
        }
        onRetry={() => {
          useReport.setState(emptyReport)
          void followAddress(location.search)
        }}
      />
    )
  }
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
  const search = useSearch()
  const view = useView()
  const editing = useEditor((state) => state.draft !== null)
  usePageTitle(view?.name, titleDelayMs)
  useKeptEditor()
  useKeptRemark()
  useEffect(startPrefetch, [])
  useEffect(() => {
    void followAddress(search)
  }, [search])
  useEffect(
    () => () => {
      leaveReport()
      leaveEditor()
    },
    [],
  )
  return (
    <div className="statement">
      <Side />
      <section className="report-page">
        {editing ? (
          <ReportEditor />
        ) : (
          <>
            <TitleLine />
            <Content />
          </>
        )}
        <ReportOverlays />
      </section>
    </div>
  )
}
