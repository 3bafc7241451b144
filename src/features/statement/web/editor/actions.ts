// Changes of the draft by the editor's controls and keys.
import { navigate } from 'wouter/use-browser-location'
import type { ReportInfo, ReportKind } from '#semantic/model/types.ts'
import { showMessage } from '#web/shell/message.ts'
import { changesFrom, writeAddress } from '../address/address.ts'
import { blankInfo } from '../report/blankInfo.ts'
import { change, presentPath } from '../report/follow.ts'
import { useReport } from '../report/store.ts'
import { subjectOf } from '../unsaved/drafts.ts'
import { dropEditorDraft } from '../unsaved/editorDraft.ts'
import { beginVisit } from '../unsaved/visit.ts'
import { nothingAside, withKind, withPatch } from './aside.ts'
import { loadForDraft, stopLoading } from './loading.ts'
import { type Draft, type EditorField, emptyEditor, isChanged, useEditor } from './store.ts'

/** Edits the shown report with the address's changes; a new one where there is none. */
export function openEditor(): void {
  const { present, params, viewId } = useReport.getState()
  if ((viewId === null && !present) || useEditor.getState().draft) return
  const draft: Draft = {
    report: present?.report ?? null,
    name: present?.report?.reportName ?? '',
    info: present?.info ?? blankInfo,
    aside: nothingAside,
  }
  openWith(draft, draft)
  useEditor.setState({ params })
}

/** `opened`: the draft before any changes. */
export function openWith(draft: Draft, opened: Draft): void {
  useEditor.setState({ ...emptyEditor, draft, opened })
  loadForDraft({ atOnce: true })
}

/** Unsaved changes can be resumed. */
export function closeEditor(): void {
  const { draft, opened } = useEditor.getState()
  leaveEditor()
  if (!draft || !opened || !isChanged({ draft, opened })) return
  const takeUp = () => openWith(draft, opened)
  showMessage({ message: '编辑已关闭，修改没有保存', action: { text: '继续编辑', onClick: takeUp } })
}

/** Without asking: the draft was saved, or is in the address. */
export function leaveEditor(): void {
  stopLoading()
  useEditor.setState(emptyEditor)
}

export function changeDraft(patch: Partial<ReportInfo>): void {
  const { draft } = useEditor.getState()
  if (!draft) return
  useEditor.setState({ draft: { ...draft, ...withPatch(draft, patch) } })
  loadForDraft()
}

export function nameDraft(name: string): void {
  const { draft } = useEditor.getState()
  if (draft) useEditor.setState({ draft: { ...draft, name }, nameProblem: '' })
}

/** Options of another kind are set aside, and so are the figures of the former kind. */
export function changeKind(kind: ReportKind): void {
  const { draft } = useEditor.getState()
  if (!draft || kind === (draft.info.kind ?? 'table')) return
  useEditor.setState({ draft: { ...draft, ...withKind(draft, kind) }, preview: null, failure: null })
  loadForDraft()
}

export function showSection(field: EditorField): void {
  if (field === 'name') document.getElementById('editor-name')?.focus()
  // The opened section takes the focus itself.
  else useEditor.setState(({ focusAsked }) => ({ section: field, focusAsked: focusAsked + 1 }))
}

/** Applies the draft to the address, which Back undoes; nothing is saved. */
export function applyDraft(): void {
  const { draft } = useEditor.getState()
  const { viewId, present } = useReport.getState()
  if (!draft) return
  dropEditorDraft()
  leaveEditor()
  if (present && present.report?.id === draft.report?.id) {
    const cleared = Object.fromEntries(Object.keys(present.info).map((key) => [key, undefined]))
    change({ ...cleared, ...draft.info } as Partial<ReportInfo>, { atOnce: true })
    return
  }
  const changes = changesFrom(draft.report?.info ?? blankInfo, draft.info)
  beginVisit(subjectOf(draft.report?.id, viewId))
  navigate(writeAddress({ view: viewId, report: draft.report?.id ?? 0, changes }, presentPath()))
}
