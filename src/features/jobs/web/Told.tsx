// Loads a dialog's data and shows the loading state, the error or the content.
import type { ReactNode } from 'react'
import { loadingTexts } from '#web/api/loading.ts'
import { FailureLine } from '#web/ui/states/FailureLine.tsx'
import type { Asked } from '#web/ui/useAsked.ts'

interface Props<Value> {
  told: Asked<Value>
  children: (value: Value) => ReactNode
}

export function Told<Value>({ told: { value, failure, again }, children }: Props<Value>) {
  if (failure) return <FailureLine what="读取失败" failure={failure} onRetry={again} />
  return value === null ? <p role="status">{loadingTexts.load}</p> : children(value)
}
