// All matches of a regular expression. Runs in a worker that is terminated when it takes too long, because
// any expression may.

interface Match {
  at: number
  text: string
  groups: { name: string; text: string | null }[]
}

export interface Matched {
  matches: Match[]
  count: number
  replaced: string | null
}

const mostMatches = 1_000

export function matchAll(pattern: string, flags: string, text: string, replacement: string | null): Matched {
  const expression = new RegExp(pattern, flags.includes('g') ? flags : `${flags}g`)
  const matches: Match[] = []
  let count = 0
  for (const found of text.matchAll(expression)) {
    if (++count > mostMatches) continue
    const names = Object.entries(found.groups ?? {})
    matches.push({
      at: found.index,
      text: found[0],
      groups: found.slice(1).map((one, place) => ({
        name: names.find(([, value]) => value === one && one !== undefined)?.[0] ?? String(place + 1),
        text: one ?? null,
      })),
    })
  }
  return { matches, count, replaced: replacement === null ? null : text.replaceAll(expression, replacement) }
}
