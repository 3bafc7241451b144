// Hands a saved query to the form of subscriptions.
import { mayDo } from '#shared/sql/queryRights.ts'
import { call } from '#web/api/client.ts'
import { runCommand } from '#web/shell/keys/run.ts'
import { showMessage } from '#web/shell/message.ts'
import { listQueries, type SavedQuery } from '#features/code/contract.ts'

/** Why its result can't be sent; undefined where it can. */
export const notRunnable = ({ right }: SavedQuery): string | undefined =>
  mayDo(right, 'run') ? undefined : '你只能查看这个查询，不能运行，所以不能定时发送'

export function sendRegularly({ id, name, params }: Pick<SavedQuery, 'id' | 'name' | 'params'>): void {
  runCommand('view.subscribe', { queryId: id, name, parameters: params })
}

/** As it is saved now, perhaps by somebody else. */
export async function sendSaved(id: string): Promise<void> {
  const query = await call(listQueries, {}).then(
    (all) => all.find((one) => one.id === id),
    // The client has shown it.
    () => null,
  )
  if (query === null) return
  const refusal = query ? notRunnable(query) : '查询不存在或已被删除'
  if (query && refusal === undefined) sendRegularly(query)
  else showMessage({ message: refusal ?? '', intent: 'warning' })
}
