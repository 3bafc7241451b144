// The tab for a new run: that of the same statement's former result with the same values, else a new one, for
// which others may be removed. Results of one statement with different values stay side by side for
// comparison.

import { showMessage } from '#web/shell/message.ts'
import type { RunParameters } from '#features/code/contract.ts'
import type { SqlDocument } from '../documents/types.ts'
import { wholeName } from '../results/names.ts'
import { leave, takeAway } from './leaving.ts'
import { startIn } from './places.ts'
import { isSameStatement, isSameValues, statementName } from './statement.ts'
import { addRun, type EditorRun, isOver, problemOf, runsOf } from './store.ts'

/** Result tabs per document; beyond that, unpinned ones are removed, failures first, then the oldest. */
export const mostResults = 12

type Target = Pick<EditorRun, 'sql' | 'start'>

export function openResult(
  document: SqlDocument,
  target: Target,
  chained: boolean,
  params: RunParameters,
): EditorRun {
  const { id: documentId, text } = document
  const former = formerOf(document, target, params)
  if (former) leave(former)
  else makeRoom(documentId)
  const name = statementName(text, target)
  return addRun({ documentId, sql: target.sql, start: target.start, name, chained }, former)
}

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

function makeRoom(documentId: string): void {
  const runs = runsOf(documentId)
  const spare = runs.filter((editorRun) => isOver(editorRun) && editorRun.run?.pinned !== true)
  const failures = spare.filter((editorRun) => problemOf(editorRun) !== null)
  const inOrder = [...failures, ...spare.filter((editorRun) => !failures.includes(editorRun))]
  const gone = inOrder.slice(0, Math.max(0, runs.length - mostResults + 1))
  if (gone.length === 0) return
  const bringBack = takeAway(documentId, gone)
  showMessage({
    message: `结果最多 ${mostResults} 个，已收起${gone.map((editorRun) => `「${wholeName(editorRun)}」`).join('')}`,
    detail: '先收起失败的，其次最早的；固定的保留。在运行历史里仍可查看。',
    ...(bringBack && { action: { text: '恢复', onClick: bringBack } }),
  })
}
