// Closes result tabs: one, all others, those to the right. Pinned ones stay unless closed directly; running
// ones are canceled, after a question where much work would be lost.
import { showMessage } from '#web/shell/message.ts'
import { wholeName } from '../results/names.ts'
import { openDialog } from '../view.ts'
import { bringLastBack, takeAway } from './leaving.ts'
import { abandon, showResult } from './start.ts'
import { isCostly } from './stopping.ts'
import { type EditorRun, isOver, runsOf, shownRun, useRuns } from './store.ts'

const runOf = (key: string): EditorRun | undefined => useRuns.getState().runs[key]

/** Those still running. */
export const atWork = (keys: readonly string[]): EditorRun[] =>
  keys.flatMap((key) => runOf(key) ?? []).filter((editorRun) => !isOver(editorRun))

function asked(keys: readonly string[], goOn: () => void): void {
  if (atWork(keys).some(isCostly)) openDialog({ kind: 'closeResults', keys, goOn })
  else goOn()
}

export function closeResult(key: string): void {
  asked([key], () => {
    const editorRun = runOf(key)
    if (!editorRun) return
    takeAway(editorRun.documentId, [editorRun])
    if (isOver(editorRun)) return
    abandon(editorRun)
    if (editorRun.runId) showMessage({ message: `已取消结果 ${editorRun.number} 的运行` })
  })
}

/** Reopens the last closed results of a document, activated. */
export function reopenResult(documentId: string): void {
  const key = bringLastBack(documentId)?.at(-1)
  if (key === undefined) showMessage({ message: '没有可以恢复的结果' })
  else showResult(documentId, key)
}

/** Unpinned result tabs beside this one, left to right. */
export function closable(key: string, which: 'others' | 'right'): EditorRun[] {
  const runs = runsOf(runOf(key)?.documentId ?? '')
  const at = runs.findIndex((editorRun) => editorRun.key === key)
  return runs.filter(
    (editorRun, place) => editorRun.run?.pinned !== true && (which === 'right' ? place > at : place !== at),
  )
}

export function closeMany(key: string, which: 'others' | 'right'): void {
  const closing = closable(key, which)
  if (closing.length === 0) {
    showMessage({ message: which === 'right' ? '右侧没有可以关闭的结果' : '没有其他可以关闭的结果' })
    return
  }
  const keys = closing.map((editorRun) => editorRun.key)
  asked(keys, () => close(keys, key))
}

function close(keys: readonly string[], stays: string): void {
  // In their present state: the answer may have taken a while.
  const desks = keys.flatMap((key) => runOf(key) ?? [])
  const [first] = desks
  if (!first) return
  const { documentId } = first
  const ended = desks.filter((editorRun) => !isOver(editorRun))
  const isFrontGone = desks.some((editorRun) => editorRun.key === shownRun(documentId)?.key)
  const bringBack = takeAway(documentId, desks)
  for (const editorRun of ended) abandon(editorRun)
  if (isFrontGone && runOf(stays)) showResult(documentId, stays)
  showMessage({
    message: `已关闭 ${desks.length} 个结果${ended.length > 0 ? `，取消了其中 ${ended.length} 个的运行` : ''}`,
    detail: desks.map((editorRun) => `「${wholeName(editorRun)}」`).join(''),
    ...(bringBack && { action: { text: '恢复', onClick: bringBack } }),
  })
}
