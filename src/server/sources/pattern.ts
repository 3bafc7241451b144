// Patterns of file names. Node's matchesGlob makes a regular expression of them, which takes 23 seconds for one of
// seven stars; here a name takes time in proportion to its length and the pattern's.

type Token =
  | { kind: 'character'; is: string }
  | { kind: 'one' }
  | { kind: 'part' }
  | { kind: 'folders' }
  | { kind: 'all' }

function read(pattern: string): Token[] {
  const tokens: Token[] = []
  for (let at = 0; at < pattern.length; at++) {
    const is = pattern[at] as string
    if (pattern.startsWith('**/', at)) {
      tokens.push({ kind: 'folders' })
      at += 2
    } else if (pattern.startsWith('**', at)) {
      tokens.push({ kind: 'all' })
      at += 1
    } else if (is === '*') tokens.push({ kind: 'part' })
    else tokens.push(is === '?' ? { kind: 'one' } : { kind: 'character', is })
  }
  return tokens
}

/**
 * Whether a name, with `/` between folders, is one of the pattern: `*` is any part of one name, `?` one character,
 * `**` and a slash any number of folders. All else stands for itself.
 */
export function matchesPattern(name: string, pattern: string): boolean {
  const tokens = read(pattern)
  const passable = (token: Token | undefined, isFirst: boolean): boolean =>
    token?.kind === 'part' || token?.kind === 'all' || (token?.kind === 'folders' && isFirst)
  /** The places in the pattern that are reached, those included which may stand for nothing. */
  const spread = (places: Set<number>, isFirst: boolean): Set<number> => {
    // A set's iteration comes to what is added meanwhile.
    for (const place of places) if (passable(tokens[place], isFirst)) places.add(place + 1)
    return places
  }
  let places = spread(new Set([0]), true)
  for (const character of name) {
    const next = new Set<number>()
    for (const place of places) {
      const token = tokens[place]
      if (token?.kind === 'character' ? token.is === character : token?.kind === 'one' && character !== '/')
        next.add(place + 1)
      else if (token?.kind === 'all' || token?.kind === 'folders') next.add(place)
      else if (token?.kind === 'part' && character !== '/') next.add(place)
    }
    places = spread(next, character === '/')
  }
  return places.has(tokens.length)
}
