// The way from a failure to the lines that the server wrote of it, for those who may read its logs.
import { commandOf, isAllowed } from '#commands/index.ts'
import { goTo } from './keys/run.ts'
import { useSession } from './session.ts'

interface Failed {
  status?: number
  code?: string
  requestId?: string
}

/** Those that are the server's own, not the reader's to mend. */
const isTheServers = ({ status = 0, code }: Failed): boolean =>
  status >= 500 || code === 'answer_broken' || code === 'query_failed'

/** Null where there is nothing to be read, or nobody who may. */
export function requestLogPath(failure: Failed): string | null {
  const { requestId } = failure
  if (!requestId || !isTheServers(failure)) return null
  const command = commandOf('logs.open')
  if (!isAllowed(command, useSession.getState().roleData)) return null
  return `${command.go}?time=24h&request=${encodeURIComponent(requestId)}`
}

/** For a message that comes and goes. */
export function logAction(failure: Failed): { action?: { text: string; onClick: () => void } } {
  const path = requestLogPath(failure)
  return path === null ? {} : { action: { text: '查看日志', onClick: () => goTo(path) } }
}
