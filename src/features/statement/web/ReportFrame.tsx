// The frame that both report pages share: the tree at the side, the title, the editor in place of the report, and
// failures.
import { type ReactNode, useEffect } from 'react'
import { useSearch } from 'wouter'
import { usePageTitle } from '#web/shell/pageTitle.ts'
import { onDemand } from '#web/ui/onDemand.tsx'
import { ErrorState } from '#web/ui/states/ErrorState.tsx'
import { leaveEditor } from './editor/actions.ts'
import { useKeptEditor } from './editor/keeping.ts'
import { useEditor } from './editor/store.ts'
import { useKeptRemark } from './report/dialogs/keptRemark.ts'
import { ReportOverlays } from './report/dialogs/ReportOverlays.tsx'
import { followAddress, leaveReport } from './report/follow.ts'
import { emptyReport, useReport } from './report/store.ts'
import { TitleLine } from './report/TitleLine.tsx'
import { looseTitle, useIsLoose, useView } from './report/useView.ts'
import { Side } from './tree/Side.tsx'

const ReportEditor = onDemand(async () => (await import('./editor/ReportEditor.tsx')).ReportEditor)

/** The required delay before the window's title becomes the view's. */
const titleDelayMs = 1000

/** Follows the address while mounted; unmounting resets report and editor. */
export function ReportFrame({ children }: { children: ReactNode }) {
  const search = useSearch()
  const view = useView()
  const editing = useEditor((state) => state.draft !== null)
  const isLoose = useIsLoose()
  usePageTitle(view?.name ?? (isLoose ? looseTitle : undefined), titleDelayMs)
  useKeptEditor()
  useKeptRemark()
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
            {children}
          </>
        )}
        <ReportOverlays />
      </section>
    </div>
  )
}

export function ReportFailure() {
  const failure = useReport((state) => state.failure)
  const isMissing = failure?.code === 'object_missing'
  return (
    <ErrorState
      title={isMissing ? '报表不存在或已被删除' : '报表读取失败'}
      failure={failure}
      description={isMissing ? '也可能没有共享给你。请从左侧选择别的视图。' : failure?.message}
      onRetry={() => {
        useReport.setState(emptyReport)
        void followAddress(location.search)
      }}
    />
  )
}
