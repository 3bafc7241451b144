// The cursor's syntactic position in a statement, and the typed word.

import { isPivot } from './scopes.ts'
import type { Clause, JoinCondition, Scope } from './scopeTypes.ts'
import { isKeyword, isMember, nameOf, type Word, type Words } from './words.ts'

type PlaceKind =
  /** The beginning of a query. */
  | 'start'
  | 'expression'
  /** Only an operator or the next clause can follow. */
  | 'afterValue'
  | 'table'
  | 'afterTable'
  | 'on'
  | 'using'
  | 'type'
  | 'limit'
  /** `a.` */
  | 'member'
  | 'parameter'
  /** Inside a string. */
  | 'text'
  /** A new name, a number, a comment: nothing to offer. */
  | 'nothing'

export interface Place {
  kind: PlaceKind
  /** Number of words before the typed one. */
  at: number
  /** The typed part of the word; `start` is its offset. */
  typed: string
  start: number
  /** Inside a quoted name. */
  quoted: boolean
  /** Names before the dot. */
  path: string[]
  clause: Clause | null
  join: JoinCondition | null
}

export function placeOf(words: Words, scope: (at: number) => Scope, offset: number): Place {
  const touched = words.all.findIndex(
    ({ start, end, open }) => start < offset && (offset < end || open === true),
  )
  const before = touched >= 0 ? touched : countBefore(words, offset)
  const current = touched >= 0 ? words.all[touched] : touching(words.all[before - 1], offset)
  const isTyping = current !== undefined
  const at = isTyping && touched < 0 ? before - 1 : before
  const place: Place = {
    kind: 'nothing',
    at,
    typed: '',
    start: offset,
    quoted: false,
    path: [],
    clause: null,
    join: null,
  }
  const typedFrom = (start: number): void => {
    place.start = start
    place.typed = (current as Word).text.slice(
      start - (current as Word).start,
      offset - (current as Word).start,
    )
  }
  if (current?.kind === 'number' || isInComment(words, offset)) return place
  if (current?.kind === 'text') {
    if (touched < 0) return place
    typedFrom(current.start + current.text.indexOf("'") + 1)
    return offset < place.start ? place : { ...place, kind: 'text' }
  }
  if (current?.kind === 'parameter') {
    typedFrom(current.start + 1)
    return { ...place, kind: 'parameter' }
  }
  const previous = words.all[at - 1]
  if (current?.kind === 'word') typedFrom(current.start)
  if (current?.kind === 'quoted') {
    typedFrom(current.start)
    place.typed = place.typed.slice(1)
    place.quoted = true
  }
  if (!isTyping && previous?.text === ':' && previous.end === offset) return { ...place, kind: 'parameter' }
  if (previous?.text === '.' && previous.end === place.start) {
    return { ...place, kind: 'member', path: pathBefore(words, at - 1) }
  }
  return classify(words, scope(at), place)
}

const isInComment = ({ comments }: Words, offset: number): boolean =>
  comments.some(({ start, end, isLine }) => start < offset && (offset < end || (isLine && offset === end)))

function countBefore({ all }: Words, offset: number): number {
  let low = 0
  let high = all.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((all[middle] as Word).end <= offset) low = middle + 1
    else high = middle
  }
  return low
}

/** A word that ends at the cursor is still being typed. */
function touching(word: Word | undefined, offset: number): Word | undefined {
  if (word?.end !== offset) return undefined
  return word.kind === 'symbol' || word.kind === 'unknown' ? undefined : word
}

/** The names before a dot, outermost first. */
function pathBefore(words: Words, dot: number): string[] {
  const path: string[] = []
  for (let at = dot; words.all[at]?.text === '.'; at -= 2) {
    const name = nameOf(words.all[at - 1])
    if (name === null) break
    path.push(name)
  }
  return path.reverse()
}

function classify(words: Words, scope: Scope, place: Place): Place {
  const { at } = place
  if (isKeyword(words, at - 1, 'as') && !isCast(words, at - 1)) {
    return { ...place, kind: 'nothing' }
  }
  const previous = words.all[at - 1]
  if (previous?.text === '::' || (isKeyword(words, at - 1, 'as') && isCast(words, at - 1))) {
    return { ...place, kind: 'type' }
  }
  const clause = scope.clauses.findLast(({ start }) => start <= at) ?? null
  const found = { ...place, clause }
  if (!clause) return { ...found, kind: beforeClauses(words, scope, at) }
  if (clause.kind === 'from') return inFrom(words, scope, found)
  if (clause.kind === 'limit') return { ...found, kind: endsValue(words, at - 1) ? 'afterValue' : 'limit' }
  return { ...found, kind: endsValue(words, at - 1) ? 'afterValue' : 'expression' }
}

function isCast(words: Words, as: number): boolean {
  const open = words.around[as] ?? -1
  return open > 0 && isKeyword(words, open - 1, 'cast', 'try_cast')
}

function beforeClauses(words: Words, scope: Scope, at: number): PlaceKind {
  const previous = words.all[at - 1]
  if (isKeyword(words, at - 1, 'with', 'recursive')) return 'nothing'
  if (at === scope.start) return 'start'
  if (previous?.text === ')') return 'start'
  if (isKeyword(words, at - 1, 'all', 'union', 'intersect', 'except')) return 'start'
  return previous?.text === ',' ? 'nothing' : 'start'
}

function inFrom(words: Words, scope: Scope, place: Place): Place {
  const { at } = place
  const join = scope.joins.findLast(({ start, end }) => start <= at && at <= end) ?? null
  if (join?.kind === 'using') {
    const within =
      words.all[join.start]?.text === '(' && at > join.start && (words.closing.get(join.start) ?? at) >= at
    return { ...place, join, kind: within ? 'using' : 'afterTable' }
  }
  if (join) {
    if (endsValue(words, at - 1)) return { ...place, join, kind: 'afterValue' }
    const begins = isKeyword(words, at - 1, 'on', 'and', 'or')
    return { ...place, join, kind: begins ? 'on' : 'expression' }
  }
  const previous = words.all[at - 1]
  const open = words.around[at - 1] ?? -1
  const opener = previous?.text === '(' ? at - 1 : open
  // In the brackets of a table function, arguments are expressions.
  if (
    opener >= (place.clause?.start ?? 0) &&
    nameOf(words.all[opener - 1]) !== null &&
    isCall(words, opener)
  ) {
    return { ...place, kind: endsValue(words, at - 1) ? 'afterValue' : 'expression' }
  }
  const expectsTable =
    (at - 1 === scope.start && isPivot(words, scope)) ||
    previous?.text === ',' ||
    previous?.text === '(' ||
    isKeyword(words, at - 1, 'from', 'join', 'lateral')
  return { ...place, kind: expectsTable ? 'table' : 'afterTable' }
}

/** A bracket directly after a name is a call; after a keyword it groups. */
function isCall(words: Words, open: number): boolean {
  return !isKeyword(words, open - 1, 'from', 'join', 'lateral', 'as', 'in', 'on', 'and', 'or', 'not')
}

const leadsOn = new Set(
  'all and any as asc between by case desc distinct else exists filter for from glob group having ilike in interval is like limit not offset on or order over partition qualify select similar some then to using when where with within union intersect except escape collate rows range groups preceding recursive values'.split(
    ' ',
  ),
)

/** Whether a value ends with this word, so that an operator or a clause must follow. */
export function endsValue(words: Words, at: number): boolean {
  const word = words.all[at]
  if (!word) return false
  if (word.kind === 'word') return isMember(words, at) || !leadsOn.has(word.lower)
  if (word.kind === 'symbol') {
    if (word.text === '*') return isStar(words, at)
    return (
      word.text === ')' ||
      word.text === ']' ||
      word.text === '}' ||
      /^\$./.test(word.text) ||
      word.text === '?'
    )
  }
  return word.kind !== 'unknown'
}

/** `*` as all columns, not as multiplication. */
function isStar(words: Words, at: number): boolean {
  const before = words.all[at - 1]
  return (
    before?.text === ',' ||
    before?.text === '.' ||
    before?.text === '(' ||
    isKeyword(words, at - 1, 'select', 'distinct', 'all')
  )
}
