// Offers drafts of the report in front: they are resumed, or given up.
import { useMemo } from 'react'
import { navigate } from 'wouter/use-browser-location'
import type { ReportInfo } from '#semantic/model/types.ts'
import { showMessage } from '#web/shell/message.ts'
import { applyChanges, changesFrom, readAddress } from '../address/address.ts'
import { openWith } from '../editor/actions.ts'
import { type Aside, nothingAside } from '../editor/aside.ts'
import { addressOf, change } from '../report/follow.ts'
import { type Present, useReport } from '../report/store.ts'
import { dropDraft, type KeptDraft, putDraft, readDrafts, subjectOf, useDraftChanges } from './drafts.ts'
import { beginVisit, searchOf } from './visit.ts'

export interface Offer {
  draft: KeptDraft
  /** The saved definition as it is now, with the draft's changes. */
  info: ReportInfo
}

/** The newest draft that is neither in front nor saved meanwhile. */
export function offerOf(present: Present | null, viewId: number | null): Offer | null {
  if (!present) return null
  const subject = subjectOf(present.report?.id, viewId)
  const inFront = searchOf(present, viewId)
  for (const draft of readDrafts()) {
    if (draft.subject !== subject || (draft.search === inFront && !draft.editor)) continue
    const info = applyChanges(present.saved, readAddress(draft.search).address.changes)
    const isNamed = draft.editor !== undefined && draft.editor.name !== (present.report?.reportName ?? '')
    if (isNamed || Object.keys(changesFrom(present.saved, info)).length > 0) return { draft, info }
  }
  return null
}

export function useOffer(): Offer | null {
  const present = useReport((state) => state.present)
  const viewId = useReport((state) => state.viewId)
  const changes = useDraftChanges((state) => state.count)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the drafts are in the browser's storage.
  return useMemo(() => offerOf(present, viewId), [present, viewId, changes])
}

const offerInFront = (): Offer | null => {
  const { present, viewId } = useReport.getState()
  return offerOf(present, viewId)
}

const nothingOffered = () => showMessage({ message: '这张报表没有未保存的草稿' })

export function resumeDraft(): void {
  const { present, viewId } = useReport.getState()
  const offer = offerInFront()
  if (!present || !offer) return void nothingOffered()
  const { draft, info } = offer
  if (!draft.editor) {
    beginVisit(subjectOf(present.report?.id, viewId), draft.id)
    navigate(addressOf(info))
    return
  }
  const { report, saved } = present
  const opened = { report, name: report?.reportName ?? '', info: saved, aside: nothingAside }
  const { name, aside } = draft.editor
  openWith({ report, name, info, aside: (aside as Aside | undefined) ?? nothingAside }, opened)
}

export function discardDraft(): void {
  const offer = offerInFront()
  if (!offer) return void nothingOffered()
  const { draft } = offer
  dropDraft(draft.id)
  showMessage({
    message: '已放弃未保存的修改',
    action: { text: '撤销', onClick: () => putDraft(draft) },
  })
}

/** Back to the saved definition, which Back and Ctrl+Z undo. */
export function revertReport(): void {
  const { present } = useReport.getState()
  if (!present?.report) return
  const cleared = Object.fromEntries(Object.keys(present.info).map((key) => [key, undefined]))
  change({ ...cleared, ...present.saved } as Partial<ReportInfo>, { atOnce: true })
}
