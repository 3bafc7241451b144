// The report editor over the end of a session: what was not saved is taken up again after the login.
import { useEffect } from 'react'
import { keepWork, keptWorkMessage, takeKeptWork } from '../../../../web/shell/keptWork.ts'
import { showMessage } from '../../../../web/shell/message.ts'
import { useReport } from '../report/store.ts'
import { openWith } from './actions.ts'
import { type Draft, isChanged, useEditor } from './store.ts'

const purpose = 'reportEditor'

function keep(): void {
  const { draft, opened } = useEditor.getState()
  if (draft && opened && isChanged({ draft, opened })) keepWork(purpose, { draft, opened })
}

function takeUp(): void {
  const kept = takeKeptWork(purpose) as { draft: Draft; opened: Draft } | null
  if (kept === null) return
  openWith(kept.draft, kept.opened)
  showMessage({ message: keptWorkMessage })
}

/** To be called before the effect that leaves the editor. */
export function useKeptEditor(): void {
  const isReady = useReport(({ status, present }) => status === 'ready' && present !== null)
  useEffect(() => keep, [])
  useEffect(() => {
    if (isReady) takeUp()
  }, [isReady])
}
