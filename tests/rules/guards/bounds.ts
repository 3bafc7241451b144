// Finds parts of a schema that accept any number of characters, items or properties.
import type { Shape } from '#server/http/body/limits.ts'

/** Places of unbounded parts. Parts without a type are limited only by the size of the body. */
export function unboundedIn(schema: object, place = ''): string[] {
  const shape = schema as Shape
  if (shape.enum !== undefined || shape.const !== undefined) return []
  const within = (parts: readonly Shape[] = []) => parts.flatMap((part) => unboundedIn(part, place))
  const own = Object.entries(shape.properties ?? {}).flatMap(([name, part]) =>
    unboundedIn(part, `${place}.${name}`),
  )
  const members = Object.values(shape.patternProperties ?? {}).flatMap((part) =>
    unboundedIn(part, `${place}{}`),
  )
  const items = shape.items ? unboundedIn(shape.items, `${place}[]`) : []
  return [
    ...(isBounded(shape) ? [] : [place]),
    ...within(shape.anyOf),
    ...within(shape.allOf),
    ...own,
    ...members,
    ...items,
  ]
}

function isBounded({ type, pattern, maxLength, maxItems, patternProperties, maxProperties }: Shape): boolean {
  if (type === 'string') return maxLength !== undefined || (pattern !== undefined && endsSoon(pattern))
  if (type === 'array') return maxItems !== undefined
  return patternProperties === undefined || maxProperties !== undefined
}

/** Whether the pattern is anchored at both ends and has no unlimited repetition. */
const endsSoon = (pattern: string): boolean => /^\^.*\$$/s.test(pattern) && !/[*+]|,\}/.test(pattern)
