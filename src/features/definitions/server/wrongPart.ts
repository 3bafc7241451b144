// Describes an invalid part of a file in the user's terms: the object's name, the field, and the accepted
// values.
import type { TSchema } from 'typebox'
import { Value } from 'typebox/value'

interface Shape {
  title?: string
  description?: string
  type?: string
  enum?: readonly unknown[]
  const?: unknown
  anyOf?: readonly TSchema[]
  items?: TSchema
  minItems?: number
  maxItems?: number
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  exclusiveMinimum?: number
  exclusiveMaximum?: number
  properties?: Readonly<Record<string, TSchema>>
  required?: readonly string[]
}

interface Wrong {
  /** `/points/3/types`. */
  place: string
  /** The objects on the way to the part: 视图「日报」, 报表「按渠道」. */
  objects: string[]
  expected: string
}

const longestName = 40

/** The first part that violates the schema; null when none does. */
export function wrongPart(schema: TSchema, value: unknown): Wrong | null {
  if (Value.Check(schema, value)) return null
  const shape = schema as Shape
  const own = objectName(schema, value)
  const within = (part: TSchema, item: unknown, step: string | number): Wrong | null => {
    const wrong = wrongPart(part, item)
    return wrong && { ...wrong, place: `/${step}${wrong.place}`, objects: [...own, ...wrong.objects] }
  }
  const here: Wrong = { place: '', objects: own, expected: expectedOf(schema) }
  if (shape.type === 'array' && shape.items && Array.isArray(value)) {
    for (const [at, item] of (value as unknown[]).entries()) {
      const wrong = within(shape.items, item, at)
      if (wrong) return wrong
    }
    return here
  }
  if (shape.type !== 'object' || typeof value !== 'object' || value === null || Array.isArray(value))
    return here
  const given = value as Record<string, unknown>
  for (const [key, part] of Object.entries(shape.properties ?? {})) {
    if (!Object.hasOwn(given, key)) {
      if (!shape.required?.includes(key)) continue
      return { place: `/${key}`, objects: own, expected: `${expectedOf(part)}，不能缺` }
    }
    const wrong = within(part, given[key], key)
    if (wrong) return wrong
  }
  return here
}

/** 指标「充值金额」; undefined for objects without a name. */
export function objectName(schema: TSchema, value: unknown): string[] {
  const { title } = schema as Shape
  if (title === undefined || typeof value !== 'object' || value === null) return []
  const { name, reportName } = value as { name?: unknown; reportName?: unknown }
  const text = [name, reportName].find((one) => typeof one === 'string' && one !== '')
  return [typeof text === 'string' ? `${title}「${text.slice(0, longestName)}」` : title]
}

/** 是文本，1 到 200 字. */
function expectedOf(schema: TSchema): string {
  const shape = schema as Shape
  if (shape.anyOf) return shape.anyOf.map(expectedOf).join('，或 ')
  if (shape.const !== undefined) return String(shape.const)
  if (shape.enum) return `${shape.enum.map(String).join('、')} 之一`
  switch (shape.type) {
    case 'string':
      return `文本${boundsOf(shape.minLength, shape.maxLength, '字')}`
    case 'integer':
      return `整数${boundsOf(shape.minimum, shape.maximum, '')}`
    case 'number':
      return `数${boundsOf(shape.exclusiveMinimum ?? shape.minimum, shape.exclusiveMaximum ?? shape.maximum, '')}`
    case 'boolean':
      return 'true 或 false'
    case 'null':
      return 'null'
    case 'array':
      return `列表${boundsOf(shape.minItems, shape.maxItems, '项')}`
    default:
      return shape.description ?? '对象 { … }'
  }
}

function boundsOf(least: number | undefined, most: number | undefined, unit: string): string {
  if (least !== undefined && most !== undefined) return `（${least} 到 ${most}${unit && ` ${unit}`}）`
  if (most !== undefined) return `（最多 ${most}${unit && ` ${unit}`}）`
  return least !== undefined && least > 0 ? `（至少 ${least}${unit && ` ${unit}`}）` : ''
}
