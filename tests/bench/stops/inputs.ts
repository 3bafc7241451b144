// The largest inputs that a call's contract and body limit accept, and the most expensive refused ones. Derived from
// the contracts, so that a new call is measured automatically.

import type { TSchema } from 'typebox'
import type { Shape } from '#server/http/body/limits.ts'

export interface Input {
  shape: string
  /** For a writing call a function of the turn: sending the same body again would change nothing. */
  body?: string | ((turn: number) => string)
  query?: Record<string, string>
  params?: Record<string, string | number>
}

interface Measured {
  body?: TSchema | undefined
  query?: TSchema | undefined
  example: { body?: unknown; query?: unknown }
}

/** The id used in examples; in grown data the largest object has this id. */
export const namedByExamples = 987_654_321

/** Fillings of texts, each the worst case for some code that reads character by character. */
const fillings: Record<string, string> = {
  prose: '长 a,',
  blanks: ' ',
  parentheses: '(',
  quotes: "'",
  'double quotes': '"',
  digits: '1',
  letters: 'a',
  pairs: '😀',
  comments: '/*',
  parameters: ':a ',
  semicolons: ';',
  lines: '\n',
}

/** Bytes available for a query string, by the limit of the request line. */
const queryRoom = 12_000

export function inputsOf(call: Measured, limit: number): Input[] {
  if (call.query) return queriesOf(call.query as Shape, call.example.query)
  if (!call.body) return [{ shape: 'as it is' }]
  const body = call.body as Shape
  const make = (way: Way, filling: string): string =>
    fitted(limit, (room) => JSON.stringify(new Making(way, filling).make(body, call.example.body, room)))
  const made = new Map<string, Input>()
  const add = (shape: string, text: string) => {
    if (!made.has(text)) made.set(text, { shape, body: text })
  }
  add('as it is', JSON.stringify(call.example.body ?? {}))
  add('many items', make('items', 'a'))
  add('many numbers', make('numbers', 'a'))
  for (const [name, filling] of Object.entries(fillings)) add(`long texts: ${name}`, make('texts', filling))
  return [...made.values()]
}

/** Bodies that no schema allows but that must be read to be refused; equal for all calls with the same limit. */
export function refusedInputs(limit: number): Input[] {
  const same = (begin: string, part: string, end: string): string =>
    begin + part.repeat(Math.floor((limit - begin.length - end.length) / part.length)) + end
  const numbered = (begin: string, part: (at: string) => string, end: string): string => {
    const count = Math.floor((limit - begin.length - end.length) / part('zzzz').length)
    return begin + Array.from({ length: count }, (_, at) => part(at.toString(36))).join('') + end
  }
  const half = Math.floor(limit / 2)
  const objects = Math.floor(limit / 6) - 1
  const made = [
    ['unknown keys', numbered('{"k":0', (at) => `,"k${at}":0`, '}')],
    ['one key again', same('{"k":0', ',"k":0', '}')],
    ['numbers', same('[0', ',0', ']')],
    ['decimals', same('[0', ',0.1234567890123456e-300', ']')],
    ['one long number', same('{"k":', '1', '}')],
    ['empty lists', same('[[]', ',[]', ']')],
    ['short texts', numbered('[""', (at) => `,"${at}"`, ']')],
    ['escapes', same('{"k":"', '\\u4e2d', '"}')],
    ['blanks between', same('{"k":', ' ', '0}')],
    ['deep lists', '['.repeat(half) + ']'.repeat(half)],
    ['deep objects', `${'{"a":'.repeat(objects)}0${'}'.repeat(objects)}`],
    ['open at its end', same('{"k":"', 'a', '')],
  ]
  return made.map(([shape = '', body = '']) => ({ shape, body }))
}

function queriesOf(shape: Shape, example: unknown): Input[] {
  const texts = Object.entries(fillings).map(([name, filling]) => {
    const made = new Making('texts', filling).make(shape, example, queryRoom / 3)
    return { shape: `long texts: ${name}`, query: asTexts(made as object) }
  })
  const numbers = Object.entries(shape.properties ?? {}).flatMap(([name, { maximum }]) =>
    // A number without a low maximum is an id, not a size.
    maximum === undefined || maximum > mostCounted
      ? []
      : [{ shape: `most of ${name}`, query: asTexts({ ...(example as object), [name]: maximum }) }],
  )
  return [...texts, ...numbers, { shape: 'as it is', query: asTexts((example ?? {}) as object) }]
}

const mostCounted = 100_000_000

const asTexts = (values: object): Record<string, string> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)]))

/** The longest text within the limit, because escapes and wide characters take more bytes than they count. */
function fitted(limit: number, make: (room: number) => string): string {
  let room = limit
  for (;;) {
    const text = make(room)
    const size = Buffer.byteLength(text)
    if (size <= limit || room < 16) return text
    room = Math.floor(room * Math.min(0.95, limit / size))
  }
}

type Way = 'texts' | 'items' | 'numbers'

/**
 * Builds a value that the schema allows, of about `room` characters; its `example` where the schema has a pattern.
 */
class Making {
  readonly #way: Way
  readonly #filling: string

  constructor(way: Way, filling: string) {
    this.#way = way
    this.#filling = filling
  }

  make(shape: Shape, example: unknown, room: number): unknown {
    if (shape.const !== undefined) return shape.const
    if (shape.enum) return shape.enum.includes(example) ? example : shape.enum[0]
    if (shape.anyOf) return this.make(this.#widest(shape.anyOf), example, room)
    if (shape.allOf) return Object.assign({}, ...shape.allOf.map((part) => this.make(part, example, room)))
    switch (shape.type) {
      case 'object':
        return this.#object(shape, (example ?? {}) as Record<string, unknown>, room)
      case 'array':
        return this.#array(shape, example, room)
      case 'string':
        return this.#text(shape, example, room)
      case 'integer':
      case 'number':
        return typeof example === 'number' ? example : Math.max(shape.minimum ?? 1, 1)
      case 'boolean':
        return false
      case 'null':
        return null
      default:
        return example ?? this.#text({}, undefined, room)
    }
  }

  #widest(shapes: readonly Shape[]): Shape {
    const wanted = this.#way === 'texts' ? ['object', 'string', 'array'] : ['array', 'object', 'string']
    for (const type of wanted) {
      const found = shapes.find((shape) => shape.type === type && !shape.pattern)
      if (found) return found
    }
    return shapes[0] as Shape
  }

  #text({ pattern, maxLength }: Shape, example: unknown, room: number): string {
    if (pattern !== undefined) return typeof example === 'string' ? example : '2026-10-01'
    const most = Math.max(1, Math.min(this.#way === 'texts' ? room : 8, maxLength ?? room))
    return this.#filling.repeat(Math.ceil(most / this.#filling.length)).slice(0, most)
  }

  #array(
    { items = {}, maxItems = Number.POSITIVE_INFINITY }: Shape,
    example: unknown,
    room: number,
  ): unknown[] {
    const first = Array.isArray(example) ? example[0] : undefined
    const each = this.#way === 'texts' ? room / Math.min(maxItems, 8) : 16
    const kind = this.#way === 'numbers' ? items.anyOf?.find(({ type }) => type === 'number') : undefined
    const item = this.make(kind ?? items, first, Math.floor(each))
    const size = JSON.stringify(item).length + (this.#way === 'texts' ? 1 : 6)
    const count = Math.min(maxItems, Math.max(1, Math.floor(room / size)))
    return Array.from({ length: count }, (_, at) => differing(item, items, at))
  }

  #object(
    { properties = {}, patternProperties, maxProperties }: Shape,
    example: Record<string, unknown>,
    room: number,
  ) {
    const names = Object.keys(properties)
    // One property gets most of the room; otherwise none would reach its maximum.
    const share = Math.floor(room / Math.max(1, names.length))
    const made: Record<string, unknown> = {}
    for (const name of names) made[name] = this.make(properties[name] as Shape, example[name], share)
    const [open] = Object.values(patternProperties ?? {})
    if (!open) return made
    const first = this.#way === 'numbers' ? Number.POSITIVE_INFINITY : 8
    const most = Math.min(maxProperties ?? Number.POSITIVE_INFINITY, first)
    const value = this.make(open, undefined, Math.floor(room / Math.min(most, 8)) - 16)
    const count = Math.min(most, Math.max(1, Math.floor(room / (JSON.stringify(value).length + 12))))
    for (let at = 0; at < count; at++) made[`k${at}`] = value
    return made
  }
}

/** Makes items differ, because equal ones are often counted once. */
function differing(item: unknown, shape: Shape, at: number): unknown {
  if (typeof item === 'number') return at + 1
  if (typeof item === 'string' && !shape.pattern && !shape.enum && !shape.const) {
    return `${at.toString(36)}${item}`.slice(0, shape.maxLength)
  }
  // Of a row, only the first cell is changed.
  if (Array.isArray(item)) return [differing(item[0], shape.items ?? {}, at), ...item.slice(1)]
  if (typeof item !== 'object' || item === null) return item
  const entries = Object.entries(item)
  const isText = (value: unknown, of: Shape | undefined): boolean => typeof value === 'string' && isFree(of)
  const [name] =
    entries.find(([key, value]) => isText(value, shape.properties?.[key])) ??
    entries.find(
      ([key, value]) => Array.isArray(value) && isText(value[0], shape.properties?.[key]?.items),
    ) ??
    []
  if (name === undefined) return item
  const own = item as Record<string, unknown>
  return { ...own, [name]: differing(own[name], shape.properties?.[name] ?? {}, at) }
}

const isFree = (shape: Shape | undefined): boolean =>
  shape?.type === 'string' && shape.pattern === undefined && shape.enum === undefined
