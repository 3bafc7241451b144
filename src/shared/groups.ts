// The schema of things that stand alone or in groups, of which one has to hold (`any`) or all (`all`), groups within
// groups. One object lists what either may have, so that a refusal names the place that is wrong; which of it belongs
// together is said beside it.
import { type TProperties, type TSchema, Type } from 'typebox'
import { idSchema } from './ids.ts'

interface Grouped {
  /** Properties of one thing, all optional, and those that it can't be without. */
  properties: TProperties
  required: string[]
  description: string
  /** Parts of a group at most. */
  most: number
  /** And at least: none where their owner says better what an empty one lacks. */
  least?: number
}

/** `depth`: groups within groups. */
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
  /** Operators that there are. */
  ops: readonly string[]
  /** Filters at most, as in each group. */
  most: number
  /** Characters of a value at most. */
  longest: number
  /** Groups within groups. */
  depth: number
}

/** Filters on dimensions, alone or in groups: what may only narrow knows no figures. */
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
