// The dictionary in the editor: loaded, kept as a draft, saved, reloaded.
import { create } from 'zustand'
import { type CallError, call, failureOf, quiet } from '#web/api/client.ts'
import { forgetDictionaries } from '#web/api/dictionaryCache.ts'
import { byKey } from '#web/shell/keys/keySentence.ts'
import { showMessage } from '#web/shell/message.ts'
import {
  addOrUpdateDict,
  type OpenedDictionary,
  openDictionary,
  type PresentDictionary,
  type RowPage,
  readDictionaryRows,
} from '#features/dictionary/contract.ts'
import { Sheet } from '../sheet/Sheet.ts'
import type { SheetRow } from '../sheet/types.ts'
import { draftOf, forgetDraft, keepDraft } from './drafts.ts'
import { keptWorkOf, rebase } from './rebasing.ts'

export interface Conflicted {
  present: PresentDictionary
  by: string
  at: string
  /** Rows of the sheet that both users changed. */
  rows: readonly SheetRow[]
}

interface Opened {
  id: number | null
  dictionary: OpenedDictionary | null
  sheet: Sheet | null
  failure: CallError | null
  /** Rows read so far, while loading. */
  read: number
  saving: boolean
  conflict: Conflicted | null
  restored: boolean
}

const closed: Opened = {
  id: null,
  dictionary: null,
  sheet: null,
  failure: null,
  read: 0,
  saving: false,
  conflict: null,
  restored: false,
}

export const useOpened = create<Opened>(() => closed)

let opening = new AbortController()

export async function openSheet(id: number): Promise<void> {
  opening.abort()
  opening = new AbortController()
  const { signal } = opening
  useOpened.setState({ ...closed, id })
  try {
    const { dictionary, rows } = await readWhole(id, signal)
    if (signal.aborted) return
    const sheet = new Sheet(headOf(dictionary), rows)
    const draft = draftOf(id)
    const restored = draft !== null && rebase(sheet, draft, 'all')
    useOpened.setState({ dictionary, sheet, restored })
    sheet.subscribe(() => keepDraft(sheet))
  } catch (error) {
    if (!signal.aborted) useOpened.setState({ failure: failureOf(error) })
  }
}

export function closeSheet(): void {
  opening.abort()
  const { sheet } = useOpened.getState()
  if (sheet) keepDraft(sheet, true)
  useOpened.setState(closed)
}

/** Discards the unsaved local changes. */
export async function discardChanges(): Promise<void> {
  const { id } = useOpened.getState()
  if (id === null) return
  forgetDraft(id)
  await openSheet(id)
}

const headOf = ({ id, name, formName, attributes, revision, foreign }: OpenedDictionary) => ({
  id,
  name,
  formName,
  attributes,
  revision,
  foreign,
})

/** Reads all pages of one revision; starts again when somebody saves meanwhile. */
async function readWhole(id: number, signal: AbortSignal) {
  for (let tries = 0; ; tries++) {
    const dictionary = await call(openDictionary, { params: { id } }, { ...quiet, signal })
    const rows: { dataId: number; data: string[] }[] = []
    for (let next: { position: number; dataId: number } | null = null; ; ) {
      const page: RowPage = await call(
        readDictionaryRows,
        { params: { id }, query: next ?? {} },
        { ...quiet, signal },
      )
      if (page.revision !== dictionary.revision && tries < 5) break
      for (const row of page.rows) rows.push(row)
      useOpened.setState({ read: rows.length })
      next = page.next
      if (!next) return { dictionary, rows }
    }
  }
}

/** Returns whether the sheet is now saved. */
export async function saveSheet(): Promise<boolean> {
  const { sheet, saving } = useOpened.getState()
  if (!sheet || saving) return false
  if (!sheet.isChanged) {
    showMessage({ message: '没有需要保存的修改' })
    return true
  }
  const { count } = sheet.problems
  if (count > 0) {
    showMessage({
      message: `有 ${count} 行有误，未保存`,
      detail: `${byKey('dictionary.nextProblem')}逐处查看`,
      intent: 'warning',
    })
    const wrong = sheet.nextProblem(-1)
    if (wrong) sheet.onStep(wrong)
    return false
  }
  const sent = sheet.change()
  useOpened.setState({ saving: true })
  try {
    const saved = await call(addOrUpdateDict, { body: sent.body }, { quiet: true, loading: null })
    sheet.settle(sent, saved)
    forgetDraft(sheet.kept.id)
    void forgetDictionaries([saved.id])
    useOpened.setState({ saving: false, restored: false })
    showMessage({ message: '已保存', intent: 'success' })
    if (saved.revision > (sent.body.revision ?? 0) + 1) await mergeTheirs(sheet)
    return true
  } catch (error) {
    useOpened.setState({ saving: false })
    tellRefusal(sheet, sent.rows, failureOf(error))
    return false
  }
}

/** Somebody else saved different rows meanwhile: their rows are added to the sheet. */
async function mergeTheirs(sheet: Sheet): Promise<void> {
  const { dictionary, rows } = await readWhole(sheet.kept.id, opening.signal)
  if (useOpened.getState().sheet !== sheet) return
  const fresh = new Sheet(headOf(dictionary), rows)
  if (sheet.isChanged) rebase(fresh, keptWorkOf(sheet), 'all')
  showSheet(fresh, dictionary)
  showMessage({ message: '其他人也保存了修改，已一并显示' })
}

export function showSheet(sheet: Sheet, dictionary: OpenedDictionary): void {
  sheet.subscribe(() => keepDraft(sheet))
  useOpened.setState({ sheet, dictionary, conflict: null, restored: false })
}

function tellRefusal(sheet: Sheet, rows: readonly SheetRow[], failure: CallError): void {
  const data = failure.data as {
    present?: PresentDictionary
    by?: string
    at?: string
    cells?: Cell[]
  } | null
  if (failure.code === 'object_conflict' && data?.present) {
    const { present, by = '', at = '' } = data
    const theirs = new Set([...present.values.map(({ dataId }) => dataId), ...present.gone])
    useOpened.setState({
      conflict: { present, by, at, rows: rows.filter(({ dataId }) => theirs.has(dataId)) },
    })
    return
  }
  for (const { row, column, problem } of data?.cells ?? []) {
    const one = rows[row]
    if (one) sheet.refuse(one, column, problem)
  }
  showMessage({ message: '保存失败', detail: failure.shown.message, intent: 'danger' })
  const wrong = sheet.nextProblem(-1)
  if (wrong) sheet.onStep(wrong)
}

interface Cell {
  row: number
  column: number
  problem: string
}

/**
 * Loads the dictionary again and reapplies the local changes, except for rows where the other version was
 * chosen.
 */
export async function resolveConflict(mine: ReadonlySet<number>, shape: 'mine' | 'theirs'): Promise<void> {
  const { sheet, conflict } = useOpened.getState()
  if (!sheet || !conflict) return
  const work = keptWorkOf(sheet)
  const contested = new Set([
    ...conflict.present.values.map(({ dataId }) => dataId),
    ...conflict.present.gone,
  ])
  const stays = (dataId: number) => !contested.has(dataId) || mine.has(dataId)
  const { dictionary, rows } = await readWhole(sheet.kept.id, opening.signal)
  const fresh = new Sheet(headOf(dictionary), rows)
  rebase(
    fresh,
    { ...work, rows: work.rows.filter(({ dataId }) => stays(dataId)), removed: work.removed.filter(stays) },
    shape === 'mine' ? 'all' : 'rows',
  )
  showSheet(fresh, dictionary)
  if (fresh.isChanged) await saveSheet()
}
