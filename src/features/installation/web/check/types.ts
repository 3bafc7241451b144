// What is checked, and what came of it.

import type { CallError } from '#web/api/client.ts'
import type { Checked, CheckState } from '#features/installation/contract.ts'

export interface Outcome {
  state: CheckState
  /** Null where a time says nothing. */
  ms: number | null
  says: string
  details: Checked['details']
  /** Of the server's: by it the log has what happened. */
  requestId: string
  /** Of the call that should have told. */
  failure?: CallError
}

export interface Check {
  id: string
  group: '连接' | '服务器' | '浏览器'
  title: string
  run: (signal: AbortSignal) => Promise<Outcome>
}

export const stateTitles: Record<CheckState, string> = {
  ok: '正常',
  warning: '注意',
  failed: '失败',
  off: '未设置',
}
