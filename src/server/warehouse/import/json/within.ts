// Finds the table within a JSON value: the array of objects, or of arrays, which answers of interfaces wrap in
// objects (`{ code, msg, data: { list: […] } }`).
import type { JsonKind, JsonScanner } from './scanner.ts'

export interface FoundArray {
  /** Keys that lead to it, joined by dots; empty for the whole value. */
  path: string
  start: number
  objects: number
  arrays: number
  others: number
}

export interface Found {
  kind: JsonKind
  /** Where the value begins. */
  start: number
  /** The table; null where there is none. */
  table: FoundArray | null
  /** What describes the columns of a table of arrays; null where its own first row does. */
  head: FoundArray | null
  /** The arrays that might be tables, too. */
  others: FoundArray[]
  /** Arrays without anything, or of single values. */
  useless: FoundArray[]
  /** Keys of the outermost object that do not lead to the table. */
  beside: string[]
}

/** Deeper ones are hardly tables. */
const mostKeys = 8
const mostArrays = 1000

/** Passes the whole text and throws where it is no valid JSON. */
export function findTable(scanner: JsonScanner): Found {
  scanner.next()
  const start = scanner.at
  const arrays: FoundArray[] = []
  const outer: string[] = []
  const visit = (path: string[]): JsonKind => {
    const first = scanner.next()
    if (first === '[') {
      const found = counted(scanner, path.join('.'))
      if (arrays.length < mostArrays && path.at(-1) !== 'coordinates') arrays.push(found)
      return 'array'
    }
    if (first !== '{' || path.length >= mostKeys) return scanner.pass()
    scanner.members((key) => {
      if (path.length === 0) outer.push(key)
      visit([...path, key])
    })
    return 'object'
  }
  const kind = visit([])
  scanner.end()
  const { table, head } = chosenOf(arrays)
  const others = arrays.filter((found) => isTable(found) && found !== table && found !== head)
  const useless = arrays.filter((found) => !isTable(found))
  const beside = outer.filter((key) => table?.path !== key && !table?.path.startsWith(`${key}.`))
  return { kind, start, table, head, others, useless, beside }
}

function counted(scanner: JsonScanner, path: string): FoundArray {
  const found = { path, start: scanner.at, objects: 0, arrays: 0, others: 0 }
  for (const _ of scanner.elements()) {
    const kind = scanner.pass()
    if (kind === 'object') found.objects += 1
    else if (kind === 'array') found.arrays += 1
    else found.others += 1
  }
  return found
}

/** Arrays of arrays need a first row of names and a row. */
const isTable = ({ objects, arrays, others }: FoundArray): boolean =>
  objects > 0 || (arrays > 1 && others === 0)

/** What describes columns: `{ meta: [{ name, type }], data: [[…]] }`, `{ columns: […], rows: [[…]] }`. */
const headKeys = /^(?:meta|schema|fields|columns|cols|headers?|names)$/i
const parentOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('.')))
const isHead = ({ path }: FoundArray): boolean => headKeys.test(path.slice(path.lastIndexOf('.') + 1))

function chosenOf(arrays: readonly FoundArray[]): Pick<Found, 'table' | 'head'> {
  const tables = arrays.filter(isTable).sort((one, other) => sizeOf(other) - sizeOf(one))
  for (const head of arrays.filter(isHead)) {
    const rows = arrays.filter(
      (found) => parentOf(found.path) === parentOf(head.path) && !isHead(found) && isRows(found),
    )
    if (head.arrays === 0 && rows.length === 1) return { table: rows[0] ?? null, head }
  }
  return { table: tables.find((found) => !isHead(found)) ?? tables[0] ?? null, head: null }
}

const isRows = ({ objects, arrays, others }: FoundArray): boolean =>
  arrays > 0 && objects === 0 && others === 0

const sizeOf = ({ objects, arrays }: FoundArray): number => (objects > 0 ? objects : arrays - 1)
