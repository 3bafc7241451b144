// Shared SQL expressions of the demo's tables. Randomness is a hash of the subject, so the same day and
// player always get the same; each use has its own salt.

/** A number from 0 to 1 that depends only on an integer expression (below 2^57) and the salt (0 to 63). */
export function chance(key: string, salt: number): string {
  return `((hash((${key})::BIGINT * 64 + ${salt}) >> 12)::DOUBLE / 4503599627370496.0)`
}

/** Picks a weighted option by a number from 0 to 1. */
export function pick(number: string, options: { value: string; share: number }[], rest: string): string {
  const total = Math.max(
    options.reduce((sum, option) => sum + option.share, 0),
    1,
  )
  let reached = 0
  const cases = options.map(({ value, share }) => {
    reached += share
    return `WHEN ${number} < ${(reached / total).toFixed(9)} THEN ${value}`
  })
  return `CASE ${cases.join(' ')} ELSE ${rest} END`
}

export function text(value: string): string {
  return `'${value.replaceAll("'", "''")}'`
}

export function values(rows: (string | number)[][]): string {
  const cell = (value: string | number) => (typeof value === 'number' ? String(value) : text(value))
  return `(VALUES ${rows.map((row) => `(${row.map(cell).join(', ')})`).join(', ')})`
}

/** Picks an element of a list of texts by a number from 0 to 1. */
export function element(list: readonly string[], number: string): string {
  return `([${list.map(text).join(', ')}])[1 + floor(${number} * ${list.length})::INTEGER]`
}

/** Share of each hour in a day's play, in thousandths. */
const hourShares = [
  22, 12, 7, 5, 4, 5, 10, 22, 34, 36, 38, 46, 68, 58, 42, 40, 42, 50, 62, 78, 98, 104, 76, 41,
]

/** Share of an hour in the day's play. */
export function hourShare(hour: number): number {
  return (hourShares[hour % 24] as number) / 1000
}

const hourSteps = hourShares.flatMap((share, hour) =>
  Array.from({ length: Math.round(share / 5) }, () => hour),
)

/** An interval since midnight without microseconds, in the hours of play; takes two numbers from 0 to 1. */
export function timeOfDay(number: string, within: string): string {
  const hour = `([${hourSteps.join(',')}])[1 + floor(${number} * ${hourSteps.length})::INTEGER]`
  return `to_seconds(${hour} * 3600 + floor(${within} * 3600)::INTEGER)`
}
