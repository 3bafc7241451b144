// Tells whether a file is one JSON value, or one value a line.
import { longestRecord } from '../csv.ts'
import { type Encoding, readText, withPlainBreaks } from '../encoding.ts'
import { importProblem } from '../problem.ts'
import type { Source } from '../source.ts'
import { JsonFault, JsonScanner } from './scanner.ts'

/** Whole values beyond this size are refused, because they are held; lines of values may have any size. */
const largestWhole = 64 * 1024 * 1024

/** The most characters of a line; more is an error. */
export const longestLine = longestRecord

/** The text of a file that is one value; null where it has one value a line. */
export async function wholeText(source: Source, encoding: Encoding): Promise<string | null> {
  const { name, size } = source
  const { first, second, isCut } = await beginningOf(source, encoding)
  if (first === '') throw importProblem(`文件里没有内容：${name}`)
  const isList = first.startsWith('[')
  if (!isCut && isValue(first)) {
    if (second !== '') return null
  } else if (!isList && (isCut || !first.startsWith('{') || (second.startsWith('{') && isValue(second)))) {
    // Lines of which the first is broken or too long, unless it all is one value.
    if (size > largestWhole) return null
    const text = await textOf(source, encoding)
    return isValue(text) ? text : null
  }
  if (size > largestWhole)
    throw importProblem(
      `${name} 过大：JSON 数组（或整个是一个对象）最多 64 MB，请改用每行一个对象的格式（.ndjson）`,
    )
  return textOf(source, encoding)
}

async function textOf({ path }: Source, encoding: Encoding): Promise<string> {
  let text = ''
  for await (const piece of withPlainBreaks(readText(path, encoding))) text += piece
  return text
}

/** The first two lines that are not empty; the first may be cut off. */
async function beginningOf({ path }: Source, encoding: Encoding) {
  let text = ''
  for await (const piece of withPlainBreaks(readText(path, encoding))) {
    text = (text + piece).trimStart()
    const end = text.indexOf('\n')
    const [first, rest] = end < 0 ? [text, ''] : [text.slice(0, end), text.slice(end).trimStart()]
    if (first.length > longestLine) return { first, second: '', isCut: true }
    if (rest.includes('\n') || rest.length > longestLine)
      return { first: first.trim(), second: rest.split('\n', 1)[0]?.trim() ?? '', isCut: false }
  }
  const [first = '', ...rest] = text.split('\n')
  return { first: first.trim(), second: rest.join('\n').trim().split('\n', 1)[0]?.trim() ?? '', isCut: false }
}

function isValue(text: string): boolean {
  const scanner = new JsonScanner(text)
  try {
    scanner.pass()
    scanner.end()
    return true
  } catch (error) {
    if (error instanceof JsonFault) return false
    throw error
  }
}
