// Finds a misspelt keyword (a letter wrong, extra, missing or swapped) near the syntax error; elsewhere such
// a word may be a name.
import { type DialectFix, lowerAt, readingOf, textAt } from './reading.ts'

const keywords = [
  'select',
  'from',
  'where',
  'group',
  'order',
  'having',
  'limit',
  'union',
  'between',
  'distinct',
  'join',
  'inner',
  'left',
  'with',
  'qualify',
  'partition',
]
const known = new Set([
  ...keywords,
  'like',
  'then',
  'when',
  'else',
  'over',
  'desc',
  'cast',
  'date',
  'time',
  'list',
])
const shortest = 3

/** `start`: where the error is reported. */
export function misspeltAt(sql: string, start: number): DialectFix | null {
  const reading = readingOf(sql)
  const { words } = reading
  const found = words.findIndex(({ end }) => end > start)
  const at = found < 0 ? words.length : found
  const before = lowerAt(reading, at - 1)
  if ((before === 'group' || before === 'order') && lowerAt(reading, at) !== 'by') {
    const { start: from = 0, end = 0 } = words[at - 1] ?? {}
    return { start: from, end, text: `${textAt(reading, at - 1)} BY` }
  }
  for (const place of [at - 1, at, at - 2]) {
    const meant = meantBy(lowerAt(reading, place))
    const word = words[place]
    if (meant && word && textAt(reading, place - 1) !== '.')
      return { start: word.start, end: word.end, text: meant.toUpperCase() }
  }
  return null
}

function meantBy(word: string): string | undefined {
  if (word.length < shortest || known.has(word)) return undefined
  return keywords.find((keyword) => isNear(word, keyword))
}

/** One edit apart, or two letters swapped. */
function isNear(word: string, keyword: string): boolean {
  if (Math.abs(word.length - keyword.length) > 1) return false
  let at = 0
  while (at < word.length && word[at] === keyword[at]) at += 1
  const [rest, other] = [word.slice(at), keyword.slice(at)]
  return (
    rest.slice(1) === other ||
    rest === other.slice(1) ||
    rest.slice(1) === other.slice(1) ||
    (rest[0] === other[1] && rest[1] === other[0] && rest.slice(2) === other.slice(2))
  )
}
