// Removes results with their tabs completely, and can restore all of them as they were.
import { changeState, forgetResult, stateOf, untouched } from '#features/code/web/results/shown.ts'
import { keepLayout } from '../documents/actions.ts'
import { documentOf } from '../documents/store.ts'
import { putBack } from '../tabs/putBack.ts'
import { follow, unfollow } from './follow.ts'
import { type EditorRun, isOver, removeRun, useRuns } from './store.ts'

export function leave({ key, runId }: EditorRun): void {
  unfollow(key)
  if (runId) forgetResult(runId)
}

/** A plan, or a run without an id yet, ends with its tab. */
const mayComeBack = (editorRun: EditorRun): boolean => isOver(editorRun) || editorRun.runId !== null

/** Tabs removed in one action, which can be restored together. */
interface Gone {
  documentId: string
  keys: readonly string[]
  bringBack: () => void
}

/** The latest last. */
let gone: readonly Gone[] = []
const mostGone = 20

/** Restores the last removed tabs of a document; their keys, or null where there are none. */
export function bringLastBack(documentId: string): readonly string[] | null {
  const last = gone.findLast((one) => one.documentId === documentId)
  last?.bringBack()
  return last?.keys ?? null
}

/** Removes tabs of one document; null where none can be restored, else the function that restores them. */
export function takeAway(documentId: string, desks: readonly EditorRun[]): (() => void) | null {
  const former = useRuns.getState().results[documentId] ?? []
  const kept = desks
    .filter(mayComeBack)
    .map((editorRun) => ({ editorRun, state: stateOf(editorRun.runId ?? '') }))
  for (const editorRun of desks) {
    leave(editorRun)
    removeRun(editorRun.key)
  }
  keepLayout()
  if (kept.length === 0) return null
  const bringBack = () => {
    gone = gone.filter((one) => one !== mine)
    if (!documentOf(documentId)) return
    for (const { editorRun, state } of kept)
      if (editorRun.runId && state !== untouched) changeState(editorRun.runId, state)
    useRuns.setState(({ runs, results, shown }) => ({
      runs: { ...Object.fromEntries(kept.map(({ editorRun }) => [editorRun.key, editorRun])), ...runs },
      results: {
        ...results,
        [documentId]: putBack(
          results[documentId] ?? [],
          former,
          kept.map(({ editorRun }) => editorRun.key),
        ),
      },
      shown: { ...shown, [documentId]: shown[documentId] || (kept.at(-1)?.editorRun.key ?? '') },
    }))
    keepLayout()
    for (const { editorRun } of kept) if (!isOver(editorRun)) void follow(editorRun.key)
  }
  const mine: Gone = { documentId, keys: kept.map(({ editorRun }) => editorRun.key), bringBack }
  gone = [...gone, mine].slice(-mostGone)
  return bringBack
}
