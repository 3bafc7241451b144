// How many steps one has taken within the guide, kept in the browser's history: leaving goes back before the first.

import { useEffect } from 'react'
import { pages } from '#shared/pages.ts'
import { goTo } from '#web/shell/keys/run.ts'

const stepsIn = (state: unknown): number | undefined => (state as { guideSteps?: number } | null)?.guideSteps

/** Of the address in front; -1 outside the guide. A new address was reached from the one before. */
let latest = -1

function forget(): void {
  latest = -1
}

/** Notes each address of the guide as it is reached. */
export function useGuideSteps(address: string): void {
  useEffect(() => forget, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: each address is a step.
  useEffect(() => {
    const steps = stepsIn(history.state) ?? latest + 1
    history.replaceState({ ...history.state, guideSteps: steps }, '')
    latest = steps
  }, [address])
}

/** Entries of this site before the present one, where the browser tells; else all that the tab has. */
function entriesBefore(): number {
  const { navigation } = window as { navigation?: { currentEntry: { index: number } | null } }
  return navigation?.currentEntry?.index ?? history.length - 1
}

export function leaveGuide(): void {
  const steps = latest + 1
  if (entriesBefore() >= steps) history.go(-steps)
  else goTo(pages.statement())
}
