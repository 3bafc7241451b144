// The tab for a new run: that of the same statement's former result with the same values, else a new one, for
// which others may be removed. Results of one statement with different values stay side by side for
// comparison.

import { showMessage } from '#web/shell/message.ts'
import type { RunParameters } from '#features/code/contract.ts'
import type { SqlDocument } from '../documents/types.ts'
import { wholeName } from '../results/names.ts'
import { leave, takeAway } from './leaving.ts'
import { beginsAt, endsAt, startIn } from './places.ts'
import { scriptOf, stopAt, stoppedAt } from './scripts.ts'
import { isSameStatement, isSameValues, statementName } from './statement.ts'
import { addRun, type EditorRun, isOver, problemOf, runsOf } from './store.ts'

/**
 * Result tabs per document; beyond that, unpinned ones are removed, failures first, then the oldest. A script
 * with more statements keeps all of its own.
 */
export const mostResults = 12

type Target = Pick<EditorRun, 'sql' | 'start'>

export function openResult(
  document: SqlDocument,
  target: Target,
  chained: boolean,
  params: RunParameters,
): EditorRun {
  const { id: documentId, text } = document
  const failed = stoppedAt(documentId, target.start)
  const former = formerOf(document, target, params) ?? overOnly(failed)
  const script = chained ? scriptOf(documentId) : null
  if (former) leave(former)
  else makeRoom(documentId, script)
  const { sql, start } = target
  const name = statementName(text, target)
  const whole = text.startsWith(sql, start) && beginsAt(text, start) && endsAt(text, start + sql.length)
  const added = addRun({ documentId, sql, start, whole, name, chained, script }, former)
  if (failed) stopAt(added)
  return added
}

/** A failed statement that was mended takes the failure's seat. */
const overOnly = (editorRun: EditorRun | undefined): EditorRun | undefined =>
  editorRun && isOver(editorRun) && problemOf(editorRun) !== null && !editorRun.run?.pinned
    ? editorRun
    : undefined

/** A statement that occurs twice in the text counts as two. */
function formerOf(
  { id, text }: SqlDocument,
  { sql, start }: Target,
  params: RunParameters,
): EditorRun | undefined {
  return runsOf(id).findLast((editorRun) => {
    if (!isOver(editorRun) || editorRun.plan || editorRun.run?.pinned || editorRun.run?.kind === 'compare')
      return false
    const place = startIn(text, editorRun)
    return (
      (place === null || place === start) &&
      isSameStatement(editorRun.sql, sql) &&
      // A failure is not worth keeping for comparison.
      (problemOf(editorRun) !== null || !editorRun.run || isSameValues(editorRun.run.params, params))
    )
  })
}

function makeRoom(documentId: string, script: string | null): void {
  const runs = runsOf(documentId)
  const spare = runs.filter(
    (editorRun) =>
      isOver(editorRun) && editorRun.run?.pinned !== true && (script === null || editorRun.script !== script),
  )
  const failures = spare.filter((editorRun) => problemOf(editorRun) !== null)
  const inOrder = [...failures, ...spare.filter((editorRun) => !failures.includes(editorRun))]
  // One result comes, one goes: a long script's are not taken away at once by the next statement.
  const gone = runs.length < mostResults ? [] : inOrder.slice(0, 1)
  if (gone.length === 0) return
  const bringBack = takeAway(documentId, gone)
  showMessage({
    kind: 'results-full',
    message: `结果最多 ${mostResults} 个，已收起${gone.map((editorRun) => `「${wholeName(editorRun)}」`).join('')}`,
    detail: '先收起失败的，其次最早的；固定的保留。在运行历史里仍可查看。',
    ...(bringBack && { action: { text: '恢复', onClick: bringBack } }),
  })
}
