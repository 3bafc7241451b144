// Snippets as a file, for handing them to somebody else.

import { exportFileName } from '#shared/exportName.ts'
import { CallError } from '#web/api/client.ts'
import { saveBlob } from '#web/api/fileName.ts'
import { installation } from '#web/shell/installation.ts'
import { isRecord } from '#web/shell/storage.ts'
import type { SnippetContent } from '#features/code/contract.ts'

const mostBytes = 12 * 1024 * 1024
const refused = (message: string) => new CallError({ status: 0, code: 'import_invalid', message })

export function saveSnippetsFile(items: readonly SnippetContent[]): void {
  const snippets = items.map(({ prefix, title, body }) => ({ prefix, title, body }))
  const text = JSON.stringify({ snippets }, null, 2)
  const blob = new Blob([`${text}\n`], { type: 'application/json' })
  saveBlob(blob, exportFileName('代码片段', new Date(), installation().zone, 'json'))
}

/** Throws a CallError with the reason where the file is invalid. */
export async function readSnippetsFile(file: File): Promise<SnippetContent[]> {
  if (file.size > mostBytes) throw refused('文件超过 12 MB，不是导出的代码片段')
  const value = parsed(await file.text())
  const list = isRecord(value) ? value.snippets : value
  if (!Array.isArray(list)) throw refused('文件里没有片段，请选择「导出」得到的 JSON 文件')
  return list.map((one, at) => {
    if (!isRecord(one) || typeof one.prefix !== 'string' || typeof one.body !== 'string')
      throw refused(`第 ${at + 1} 个片段缺少前缀或内容`)
    return { prefix: one.prefix, title: typeof one.title === 'string' ? one.title : '', body: one.body }
  })
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw refused('文件不是有效的 JSON，请重新导出后再试')
  }
}
