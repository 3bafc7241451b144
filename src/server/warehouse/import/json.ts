// Parses JSON into records: an array of objects, or one object per line. Numbers keep the digits of the file.

/** A newer part of the standard, which TypeScript's library does not declare yet. */
interface ExactJson {
  parse(
    text: string,
    reviver: (key: string, value: unknown, context: { source?: string }) => unknown,
  ): unknown
  rawJSON(text: string): unknown
}
const exact = JSON as unknown as ExactJson

export type JsonRow = Map<string, string | null>

/** The staged text of a value: numbers as written, nested values as JSON. */
function cellText(value: unknown): string | null {
  if (value === null || value === undefined) return null
  if (value instanceof NumberText) return value.text
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** A number as its text in the file: a double would round long ones. */
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

/** Throws SyntaxError, or TypeError when the text is not an object. */
export function parseObject(text: string): JsonRow {
  return rowOf(exact.parse(text, keepDigits))
}

/** The array's elements one by one; null stands for an element that is not an object. */
export function parseArray(text: string): Iterable<JsonRow | null> {
  const value: unknown = exact.parse(text, keepDigits)
  const list = Array.isArray(value) ? value : [value]
  return rowsOf(list)
}

function* rowsOf(list: unknown[]): Generator<JsonRow | null> {
  for (const [at, element] of list.entries()) {
    yield isRecord(element) ? rowOf(element) : null
    // Frees the element: the caller keeps what it made of it.
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
