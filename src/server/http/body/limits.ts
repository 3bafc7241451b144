// The size limit of a call's body, derived from its contract: no more than the largest body that the schema
// accepts, and never more than can be read without delaying others.
import type { TSchema } from 'typebox'
import type { Call } from '#shared/call.ts'
import type { Most } from './scan.ts'

interface BodyLimit extends Most {
  bytes: number
}

/** The limit for calls without a session: enough for a name and a password. */
const publicBytes = 16 * 1024
/** Enough for the longest filters. */
const usualBytes = 2 * 1024 * 1024
const usualValues = 120_000
/** Allowance for whitespace, and for members that are refused by name. */
const slack: Size = { bytes: 4 * 1024, values: 100 }
const mostMembers = 2_000
const mostDepth = 64
const mostScalar = 4 * 1024 * 1024

/** The longest encoding of one character: a \u escape. */
const characterBytes = 6
const scalarBytes = 32
/** The assumed length of a member's name or a pattern's match without a bound in the schema. */
const patternCharacters = 4_000

interface Size {
  bytes: number
  values: number
}

/** The parts of a JSON schema that bound its values. */
export interface Shape {
  type?: string
  const?: unknown
  enum?: readonly unknown[]
  anyOf?: readonly Shape[]
  allOf?: readonly Shape[]
  pattern?: string
  maxLength?: number
  maxItems?: number
  maxProperties?: number
  minimum?: number
  maximum?: number
  additionalProperties?: unknown
  properties?: Readonly<Record<string, Shape>>
  patternProperties?: Readonly<Record<string, Shape>>
  items?: Shape
}

type Sent = Pick<
  Call<TSchema, TSchema, TSchema, TSchema>,
  'access' | 'body' | 'bodyLimit' | 'bodyValues' | 'bytes'
>

export function bodyLimitOf({ access, body, bodyLimit, bodyValues, bytes }: Sent): BodyLimit {
  const largest = sizeOf((body ?? {}) as Shape)
  const most = bodyLimit ?? (access === 'public' ? publicBytes : usualBytes)
  return {
    bytes: bytes ? most : Math.min(largest.bytes + slack.bytes, most),
    values: Math.min(largest.values + slack.values, bodyValues ?? usualValues),
    members: mostMembers,
    depth: mostDepth,
    scalar: mostScalar,
  }
}

/** The size of the largest value that a schema accepts; infinite where it has no bounds. */
function sizeOf(shape: Shape): Size {
  if (shape.const !== undefined) return literal([shape.const])
  if (shape.enum) return literal(shape.enum)
  if (shape.anyOf) return largestOf(shape.anyOf.map(sizeOf))
  if (shape.allOf) return sum(shape.allOf.map(sizeOf))
  switch (shape.type) {
    case 'object':
      return sizeOfObject(shape)
    case 'array':
      return repeated(sizeOf(shape.items ?? {}), shape.maxItems)
    case 'string':
      return text(shape.maxLength ?? (shape.pattern ? patternCharacters : Number.POSITIVE_INFINITY))
    case 'integer':
    case 'number':
    case 'boolean':
    case 'null':
      return { bytes: scalarBytes, values: 1 }
    default:
      return { bytes: Number.POSITIVE_INFINITY, values: Number.POSITIVE_INFINITY }
  }
}

function sizeOfObject({
  properties = {},
  patternProperties,
  maxProperties,
  additionalProperties,
}: Shape): Size {
  const own = Object.entries(properties).map(([name, part]) => sum([text(name.length), sizeOf(part)]))
  const open = Object.values(patternProperties ?? {}).map((part) =>
    repeated(sum([text(patternCharacters), sizeOf(part)]), maxProperties),
  )
  const free = additionalProperties === true ? [sizeOf({})] : []
  return sum([{ bytes: 2, values: 1 }, ...own, ...open, ...free])
}

const text = (characters: number): Size => ({ bytes: characters * characterBytes + 4, values: 1 })

const literal = (values: readonly unknown[]): Size =>
  largestOf(values.map((value) => text(JSON.stringify(value).length)))

const repeated = ({ bytes, values }: Size, times = Number.POSITIVE_INFINITY): Size => ({
  bytes: 2 + (bytes + 1) * times,
  values: 1 + values * times,
})

const sum = (parts: readonly Size[]): Size => ({
  bytes: parts.reduce((total, part) => total + part.bytes, 0),
  values: parts.reduce((total, part) => total + part.values, 0),
})

const largestOf = (parts: readonly Size[]): Size => ({
  bytes: Math.max(...parts.map(({ bytes }) => bytes)),
  values: Math.max(...parts.map(({ values }) => values)),
})
