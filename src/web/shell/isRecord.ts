// Whether a parsed value is an object with named keys, neither an array nor null.
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
