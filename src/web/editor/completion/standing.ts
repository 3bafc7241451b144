// Whether the typed word may be a new name: an alias without AS. There Enter is a line break.
import { endsValue, type Place } from './place.ts'
import { isKeyword, isMember, isName, type Words } from './words.ts'

export function aliasMayStand(words: Words, { kind, at, typed, clause }: Place): boolean {
  if (typed === '' || !/^[\p{L}_]/u.test(typed) || !clause) return false
  if (kind === 'afterTable') return followsTable(words, at)
  return kind === 'afterValue' && clause.kind === 'select' && followsItem(words, at, clause.start)
}

/** `from a |`, `from (…) |`, but not `from a b |`. */
function followsTable(words: Words, at: number): boolean {
  const last = at - 1
  if (words.all[last]?.text === ')') {
    const open = words.opening.get(last) ?? -1
    return open > 0 && !isKeyword(words, open - 1, 'using')
  }
  if (!isName(words.all[last])) return false
  let first = last
  while (isMember(words, first) && isName(words.all[first - 2])) first -= 2
  const before = words.all[first - 1]
  return (
    before?.text === ',' || before?.text === '(' || isKeyword(words, first - 1, 'from', 'join', 'lateral')
  )
}

/** After a complete list item outside brackets and CASE that has no alias yet. */
function followsItem(words: Words, at: number, start: number): boolean {
  const last = at - 1
  if ((words.around[last] ?? -1) >= start) return false
  let cases = 0
  for (let index = start; index < at; index += 1) {
    if (isKeyword(words, index, 'case')) cases += 1
    else if (isKeyword(words, index, 'end')) cases -= 1
  }
  if (cases > 0) return false
  const isNamed =
    isName(words.all[last]) &&
    !isMember(words, last) &&
    !isKeyword(words, last, 'end') &&
    (isKeyword(words, last - 1, 'as') || (last - 1 >= start && endsValue(words, last - 1)))
  return !isNamed
}
