// Lines as a reader without the right to personal data sees them: fields of marked names hold masks. What the reader
// asks is decided by the masked line, so that neither a count nor a search for a value tells whose line it is.
import { maskedText } from '#server/personalMask.ts'
import type { PersonalKind } from '#shared/personal.ts'
import { eachField, type Format } from '../reading/formats.ts'

export interface LineMasks {
  /** Names of fields in lower case, with the kind of what they hold. */
  fields: [name: string, kind: PersonalKind][]
  /** Of the hashes. */
  key: string
}

/** From such a length on a value is masked wherever the line holds it. */
const telling = 4
const mostFields = 200

type Mask = (name: string, value: string) => string | null

function maskOf({ fields, key }: LineMasks): Mask {
  const kinds = new Map(fields)
  return (name, value) => {
    const lower = name.toLowerCase()
    const kind = kinds.get(lower) ?? kinds.get(lower.slice(lower.lastIndexOf('.') + 1))
    return kind === undefined ? null : maskedText(value, kind, key)
  }
}

interface SeenLine {
  text: string
  fields: { name: string; value: string }[]
}

/** `text` may be cut: `whole` is what its fields are read from. */
export function lineSeen(format: Format, masks: LineMasks, text: string, whole = text): SeenLine {
  const mask = maskOf(masks)
  const fields: SeenLine['fields'] = []
  const changes: { from: string; to: string }[] = []
  eachField(format, whole, (name, value) => {
    const masked = mask(name, value)
    if (masked !== null && value !== '') changes.push({ from: value, to: masked })
    fields.push({ name, value: masked ?? value })
    return fields.length >= mostFields
  })
  if (changes.length === 0) return { text, fields }
  // Objects and other texts of the line may hold the value, too.
  const elsewhere = changes.filter(({ from }) => from.length >= telling)
  const clean = (value: string) =>
    elsewhere.reduce((left, { from, to }) => left.replaceAll(from, () => to), value)
  const seen = fields.map(({ name, value }) => ({
    name,
    value: mask(name, '') === null ? clean(value) : value,
  }))
  return { text: clean(textSeen(format, text, mask, seen, changes)), fields: seen }
}

export const textOfLine = (format: Format, masks: LineMasks, text: string): string =>
  lineSeen(format, masks, text).text

/** Where the text can't be written with masks, its fields stand in its place. */
function textSeen(
  format: Format,
  text: string,
  mask: Mask,
  fields: SeenLine['fields'],
  changes: readonly { from: string; to: string }[],
): string {
  if (format === 'json') {
    const value = jsonOf(text)
    return value === undefined ? listed(fields) : JSON.stringify(masked(value, '', mask))
  }
  const isFound = changes.every(({ from }) => from.length >= telling && text.includes(from))
  return isFound ? text : listed(fields)
}

const listed = (fields: SeenLine['fields']): string =>
  fields.map(({ name, value }) => `${name}=${/[\s"=]/.test(value) ? JSON.stringify(value) : value}`).join(' ')

/** Numbers stay as they are written: a double would round long ids. */
const exact = JSON as unknown as {
  rawJSON(source: string): object
  isRawJSON(value: unknown): value is { rawJSON: string }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''), (_, value, { source }: { source?: string } = {}) =>
      typeof value === 'number' && source !== undefined ? exact.rawJSON(source) : value,
    )
  } catch {
    return undefined
  }
}

function masked(value: unknown, name: string, mask: Mask): unknown {
  if (Array.isArray(value)) return value.map((one) => masked(one, name, mask))
  if (exact.isRawJSON(value)) return mask(name, value.rawJSON) ?? value
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, masked(one, key, mask)]))
  if (value === null || name === '') return value
  return mask(name, String(value)) ?? value
}
