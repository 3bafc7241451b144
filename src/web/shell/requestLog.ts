// The link from a failure to the server's log lines about it, for users who may read logs.
import { commandOf, isAllowed } from '#commands/index.ts'
import { goTo } from './keys/run.ts'
import { useSession } from './session.ts'

interface Failed {
  status?: number
  code?: string
  requestId?: string
}

/** Failures of the server, not of the user's input. */
const isTheServers = ({ status = 0, code }: Failed): boolean =>
  status >= 500 || code === 'answer_broken' || code === 'query_failed'

/** Null when there is no log to read, or the user may not read logs. */
export function requestLogPath(failure: Failed): string | null {
  const { requestId } = failure
  if (!requestId || !isTheServers(failure)) return null
  const command = commandOf('logs.open')
  if (!isAllowed(command, useSession.getState().roleData)) return null
  return `${command.go}?time=24h&request=${encodeURIComponent(requestId)}`
}

/** The action for a message that disappears by itself. */
export function logAction(failure: Failed): { action?: { text: string; onClick: () => void } } {
  const path = requestLogPath(failure)
  return path === null ? {} : { action: { text: '查看日志', onClick: () => goTo(path) } }
}
