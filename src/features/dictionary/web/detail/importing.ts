// Imports a file into the sheet: the server reads Excel files, the browser reads text files. The result shows
// as unsaved changes.

import { call, failureOf } from '#web/api/client.ts'
import { byKey } from '#web/shell/keys/keySentence.ts'
import { showMessage } from '#web/shell/message.ts'
import { partCharacters, readDictionaryFile } from '#features/dictionary/contract.ts'
import { mergeRows } from '../sheet/merging.ts'
import { mostPastedCells } from '../sheet/pasting.ts'
import { readTsv } from '../sheet/tsv.ts'
import type { Editor } from './actions.ts'

/** File size limit of one call, in bytes. */
const mostBytes = 11 * 1024 * 1024

/** Opens the browser's file chooser. */
export function chooseFile(editor: Editor): void {
  const field = document.createElement('input')
  field.type = 'file'
  field.accept = '.xlsx,.xls,.csv,.tsv,.txt'
  field.addEventListener('change', () => {
    const [file] = field.files ?? []
    if (file) void importFile(editor, file)
  })
  field.click()
}

async function importFile(editor: Editor, file: File): Promise<void> {
  try {
    if (file.size > mostBytes) throw new Error('文件超过 11 MB，请拆成几个，或复制后粘贴')
    const rows = /\.xlsx?$/i.test(file.name) ? await readWorkbook(file) : await readText(file)
    const merged = mergeRows(editor.sheet, rows)
    if ('refused' in merged) throw new Error([merged.refused, merged.detail].filter(Boolean).join('；'))
    const { count } = editor.sheet.problems
    showMessage({
      message: merged.told,
      ...(count > 0 && {
        detail: `有 ${count.toLocaleString('en-US')} 行有误，${byKey('dictionary.nextProblem')}逐处查看`,
      }),
      intent: count > 0 ? 'warning' : 'success',
    })
    editor.input.focus()
  } catch (error) {
    const detail =
      error instanceof Error && error.name === 'Error' ? error.message : failureOf(error).shown.message
    showMessage({ message: `导入失败 ${file.name}`, detail, intent: 'danger' })
  }
}

async function readWorkbook(file: File): Promise<string[][]> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  // A multiple of three bytes, so that each base64 part can be decoded separately.
  const step = (partCharacters / 4) * 3
  const parts: string[] = []
  for (let at = 0; at < bytes.length; at += step) parts.push(bytes.subarray(at, at + step).toBase64())
  if (parts.length === 0) throw new Error('文件是空的')
  const { rows } = await call(readDictionaryFile, { body: { name: file.name, parts } }, { quiet: true })
  return rows
}

/** UTF-8, or the encoding that Excel writes on Chinese systems. */
async function readText(file: File): Promise<string[][]> {
  const bytes = await file.arrayBuffer()
  const text = decoded(bytes, 'utf-8') ?? decoded(bytes, 'gb18030')
  if (text === null || text.includes('\0')) throw new Error('不是 UTF-8 或 GBK 的文本')
  const first = text.split(/\r|\n/, 1)[0] ?? ''
  const { rows, isCut } = readTsv(text, mostPastedCells, first.includes('\t') ? '\t' : ',')
  if (isCut) throw new Error(`一次最多 ${mostPastedCells.toLocaleString('en-US')} 个单元格`)
  return rows
}

function decoded(bytes: ArrayBuffer, encoding: string): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}
