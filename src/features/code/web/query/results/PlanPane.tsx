// A statement's plan in a result tab: loading, refused, or shown.

import { ErrorState } from '#web/ui/states/ErrorState.tsx'
import { Skeleton } from '#web/ui/states/Skeleton.tsx'
import { PlanView } from '#features/code/web/results/plan/PlanView.tsx'
import { explain } from '../runs/start.ts'
import { type EditorRun, removeRun } from '../runs/store.ts'

export function PlanPane({ editorRun }: { editorRun: EditorRun }) {
  const { plan, refusal } = editorRun
  if (!plan) return null
  if (refusal) {
    const again = () => {
      removeRun(editorRun.key)
      void explain(editorRun.documentId, editorRun, plan.analyze)
    }
    return <ErrorState title="执行计划读取失败" failure={refusal} onRetry={again} />
  }
  if (!plan.step) return <Skeleton lines={6} />
  return <PlanView plan={plan.step} analyzed={plan.analyze} elapsedMs={plan.elapsedMs} />
}
