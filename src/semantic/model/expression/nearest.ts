// "Did you mean …": the known name with the fewest letters to change, if at most half of them change.
//
//   nearest('amout', ['amount', 'channel'])  → 'amount'
//   nearest('xyz', ['amount'])               → undefined

/** Limit of compared letters in total. */
const mostWork = 4_000_000

export function nearest(name: string, known: Iterable<string>): string | undefined {
  const wanted = name.toLowerCase()
  let best: string | undefined
  let fewest = Math.max(1, Math.floor([...wanted].length / 2)) + 1
  let work = mostWork
  for (const candidate of known) {
    if (Math.abs(candidate.length - wanted.length) < fewest) work -= candidate.length * wanted.length
    // Of ten thousand long names the first are enough: a long typo must not keep the server busy.
    if (work < 0) break
    const changes = distance(wanted, candidate.toLowerCase(), fewest)
    if (changes < fewest) {
      best = candidate
      fewest = changes
    }
  }
  return best
}

/** Levenshtein distance; `enough` where it is at least that. */
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
