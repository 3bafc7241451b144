// Similar names for a misspelt one.

/** At most three, the nearest first, ignoring case. */
export function nearestNames(name: string, names: Iterable<string>): string[] {
  const wanted = name.toLowerCase().slice(0, 100)
  const most = Math.max(1, Math.floor(wanted.length / 3))
  return [...new Set(names)]
    .map((candidate) => ({ candidate, distance: distanceTo(wanted, candidate.toLowerCase()) }))
    .filter(({ distance }) => distance <= most)
    .sort((left, right) => left.distance - right.distance)
    .slice(0, 3)
    .map(({ candidate }) => candidate)
}

/** A name that contains the other, or starts with it, is near whatever its length. */
function distanceTo(wanted: string, candidate: string): number {
  if (wanted.length >= 3 && candidate.includes(wanted)) return 1
  if (candidate.length >= 4 && wanted.includes(candidate)) return 1
  return editDistance(wanted, candidate)
}

function editDistance(left: string, right: string): number {
  if (Math.abs(left.length - right.length) > 40) return 40
  let row = Array.from({ length: right.length + 1 }, (_, index) => index)
  for (let at = 1; at <= left.length; at += 1) {
    const next = [at]
    for (let to = 1; to <= right.length; to += 1) {
      const change = (row[to - 1] as number) + (left[at - 1] === right[to - 1] ? 0 : 1)
      next.push(Math.min(change, (row[to] as number) + 1, (next[to - 1] as number) + 1))
    }
    row = next
  }
  return row[right.length] as number
}

/** The text `，是否想用 a、b`, or nothing. */
export function suggestion(name: string, names: Iterable<string>): string {
  const near = nearestNames(name, names)
  return near.length > 0 ? `，是否想用 ${near.join('、')}` : ''
}
