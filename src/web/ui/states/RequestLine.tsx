// Below a server failure: the request's id, and a link to its log lines.
import { requestLogPath } from '#web/shell/requestLog.ts'

interface Props {
  failure: { status?: number; code?: string; requestId?: string }
}

export function RequestLine({ failure }: Props) {
  const path = requestLogPath(failure)
  if (path === null) return null
  return (
    <span className="state-request">
      请求编号 <code>{failure.requestId}</code> <a href={path}>查看日志</a>
    </span>
  )
}
