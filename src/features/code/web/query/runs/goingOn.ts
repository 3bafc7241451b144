// Goes on with a script that stopped, with the statements as the text has them now.
import { showMessage } from '#web/shell/message.ts'
import { documentOf } from '../documents/store.ts'
import { statementsLeft } from './scripts.ts'
import { runAll } from './start.ts'
import { useRuns } from './store.ts'

/** `failed`: from the statement that failed; `next`: from the one behind it. */
export function goOn(documentId: string, from: 'failed' | 'next'): void {
  const stopped = useRuns.getState().stopped[documentId]
  const text = documentOf(documentId)?.text
  if (!stopped || text === undefined) {
    showMessage({ message: '没有停下的语句，运行全部时有语句失败才能继续' })
    return
  }
  const targets = statementsLeft(text, stopped, from)
  if (targets.length === 0) showMessage({ message: '后面的语句已不在文本里' })
  else runAll(documentId, targets, stopped)
}
