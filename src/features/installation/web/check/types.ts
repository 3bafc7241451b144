// A check and its result.

import type { CallError } from '#web/api/client.ts'
import type { Checked, CheckState } from '#features/installation/contract.ts'

export interface Outcome {
  state: CheckState
  /** Null when a duration would mean nothing. */
  ms: number | null
  says: string
  details: Checked['details']
  /** For a server check: finds its entry in the log. */
  requestId: string
  /** The error of the call that should have returned the result. */
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
