// Texts of lists that are too long for a form field: kept in memory beside the form until the page closes,
// and referred to by the field's value.
const longestTyped = 200_000
const mark = '\u0001'

interface Kept {
  name: string
  text: string
}

const kept = new Map<string, Kept>()
let count = 0

/** The field's value for a text read from a file. */
export function valueOfText(name: string, text: string): string {
  if (text.length <= longestTyped) return text
  count += 1
  const key = `${mark}${count}`
  kept.set(key, { name, text })
  return key
}

/** Null when the text is gone because the page was reloaded. */
export const textOfValue = (value: string): string | null =>
  value.startsWith(mark) ? (kept.get(value)?.text ?? null) : value

/** What the field shows in place of a long text; null when it shows the text itself. */
export function longText(value: string): { name: string; lines: number } | null {
  if (!value.startsWith(mark)) return null
  const found = kept.get(value)
  return found ? { name: found.name, lines: linesIn(found.text) } : { name: '', lines: 0 }
}

function linesIn(text: string): number {
  let lines = text === '' || text.endsWith('\n') ? 0 : 1
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) lines += 1
  return lines
}

const mostBytes = 8 * 1024 * 1024

/** Throws an Error with a Chinese message. */
export async function readListFile(file: File): Promise<string> {
  if (/\.(xlsx?|parquet|zip|gz)$/i.test(file.name)) throw new Error('请另存为 CSV 或文本文件再读入')
  if (file.size > mostBytes) throw new Error('文件超过 8 MB；更大的名单请导入成数据表，再用 SQL 定义人群')
  const bytes = await file.arrayBuffer()
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('gb18030').decode(bytes)
  }
}
