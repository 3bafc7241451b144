// JSON → records: an array of objects, or an object a line. Numbers keep the digits that the file has.

/** Newer parts of the standard, which TypeScript's library does not list yet. */
interface ExactJson {
  parse(
    text: string,
    reviver: (key: string, value: unknown, context: { source?: string }) => unknown,
  ): unknown
  rawJSON(text: string): unknown
}
const exact = JSON as unknown as ExactJson

export type JsonRow = Map<string, string | null>

/** Text of a value as it is staged: numbers as written, nested values as JSON. */
function cellText(value: unknown): string | null {
  if (value === null || value === undefined) return null
  if (value instanceof NumberText) return value.text
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** A number of the file by its digits: a double would round long ones. */
class NumberText {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }

  toJSON(): unknown {
    return exact.rawJSON(this.text)
  }
}

function keepDigits(_key: string, value: unknown, context: { source?: string }): unknown {
  return typeof value === 'number' && context.source !== undefined ? new NumberText(context.source) : value
}

/** Throws SyntaxError, or TypeError when it is not an object. */
export function parseObject(text: string): JsonRow {
  return rowOf(exact.parse(text, keepDigits))
}

/** The elements of an array, one after the other; null stands for one that is not an object. */
export function parseArray(text: string): Iterable<JsonRow | null> {
  const value: unknown = exact.parse(text, keepDigits)
  const list = Array.isArray(value) ? value : [value]
  return rowsOf(list)
}

function* rowsOf(list: unknown[]): Generator<JsonRow | null> {
  for (const [at, element] of list.entries()) {
    yield isRecord(element) ? rowOf(element) : null
    // Those that were taken need not be kept beside what was made of them.
    list[at] = null
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return (
    typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof NumberText)
  )
}

function rowOf(value: unknown): JsonRow {
  if (!isRecord(value)) throw new TypeError('不是对象')
  return new Map(Object.entries(value).map(([key, cell]) => [key, cellText(cell)]))
}
