// Exports the shown report; the server writes the file.

import { callBlob, failureOf } from '#web/api/client.ts'
import { saveBlob } from '#web/api/fileName.ts'
import { showMessage } from '#web/shell/message.ts'
import { exportGameFlow } from '#features/gameflow/contract.ts'
import { questionOf, readAddress } from './address.ts'

export async function exportShown(format: 'xlsx' | 'csv'): Promise<void> {
  const { params, query } = questionOf(readAddress(window.location.search))
  try {
    const { blob, fileName } = await callBlob(
      exportGameFlow,
      { params, body: { ...query, format } },
      { quiet: true },
    )
    saveBlob(blob, fileName)
    showMessage({ message: '已导出', intent: 'success' })
  } catch (error) {
    showMessage({ message: '导出失败', detail: failureOf(error).shown.message, intent: 'danger' })
  }
}
