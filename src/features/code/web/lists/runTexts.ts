// Texts for a run's state and kind.

import type { Tone } from '#web/list/types.ts'
import type { RunKind, RunStatus } from '#features/code/contract.ts'

export const statusTexts: Record<RunStatus, string> = {
  queued: '排队中',
  running: '运行中',
  done: '完成',
  failed: '失败',
  canceled: '已取消',
}

export const statusTones: Record<RunStatus, Tone> = {
  queued: 'warning',
  running: 'active',
  done: 'good',
  failed: 'bad',
  canceled: 'muted',
}

export const kindTexts: Record<RunKind, string> = {
  query: '查询',
  export: '导出',
  temp: '临时表',
  compare: '对比',
}
