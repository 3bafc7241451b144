// «Did you mean»: the known name that takes the fewest changes, when it is near enough to be a slip.

export function nearest(name: string, known: Iterable<string>): string | undefined {
  const wanted = name.toLowerCase()
  let best: string | undefined
  let fewest = Math.max(1, Math.floor([...wanted].length / 2)) + 1
  for (const candidate of known) {
    const changes = distance(wanted, candidate.toLowerCase(), fewest)
    if (changes < fewest) {
      best = candidate
      fewest = changes
    }
  }
  return best
}

/** Edit distance by insertions, deletions and replacements; stops at `enough`. */
function distance(left: string, right: string, enough: number): number {
  const a = [...left]
  const b = [...right]
  if (Math.abs(a.length - b.length) >= enough) return enough
  let row = b.map((_, index) => index + 1)
  for (const [i, letter] of a.entries()) {
    let diagonal = i
    let before = i + 1
    row = row.map((above, j) => {
      const changes = Math.min(before + 1, above + 1, diagonal + (letter === b[j] ? 0 : 1))
      diagonal = above
      before = changes
      return changes
    })
  }
  return b.length === 0 ? a.length : (row[b.length - 1] as number)
}
