// Infers an expression's type without the engine, as far as needed to offer the fields of structs built in a
// query.
import { aliasesOf, resolve } from './resolving.ts'
import type { Scope, ScopeColumn } from './scopeTypes.ts'
import { fieldOf } from './structs.ts'
import { type Field, structFields, structType } from './structTypes.ts'
import { eachOnLevel, isKeyword, nameOf, splitOnLevel, type Words } from './words.ts'

/** Deepest nesting of structs, because a type is written out in full. */
const deepest = 16

/** '' where unknown. */
export function typeOf(words: Words, arm: Scope, from: number, to: number, depth = 0): string {
  if (from >= to || depth > deepest) return ''
  const column = columnOf(words, arm, from, to)
  if (column) return column.type
  const cast = castType(words, from, to)
  if (cast !== '') return cast
  const first = words.all[from]
  if (to - from === 1) return literalType(words, from)
  if (words.closing.get(from) === to - 1) {
    if (first?.text === '{') return structType(literalFields(words, arm, from, depth))
    // With several values the brackets are a row without field names.
    const isOne = first?.text === '(' && argumentsOf(words, from).length === 1
    return isOne && !isKeyword(words, from + 1, 'select', 'with', 'from', 'values')
      ? typeOf(words, arm, from + 1, to - 1, depth + 1)
      : ''
  }
  const isCall = words.all[from + 1]?.text === '(' && words.closing.get(from + 1) === to - 1
  return isCall && first?.kind === 'word' ? callType(words, arm, from, depth) : ''
}

/** The column, or field of one, where the range contains nothing else. */
export function columnOf(words: Words, arm: Scope, from: number, to: number): ScopeColumn | null {
  const path: string[] = []
  for (let at = from; at < to; at += 2) {
    const name = nameOf(words.all[at])
    if (name === null || (at > from && words.all[at - 1]?.text !== '.')) return null
    path.push(name)
  }
  if (path.length === 0 || (to - from) % 2 === 0) return null
  // After an alias comes a column.
  const isOwned = path.length === 2 && aliasesOf(arm).has((path[0] as string).toLowerCase())
  const known = resolve(arm, path) ?? (path.length > 1 && !isOwned ? fieldOf(arm, path) : null)
  return known ?? { name: path.at(-1) as string, type: '', comment: '' }
}

function literalType(words: Words, at: number): string {
  const word = words.all[at]
  if (word?.kind === 'text') return 'VARCHAR'
  return word?.kind === 'number' && /^\d{1,9}$/.test(word.text) ? 'INTEGER' : ''
}

/** `a::type`, `cast(a AS type)`, including a written-out STRUCT. */
function castType(words: Words, from: number, to: number): string {
  const isCall =
    isKeyword(words, from, 'cast', 'try_cast') && words.closing.get(from + 1) === to - 1 && to - from > 3
  if (isCall) {
    let as = -1
    eachOnLevel(words, from + 2, to - 1, (at) => {
      if (isKeyword(words, at, 'as')) as = at
      return undefined
    })
    return as < 0 ? '' : typeText(words, as + 1, to - 1)
  }
  const open = words.all[to - 1]?.text === ')' ? words.opening.get(to - 1) : undefined
  const start = open === undefined ? to - 1 : open - 1
  return start - from >= 2 && words.all[start - 1]?.text === '::' ? typeText(words, start, to) : ''
}

function typeText(words: Words, from: number, to: number): string {
  if (words.all[from]?.kind !== 'word') return ''
  let text = ''
  for (let at = from; at < to; at += 1) {
    const word = words.all[at]
    const written = word?.kind === 'word' ? word.text.toUpperCase() : (word?.text ?? '')
    const isName = words.all[at - 1]?.text === '(' || words.all[at - 1]?.text === ','
    const isJoined =
      at === from || written === '(' || written === ')' || written === ',' || isOpen(words, at - 1)
    text += `${isJoined ? '' : ' '}${isName && at > from ? (word?.text ?? '') : written}`
  }
  return text
}
const isOpen = (words: Words, at: number): boolean => words.all[at]?.text === '('

const argumentsOf = (words: Words, open: number): [number, number][] =>
  splitOnLevel(words, open + 1, words.closing.get(open) ?? open, (at) => words.all[at]?.text === ',')

/** `{'a': 1, b: 2}` */
function literalFields(words: Words, arm: Scope, open: number, depth: number): Field[] {
  return argumentsOf(words, open).flatMap(([from, to]): Field[] => {
    const key = words.all[from]
    const name =
      key?.kind === 'text' && key.text.startsWith("'")
        ? key.text.slice(1, -1).replaceAll("''", "'")
        : nameOf(key)
    if (name === null || words.all[from + 1]?.text !== ':') return []
    return [{ name, type: typeOf(words, arm, from + 2, to, depth + 1) }]
  })
}

const counting = new Set(['count', 'row_number', 'rank', 'dense_rank', 'approx_count_distinct'])
/** Functions that return one of their values, with the type of the first argument. */
const passing = new Set(['any_value', 'arbitrary', 'first', 'last', 'max', 'min', 'coalesce', 'ifnull'])

function callType(words: Words, arm: Scope, at: number, depth: number): string {
  const name = words.all[at]?.lower ?? ''
  if (counting.has(name)) return 'BIGINT'
  const args = argumentsOf(words, at + 1)
  const typeAt = ([from, to]: [number, number]): string => typeOf(words, arm, from, to, depth + 1)
  const [first, ...rest] = args
  if (!first) return ''
  if (passing.has(name)) return typeAt(first)
  if (name === 'struct_pack') return structType(namedFields(words, args, typeAt))
  if (name === 'struct_concat') return structType(args.flatMap((arg) => structFields(typeAt(arg))))
  if (name !== 'struct_insert' && name !== 'struct_update') return ''
  const given = namedFields(words, rest, typeAt)
  const before = structFields(typeAt(first)).filter((one) => !given.some((field) => field.name === one.name))
  return structType([...before, ...given])
}

/** `x := 1, y => 2`; a column supplies its own name. */
function namedFields(
  words: Words,
  args: readonly [number, number][],
  typeAt: (arg: [number, number]) => string,
): Field[] {
  return args.flatMap(([from, to]): Field[] => {
    const isNamed = /^(?::=|=>)$/.test(words.all[from + 1]?.text ?? '')
    const name = nameOf(words.all[isNamed ? from : to - 1])
    return name === null ? [] : [{ name, type: typeAt(isNamed ? [from + 2, to] : [from, to]) }]
  })
}
