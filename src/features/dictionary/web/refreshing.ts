// Drops this browser's cached copies of changed dictionaries, in all its tabs.
import { call, failureOf } from '#web/api/client.ts'
import { forgetDictionaries } from '#web/api/dictionaryCache.ts'
import { showMessage } from '#web/shell/message.ts'
import { refreshDict } from '../contract.ts'

export async function refreshDictionaries(): Promise<void> {
  try {
    const all = await call(refreshDict, {}, { quiet: true })
    await forgetDictionaries(all.map(({ id }) => id))
    showMessage({ message: '字典缓存已刷新', intent: 'success' })
  } catch (error) {
    showMessage({ message: '刷新失败', detail: failureOf(error).shown.message, intent: 'danger' })
  }
}
