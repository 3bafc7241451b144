// Parses JSON exactly: numbers keep every digit, which a double would not; of a repeated name the last value
// wins.

/** A JSON number as its digits. */
export class ExactNumber {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

export type JsonValue = string | boolean | null | ExactNumber | JsonValue[] | { [key: string]: JsonValue }

type Source = { source?: string } | undefined
type Reviver = (key: string, value: unknown, context?: Source) => unknown

/** Undefined where the text is no JSON object or array. */
export function exactJson(text: string): JsonValue | undefined {
  if (!/^\s*[[{]/.test(text)) return undefined
  const revive: Reviver = (_, value, context) =>
    typeof value === 'number' ? new ExactNumber(context?.source ?? String(value)) : value
  try {
    return JSON.parse(text, revive as (key: string, value: unknown) => unknown) as JsonValue
  } catch {
    // Truncated, broken or too deeply nested: shown as text.
    return undefined
  }
}

/** Serializes again with the original digits. */
export function jsonText(value: JsonValue, indent = 0, depth = 0): string {
  if (value instanceof ExactNumber) return value.text
  if (value === null || typeof value !== 'object') return JSON.stringify(value)
  const parts = Array.isArray(value)
    ? value.map((one) => jsonText(one, indent, depth + 1))
    : Object.entries(value).map(
        ([key, one]) => `${JSON.stringify(key)}:${indent ? ' ' : ''}${jsonText(one, indent, depth + 1)}`,
      )
  const [open, close] = Array.isArray(value) ? '[]' : '{}'
  if (parts.length === 0 || indent === 0) return `${open}${parts.join(',')}${close}`
  const line = `\n${' '.repeat(indent * (depth + 1))}`
  return `${open}${line}${parts.join(`,${line}`)}\n${' '.repeat(indent * depth)}${close}`
}
