// Shows an array of objects as a table: its keys are columns, in order of first occurrence.
import { textOf } from './bytes.ts'
import { formatValue } from './format.ts'
import { stringAt } from './keys.ts'
import { childrenOf, countAt, isContainer, type JsonDocument, kindAt, valueEnd } from './walk.ts'

export interface JsonTable {
  columns: string[]
  /** By column; null when the object lacks the key. */
  cells: (string | null)[][]
  /** Whether all values of the column are numbers. */
  numeric: boolean[]
  rows: number
  /** Number of elements in the array, including those not shown. */
  ofRows: number
  isCut: boolean
}

const mostRows = 100_000
const mostColumns = 200
const mostCells = 3_000_000
const mostText = 2_000

/** Whether at least half of the array's first elements are objects. */
export function isTabular(document: JsonDocument, at: number): boolean {
  if (document.bytes[at] !== 91) return false
  let objects = 0
  let seen = 0
  for (const child = childrenOf(document, at); seen < 20 && child.next(); seen++)
    if (document.bytes[child.value] === 123) objects++
  return seen > 0 && objects * 2 >= seen
}

export function tableOf(document: JsonDocument, at: number): JsonTable {
  const columns: string[] = []
  const places = new Map<string, number>()
  const cells: (string | null)[][] = []
  const numeric: boolean[] = []
  let rows = 0
  let isCut = false
  const columnOf = (key: string): number => {
    const known = places.get(key)
    if (known !== undefined) return known
    if (columns.length === mostColumns) return -1
    places.set(key, columns.length)
    cells.push([])
    numeric.push(true)
    return columns.push(key) - 1
  }
  const put = (key: string, value: number) => {
    const column = columnOf(key)
    if (column < 0) {
      isCut = true
      return
    }
    const texts = cells[column] as (string | null)[]
    while (texts.length < rows) texts.push(null)
    texts[rows] = cellText(document, value)
    if (document.bytes[value] !== 110 && kindAt(document.bytes, value) !== 'number') numeric[column] = false
  }
  for (const child = childrenOf(document, at); child.next(); rows++) {
    if (rows === mostRows || rows * columns.length > mostCells) {
      isCut = true
      break
    }
    if (document.bytes[child.value] !== 123) put('(值)', child.value)
    else
      for (const member = childrenOf(document, child.value); member.next(); )
        put(stringAt(document.bytes, member.key), member.value)
  }
  for (const texts of cells) while (texts.length < rows) texts.push(null)
  return { columns, cells, numeric, rows, ofRows: countAt(document, at), isCut }
}

function cellText(document: JsonDocument, at: number): string {
  const { bytes } = document
  const end = valueEnd(document, at)
  if (isContainer(bytes, at)) {
    if (end - at > mostText) return `${textOf(bytes, at, at + 200)}…`
    const short = formatValue(document, at, { indent: 0, sortKeys: false })
    return textOf(short, 0, short.length)
  }
  if (bytes[at] !== 34) return textOf(bytes, at, end)
  const text = stringAt(bytes, at, end)
  return text.length > mostText ? `${text.slice(0, mostText)}…` : text
}
