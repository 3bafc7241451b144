// Saves a tab as a query on the server: in place, as a new one, or over a newer version.

import { call, failureOf } from '#web/api/client.ts'
import { showMessage } from '#web/shell/message.ts'
import { getView, type SavedQuery, saveQuery } from '#features/code/contract.ts'
import { mayEdit } from '#features/code/web/library/folders.ts'
import { showAddress } from '../address.ts'
import { useCatalog } from '../catalog.ts'
import { changeDocument } from '../documents/actions.ts'
import { documentOf, isChanged } from '../documents/store.ts'
import { savedStateOf } from '../documents/types.ts'
import { editor } from '../editing.ts'
import { savedParameters, settingsOfSaved } from '../parameters/values.ts'
import { openDialog } from '../view.ts'

interface SaveDetails {
  name: string
  folder: string
  folderId?: number | null
  tags: string[]
}

function settle(documentId: string, query: SavedQuery): void {
  const before = documentOf(documentId)?.saved
  const names = new Set([...(before?.formerNames ?? []), ...(before ? [before.name] : [])])
  names.delete(query.name)
  changeDocument(documentId, {
    saved: { ...savedStateOf(query), ...(names.size > 0 && { formerNames: [...names] }) },
    name: query.name,
  })
  showAddress(true)
}

const bodyOf = (documentId: string) => {
  const document = documentOf(documentId)
  if (!document) throw new Error(`no document ${documentId}`)
  const params = savedParameters(document, useCatalog.getState().tables)
  return { sql: document.text, params, looks: document.looks }
}

/** Saves in place; asks for a name first where the tab was never saved. */
export async function saveDocument(documentId: string, overwrite = false): Promise<void> {
  const document = documentOf(documentId)
  if (!document) return
  const { saved, name } = document
  if (!saved) {
    openDialog({ kind: 'save', documentId, asNew: false })
    return
  }
  if (!mayEdit({ right: saved.right ?? 'own' })) {
    showMessage({ message: `你对团队文件夹「${saved.team ?? ''}」没有编辑权限，请另存为自己的副本` })
    openDialog({ kind: 'save', documentId, asNew: true })
    return
  }
  if (!overwrite && !isChanged(document)) {
    showMessage({ message: `「${name}」没有要保存的修改，已是版本 ${saved.version}` })
    return
  }
  const { id, folder, tags, version } = saved
  try {
    const body = { id, name, folder, tags, version, overwrite, ...bodyOf(documentId) }
    const query = await call(saveQuery, { body }, { quiet: true, loading: null })
    settle(documentId, query)
    showMessage({ message: `已保存「${query.name}」，版本 ${query.version}`, intent: 'success' })
  } catch (error) {
    await failed(documentId, id, error)
  }
}

async function failed(documentId: string, id: string, error: unknown): Promise<void> {
  const { status, code, message: detail } = failureOf(error)
  if (status === 203) return
  if (code === 'object_conflict') {
    const theirs = await call(getView, { params: { id } }).catch(() => null)
    if (theirs) openDialog({ kind: 'conflict', documentId, theirs })
    return
  }
  if (code === 'object_missing') {
    changeDocument(documentId, { saved: null })
    showMessage({ message: '这个查询已被删除，或你已没有权限，可以另存为新的查询', intent: 'warning' })
    openDialog({ kind: 'save', documentId, asNew: true })
    return
  }
  // The right to edit may have been revoked since it was opened.
  if (code === 'permission_missing') openDialog({ kind: 'save', documentId, asNew: true })
  showMessage({ intent: 'danger', message: '保存失败', detail })
}

/** Saves as a new query with a name. Rejects with the call's failure, for the dialog to show. */
export async function saveNew(documentId: string, details: SaveDetails): Promise<void> {
  const from = documentOf(documentId)?.saved?.id
  const body = { ...details, ...bodyOf(documentId), ...(from !== undefined && { from }) }
  const query = await call(saveQuery, { body }, { quiet: true, loading: null })
  settle(documentId, query)
  showMessage({ message: `已保存「${query.name}」`, intent: 'success' })
}

/** Replaces local changes by the server's newer version; the editor can undo it. */
export function takeTheirs(documentId: string, theirs: SavedQuery): void {
  editor()?.replace(theirs.sql)
  changeDocument(documentId, {
    text: theirs.sql,
    name: theirs.name,
    saved: savedStateOf(theirs),
    parameters: settingsOfSaved(theirs.params),
    looks: theirs.looks,
  })
}

/** A version was restored on the server. Unsaved changes here are kept on top of it. */
export function takeRestored(documentId: string, query: SavedQuery): void {
  const document = documentOf(documentId)
  if (!document) return
  if (!isChanged(document)) {
    takeTheirs(documentId, query)
    return
  }
  changeDocument(documentId, { saved: savedStateOf(query) })
  showMessage({ message: `已恢复为版本 ${query.version}；此处未保存的修改还在编辑器中` })
}
