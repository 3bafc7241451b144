// Result tabs of the active editor tab, and the chosen one's content.
import { useEffect, useMemo } from 'react'
import { useBindings } from '#web/shell/keys/bindings.ts'
import { Kbd } from '#web/ui/Kbd.tsx'
import { EmptyState } from '#web/ui/states/EmptyState.tsx'
import type { Run } from '#features/code/contract.ts'
import { ResultPanel } from '#features/code/web/results/ResultPanel.tsx'
import { provideResultStrip } from '#features/code/web/results/shown.ts'
import { changeDocument } from '../documents/actions.ts'
import { useDocuments } from '../documents/store.ts'
import { keepLooks } from '../looks.ts'
import { openComparison } from '../opening.ts'
import { resultStrip } from '../resultTabs.ts'
import { runAgain } from '../runs/again.ts'
import { problemIn } from '../runs/places.ts'
import { type EditorRun, useRuns } from '../runs/store.ts'
import { sqlWork } from '../sqlWork.ts'
import { asRun } from './asRun.ts'
import { CursorPlace } from './CursorPlace.tsx'
import { wholeName } from './names.ts'
import { PlanPane } from './PlanPane.tsx'
import { ResultTabs } from './ResultTabs.tsx'
import { StoppedBar } from './StoppedBar.tsx'

function useRunsOf(documentId: string): EditorRun[] {
  const runs = useRuns((state) => state.runs)
  const keys = useRuns((state) => state.results[documentId])
  return useMemo(() => (keys ?? []).flatMap((key) => runs[key] ?? []), [runs, keys])
}

export function ResultArea() {
  // Lets the commands of results act on the tabs.
  useEffect(() => provideResultStrip(resultStrip), [])
  useEffect(keepLooks, [])
  const documentId = useDocuments((state) => state.active)
  const runs = useRunsOf(documentId)
  const shown = useRuns((state) => state.shown[documentId])
  const editorRun = runs.find(({ key }) => key === shown)
  if (!editorRun) return <NoResult />
  return (
    <>
      <ResultTabs runs={runs} shown={editorRun.key} />
      <StoppedBar documentId={documentId} />
      <div className="result-slot" role="tabpanel" aria-label={`结果 ${editorRun.number}`}>
        {editorRun.plan ? <PlanPane editorRun={editorRun} /> : <Panel editorRun={editorRun} runs={runs} />}
      </div>
    </>
  )
}

function Panel({ editorRun, runs }: { editorRun: EditorRun; runs: readonly EditorRun[] }) {
  const text = useDocuments(({ documents }) => documents[editorRun.documentId]?.text ?? '')
  const place = useMemo(() => problemIn(text, editorRun), [text, editorRun])
  const shown = useMemo(() => asRun(editorRun, place), [editorRun, place])
  const tabRuns = useMemo(() => runs.flatMap((one) => one.run ?? []), [runs])
  const nameOf = (run: Run) => {
    const named = runs.find(({ runId }) => runId === run.queryId)
    return named ? wholeName(named) : run.title
  }
  const again = (limit?: number) => {
    if (limit !== undefined) changeDocument(editorRun.documentId, { limit })
    runAgain(editorRun)
  }
  return (
    <ResultPanel
      key={editorRun.key}
      run={shown}
      heardAt={editorRun.heardAt}
      tabRuns={tabRuns}
      nameOf={nameOf}
      onOpenCompare={(runId) => void openComparison(editorRun.documentId, runId)}
      onRerun={again}
      {...(place && { onShowProblem: () => sqlWork['sql.goToProblem']() })}
      status={<CursorPlace />}
    />
  )
}

function NoResult() {
  const [keys] = useBindings('sql.run')
  return (
    <div className="result-empty">
      <EmptyState
        title="还没有结果"
        description={<>写一条查询，按 {keys && <Kbd keys={keys} />} 运行；只选中一部分时，只运行选中的</>}
      />
    </div>
  )
}
