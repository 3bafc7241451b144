// The schema of conditions in nested groups, of which any (`any`) or all (`all`) must hold. A single object
// lists the properties of both conditions and groups, so that a validation error names the wrong property; a
// further rule says which belong together.
import { type TProperties, type TSchema, Type } from 'typebox'
import { idSchema } from './ids.ts'

interface Grouped {
  /** Properties of one condition, all optional, and the required ones. */
  properties: TProperties
  required: string[]
  description: string
  /** The most parts of a group. */
  most: number
  /** The least parts; absent where the caller reports empty groups itself. */
  least?: number
}

/** `depth`: nested groups. */
export function groupedSchema(thing: Grouped, depth: number): TSchema {
  const { properties, required, description, most, least = 1 } = thing
  const closed = { additionalProperties: false, description }
  if (depth === 0) return Type.Object(properties, { ...closed, required })
  const parts = Type.Optional(
    Type.Array(groupedSchema(thing, depth - 1), { minItems: least, maxItems: most }),
  )
  const alone = (name: string, otherwise: object) => ({
    if: { required: [name] },
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    then: { maxProperties: 1 },
    else: otherwise,
  })
  return Type.Object(
    { ...properties, any: parts, all: parts },
    { ...closed, ...alone('any', alone('all', { required })) },
  )
}

interface DimensionFilters {
  /** Allowed operators. */
  ops: readonly string[]
  /** The most filters, in total and in each group. */
  most: number
  /** The most characters of a value. */
  longest: number
  /** The depth of nested groups. */
  depth: number
}

/** Filters on dimensions, alone or in groups; not on points, because these filters only narrow rows. */
export const dimensionFilters = ({ ops, most, longest, depth }: DimensionFilters): TSchema =>
  Type.Array(
    groupedSchema(
      {
        properties: {
          dim: Type.Optional(idSchema),
          op: Type.Optional(Type.Enum([...ops])),
          values: Type.Optional(
            Type.Array(Type.Union([Type.String({ maxLength: longest }), Type.Number(), Type.Null()]), {
              maxItems: 1_000,
            }),
          ),
        },
        required: ['dim', 'op', 'values'],
        description: '条件 { dim, op, values }，或条件组 { any: […] } 与 { all: […] } 之一',
        most,
      },
      depth,
    ),
    { maxItems: most },
  )
