// Validates by the contracts' schemas: strict input, and no undeclared properties in replies.
import type { TSchema } from 'typebox'
import { Compile } from 'typebox/compile'
import { Value } from 'typebox/value'
import { AppError, errors } from '#shared/errors.ts'
import { mostTelling, placeOf, surplusOf, tellMalformed } from '../malformed.ts'

type Schema = Record<string, unknown>

/** Lazy: compiling all calls' schemas was a sixth of the start time. */
function once<Made>(make: () => Made): () => Made {
  let made: Made | undefined
  return () => {
    made ??= make()
    return made
  }
}

/** A copy of the schema in which every object with listed properties refuses others. */
function closed(schema: TSchema): TSchema {
  const close = (part: unknown): unknown => {
    if (Array.isArray(part)) return part.map(close)
    if (typeof part !== 'object' || part === null) return part
    const copy: Schema = {}
    for (const [key, value] of Object.entries(part)) {
      // The members of an intersection see each other's properties, so they stay open.
      copy[key] = key === 'allOf' || key === 'enum' || key === 'const' ? value : close(value)
    }
    if (copy.type === 'object' && copy.properties && copy.additionalProperties === undefined) {
      copy.additionalProperties = copy.patternProperties !== undefined
    }
    return copy
  }
  return close(schema) as TSchema
}

/**
 * Fastify's validator: bodies are not coerced; texts of paths and queries are coerced to their declared
 * types.
 */
export function compileInput({ schema, httpPart }: { schema: unknown; httpPart?: string | undefined }) {
  const part = schema as TSchema
  const check = once(() => Compile(httpPart === 'body' ? part : closed(part)))
  const convert = httpPart === 'body' ? (value: unknown) => value : textConverter(part)
  return (value: unknown) => {
    const converted = convert(value)
    if (check().Check(converted)) {
      // Bodies were scanned for NUL before parsing.
      const refused = httpPart !== 'body' && holdsNul(converted)
      return refused ? { error: refusal('文本含有不能使用的字符') } : { value: converted }
    }
    const problem = surplusOf(part, converted) ?? mostTelling(check().Errors(converted))
    return { error: refusal(tellMalformed(problem), { place: placeOf(problem) }) }
  }
}

/** The message is for people; `place` is for programs, which know the property names. */
const refusal = (problem: string, data: { place: string | null } | null = null): AppError =>
  new AppError('request_malformed', `${errors.request_malformed.message}：${problem}`, data)

/** Our texts contain no NUL, and PostgreSQL rejects it. */
const holdsNul = (texts: unknown): boolean =>
  Object.values(texts as object).some((text) => typeof text === 'string' && text.includes('\0'))

interface Conversion {
  name: string
  pattern: RegExp
  convert(text: string): number | boolean
}

function textConverter(schema: TSchema) {
  const properties = (schema as { properties?: Record<string, { type?: string }> }).properties ?? {}
  const conversions = Object.entries(properties).flatMap(([name, { type }]): Conversion[] => {
    if (type === 'integer') return [{ name, pattern: /^-?\d{1,16}$/, convert: Number }]
    if (type === 'number') return [{ name, pattern: /^-?\d{1,16}(\.\d{1,16})?$/, convert: Number }]
    if (type === 'boolean') return [{ name, pattern: /^(true|false)$/, convert: (text) => text === 'true' }]
    return []
  })
  return (value: unknown) => {
    const texts = value as Record<string, unknown>
    for (const { name, pattern, convert } of conversions) {
      const text = texts[name]
      if (typeof text === 'string' && pattern.test(text)) texts[name] = convert(text)
    }
    return texts
  }
}

/** Returns the value to send, without undeclared properties. Throws where the reply breaks its contract. */
type ReplyCheck = (value: unknown, undeclared: () => void) => unknown

export function compileReply(name: string, schema: TSchema): ReplyCheck {
  const strict = once(() => Compile(closed(schema)))
  const open = once(() => Compile(schema))
  return (value, undeclared) => {
    if (strict().Check(value)) return value
    if (open().Check(value)) {
      undeclared()
      return Value.Clean(schema, structuredClone(value))
    }
    const [problem] = open().Errors(value)
    throw new Error(`reply of ${name} breaks its contract: ${problem?.instancePath} ${problem?.message}`)
  }
}
