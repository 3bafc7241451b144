// How a run's state and kind read: an icon and a word, so that colour is never the only sign.
import { Disable, Error as ErrorIcon, Refresh, TickCircle, Time } from '@blueprintjs/icons'
import type { ComponentType } from 'react'
import type { RunKind, RunStatus } from '../../contract.ts'

export const statusTexts: Record<RunStatus, string> = {
  queued: '排队中',
  running: '运行中',
  done: '完成',
  failed: '失败',
  canceled: '已取消',
}

export const kindTexts: Record<RunKind, string> = {
  query: '查询',
  export: '导出',
  temp: '临时表',
  compare: '比较',
}

const icons: Record<RunStatus, ComponentType<{ size?: number }>> = {
  queued: Time,
  running: Refresh,
  done: TickCircle,
  failed: ErrorIcon,
  canceled: Disable,
}

export function RunState({ status }: { status: RunStatus }) {
  const Icon = icons[status]
  return (
    <span className={`list-run-state list-run-state-${status}`}>
      <Icon size={14} />
      {statusTexts[status]}
    </span>
  )
}
