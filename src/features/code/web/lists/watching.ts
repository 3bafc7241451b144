// Begins an alarm on a saved query.

import { mayDo } from '#shared/sql/queryRights.ts'
import { goTo } from '#web/shell/keys/run.ts'
import { holds } from '#web/shell/session.ts'
import { newQueryAlarmAddress } from '#features/alarm/contract.ts'
import type { SavedQuery } from '#features/code/contract.ts'

/** Why no alarm can be set on it; undefined where one can. */
export function notWatchable({ right }: Pick<SavedQuery, 'right'>): string | undefined {
  if (!holds('alert_config_edit')) return '没有「告警管理」权限，请联系管理员'
  return mayDo(right, 'run') ? undefined : '你只能查看这个查询，不能运行，所以不能设告警'
}

export const watchQuery = ({ id }: Pick<SavedQuery, 'id'>): void =>
  goTo(newQueryAlarmAddress({ queryId: id, column: null, figure: null, keys: [] }))
