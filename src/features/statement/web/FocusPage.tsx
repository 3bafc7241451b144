// /statement/detail2?id=…&report=…: one report in focus: a pivot with a chart above, for drilling down.
import './pivot/pivot.css'
import { memo, useEffect, useState } from 'react'
import { useSearch } from 'wouter'
import { isPivot } from '#semantic/model/pivot/requests.ts'
import { usePageTitle } from '#web/shell/pageTitle.ts'
import type { SelectionStatus } from '#web/table/types.ts'
import { onDemand } from '#web/ui/onDemand.tsx'
import { ErrorState } from '#web/ui/states/ErrorState.tsx'
import { Skeleton } from '#web/ui/states/Skeleton.tsx'
import { leaveEditor } from './editor/actions.ts'
import { useKeptEditor } from './editor/keeping.ts'
import { useEditor } from './editor/store.ts'
import { exportPivots } from './pivot/exporting.ts'
import { pivotSource } from './pivot/loading.ts'
import { PivotFields } from './pivot/PivotFields.tsx'
import { PivotTableView } from './pivot/PivotTableView.tsx'
import { keepSort } from './pivot/sorting.ts'
import { emptyPivot, usePivot } from './pivot/store.ts'
import { takeFiguresFrom } from './report/asking/loading.ts'
import { useKeptRemark } from './report/dialogs/keptRemark.ts'
import { ReportOverlays } from './report/dialogs/ReportOverlays.tsx'
import { Figures } from './report/Figures.tsx'
import { FilterBar } from './report/filterBar/FilterBar.tsx'
import { followAddress, leaveReport } from './report/follow.ts'
import { ReportTabs } from './report/ReportTabs.tsx'
import { StatusLine } from './report/StatusLine.tsx'
import { emptyReport, useReport } from './report/store.ts'
import { TitleLine } from './report/TitleLine.tsx'
import { useView } from './report/useView.ts'
import { Side } from './tree/Side.tsx'

const ReportEditor = onDemand(async () => (await import('./editor/ReportEditor.tsx')).ReportEditor)

/** The required delay before the window's title becomes the view's. */
const titleDelayMs = 1000

const Content = memo(function Content() {
  const status = useReport((state) => state.status)
  const failure = useReport((state) => state.failure)
  const info = useReport((state) => state.present?.info)
  const reportId = useReport((state) => state.present?.report?.id ?? 0)
  const [selection, setSelection] = useState<SelectionStatus | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another report has no selection, and other groups.
  useEffect(() => {
    setSelection(null)
    usePivot.setState(emptyPivot)
  }, [reportId])
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
  if (status !== 'ready' || !info) return <Skeleton lines={12} />
  const pivots = isPivot(info)
  return (
    <>
      <FilterBar grouping={!pivots && info.kind !== undefined && info.kind !== 'table'} />
      <ReportTabs />
      {(info.kind ?? 'table') === 'table' && <PivotFields />}
      <Figures onSelection={setSelection} {...(pivots && { View: PivotTableView })} />
      <StatusLine selection={selection} />
    </>
  )
})

export function Page() {
  const search = useSearch()
  const view = useView()
  const editing = useEditor((state) => state.draft !== null)
  usePageTitle(view?.name, titleDelayMs)
  useKeptEditor()
  useKeptRemark()
  useEffect(() => {
    // First, because the address requests figures at once.
    const giveBack = takeFiguresFrom(pivotSource)
    const forget = keepSort()
    const giveExportsBack = exportPivots()
    return () => {
      giveBack()
      forget()
      giveExportsBack()
    }
  }, [])
  useEffect(() => {
    void followAddress(search)
  }, [search])
  useEffect(
    () => () => {
      leaveReport()
      usePivot.setState(emptyPivot)
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
