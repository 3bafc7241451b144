// Exports the found lines: the server writes the file and audits the export.
import { callBlob } from '#web/api/client.ts'
import { saveBlob } from '#web/api/fileName.ts'
import { showMessage } from '#web/shell/message.ts'
import { exportLogs, mostColumns, mostExported } from '../contract.ts'
import { asked } from './reading/question.ts'
import { indexOf, useLogs } from './store.ts'

export async function exportLines(format: 'csv' | 'jsonl'): Promise<void> {
  const { searched, address, tail } = useLogs.getState()
  if (address.request !== '' || tail || !searched) {
    showMessage({ message: '请先在一个日志库里查出日志，再导出' })
    return
  }
  const count = searched.progress?.count ?? searched.book.rowCount
  if (count === 0) {
    showMessage({ message: '没有可以导出的日志' })
    return
  }
  const body = { ...asked(searched.book.question), format, ...(format === 'csv' && { fields: csvFields() }) }
  try {
    const { blob, fileName } = await callBlob(exportLogs, { body }, { loading: '正在导出日志...' })
    saveBlob(blob, fileName)
    const most = mostExported.toLocaleString('en-US')
    const isCut = count > mostExported
    showMessage({
      message: isCut ? `已导出前 ${most} 条` : `已导出 ${count.toLocaleString('en-US')} 条`,
      detail: isCut ? '一个文件最多这么多，其余请缩小时间或条件后再导出' : undefined,
      intent: isCut ? 'warning' : 'success',
    })
  } catch {
    // The client has shown it.
  }
}

/** The chosen columns, else all fields; without fields, whole lines. */
function csvFields(): string[] {
  const state = useLogs.getState()
  const { columns } = state.address
  if (columns?.length) return [...columns]
  return (indexOf(state)?.fields ?? [])
    .map(({ name }) => name)
    .filter((name) => name !== 'time')
    .slice(0, mostColumns)
}
