// Keeps the report editor's draft: resumed after a login, a reload, or on request.
import { useEffect, useRef } from 'react'
import { navigate } from 'wouter/use-browser-location'
import { keepWork, keptWorkMessage, takeKeptWork, useKeptWork } from '#web/shell/keptWork.ts'
import { useLeaveWarning } from '#web/shell/leaving.ts'
import { showMessage } from '#web/shell/message.ts'
import { useReport } from '../report/store.ts'
import { watchEditor } from '../unsaved/editorDraft.ts'
import { openWith } from './actions.ts'
import { nothingAside } from './aside.ts'
import { type Draft, isChanged, useEditor } from './store.ts'

const purpose = 'reportEditor'

interface Unsaved {
  draft: Draft
  opened: Draft
}

/** Older drafts have no set-aside parts. */
const withAside = (draft: Draft): Draft => ({ ...draft, aside: draft.aside ?? nothingAside })

/** The draft that the reader wants to resume, until its page is open. */
let wanted: Unsaved | null = null

function keep(path: string): void {
  const { draft, opened } = useEditor.getState()
  if (!draft || !opened || !isChanged({ draft, opened })) return
  if (keepWork(purpose, { draft, opened })) return
  const goOn = () => {
    wanted = { draft, opened }
    navigate(path)
  }
  showMessage({ message: '编辑已关闭，修改没有保存', action: { text: '继续编辑', onClick: goOn } })
}

function takeUp(): void {
  const kept = wanted ?? (takeKeptWork(purpose) as Unsaved | null)
  if (kept === null) return
  if (kept !== wanted) showMessage({ message: keptWorkMessage })
  wanted = null
  openWith(withAside(kept.draft), withAside(kept.opened))
}

/** Call before the effect that leaves the editor. */
export function useKeptEditor(): void {
  const isReady = useReport(({ status, present }) => status === 'ready' && present !== null)
  // The page's own address: when it unmounts, the new address is already set.
  const path = useRef('')
  useEffect(() => {
    path.current = location.pathname + location.search
  })
  useKeptWork(() => keep(path.current))
  useLeaveWarning(useEditor(isChanged))
  useEffect(watchEditor, [])
  useEffect(() => {
    if (isReady) takeUp()
  }, [isReady])
}
