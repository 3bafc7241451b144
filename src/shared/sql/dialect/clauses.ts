// Rewrites clauses of MySQL and MaxCompute: LATERAL VIEW, TOP, DISTRIBUTE BY, WITH ROLLUP.
import {
  argumentsOf,
  between,
  closes,
  closing,
  type DialectFix,
  farthest,
  isNameAt,
  lowerAt,
  nextOnLevel,
  pieceOf,
  type Reading,
  textAt,
} from './reading.ts'

type Find = (reading: Reading, at: number) => DialectFix | null

/** `lateral view [outer] explode(a) t as b` → a join. */
const lateralView: Find = (reading, at) => {
  if (lowerAt(reading, at + 1) !== 'view') return null
  const isOuter = lowerAt(reading, at + 2) === 'outer'
  const name = at + (isOuter ? 3 : 2)
  const close = textAt(reading, name + 1) === '(' ? closing(reading, name + 1) : -1
  if (lowerAt(reading, name) !== 'explode' || close < 0) return null
  const [value] = argumentsOf(reading, name + 1, close)
  const alias = textAt(reading, close + 1)
  if (!isNameAt(reading, close + 1) || lowerAt(reading, close + 2) !== 'as' || !isNameAt(reading, close + 3))
    return null
  const source = `unnest(${value}) AS ${alias}(${textAt(reading, close + 3)})`
  return pieceOf(reading, at, close + 3, isOuter ? `LEFT JOIN ${source} ON true` : `CROSS JOIN ${source}`)
}

/** `select top 10 …` → `… LIMIT 10`. */
const top: Find = (reading, at) => {
  const before = lowerAt(reading, at - 1)
  if (before !== 'select' && before !== 'distinct') return null
  const number = textAt(reading, at + 1) === '(' ? at + 2 : at + 1
  if (reading.words[number]?.kind !== 'number') return null
  const first = number === at + 1 ? at + 2 : at + 4
  let next = first
  for (; next < reading.words.length && next - at <= farthest; next = nextOnLevel(reading, next)) {
    const text = textAt(reading, next)
    const word = lowerAt(reading, next)
    if (closes(text) || text === ';' || word === 'union') break
    if (word === 'limit' || word === 'select') return null
  }
  const last = next - 1
  if (last < first || last - at > farthest || /^[,)]/.test(textAt(reading, first))) return null
  return pieceOf(reading, at, last, `${between(reading, first, last)} LIMIT ${textAt(reading, number)}`)
}

const clauseEnds = new Set(['sort', 'limit', 'order', 'having', 'union', 'cluster', 'distribute'])

/** Only the overall order matters; the engine distributes rows itself. */
const distribute: Find = (reading, at) => {
  if (lowerAt(reading, at + 1) !== 'by') return null
  let next = at + 2
  for (; next < reading.words.length; next = nextOnLevel(reading, next)) {
    if (next - at > farthest) return null
    const text = textAt(reading, next)
    if (closes(text) || text === ';' || clauseEnds.has(lowerAt(reading, next))) break
  }
  return pieceOf(reading, at, next - 1, '')
}
const sort: Find = (reading, at) =>
  lowerAt(reading, at + 1) === 'by' ? pieceOf(reading, at, at, 'ORDER') : null

/** `left semi join` → `SEMI JOIN`. */
const left: Find = (reading, at) =>
  /^(semi|anti)$/.test(lowerAt(reading, at + 1)) && lowerAt(reading, at + 2) === 'join'
    ? pieceOf(reading, at, at + 1, lowerAt(reading, at + 1).toUpperCase())
    : null

/** `group by a, b with rollup`, `group by a, b grouping sets (…)` */
const group: Find = (reading, at) => {
  if (lowerAt(reading, at + 1) !== 'by') return null
  for (let to = at + 2; to < reading.words.length && to - at <= farthest; to = nextOnLevel(reading, to)) {
    const text = textAt(reading, to)
    const word = lowerAt(reading, to)
    const how = lowerAt(reading, to + 1)
    if (closes(text) || text === ';' || /^(order|having|limit|union|select)$/.test(word)) return null
    if (word === 'group' && how === 'by') return null
    if (to === at + 2) continue
    if (word === 'with' && (how === 'rollup' || how === 'cube'))
      return pieceOf(reading, at + 2, to + 1, `${how.toUpperCase()}(${between(reading, at + 2, to - 1)})`)
    if (word === 'grouping' && how === 'sets' && textAt(reading, to - 1) !== ',')
      return pieceOf(reading, at + 2, to, 'GROUPING')
  }
  return null
}

/** A SELECT without a table has one row. */
const dual: Find = (reading, at) =>
  lowerAt(reading, at + 1) === 'dual' && textAt(reading, at - 1) !== '*' && textAt(reading, at + 2) !== '.'
    ? pieceOf(reading, at, at + 1, '')
    : null

const lock: Find = (reading, at) =>
  lowerAt(reading, at + 1) === 'in' &&
  lowerAt(reading, at + 2) === 'share' &&
  lowerAt(reading, at + 3) === 'mode'
    ? pieceOf(reading, at, at + 3, '')
    : null
const forUpdate: Find = (reading, at) =>
  lowerAt(reading, at + 1) === 'update' ? pieceOf(reading, at, at + 1, '') : null

/** `using id` → `using (id)` */
const using: Find = (reading, at) => {
  const isJoined = [2, 3, 4].some((back) => lowerAt(reading, at - back) === 'join')
  return isJoined && isNameAt(reading, at + 1) && lowerAt(reading, at + 1) !== 'sample'
    ? pieceOf(reading, at + 1, at + 1, `(${textAt(reading, at + 1)})`)
    : null
}

/** `* except (a)` → `* EXCLUDE (a)` */
const except: Find = (reading, at) =>
  textAt(reading, at - 1) === '*' && textAt(reading, at + 1) === '(' && lowerAt(reading, at + 2) !== 'select'
    ? pieceOf(reading, at, at, 'EXCLUDE')
    : null

/** An operator between two values, as in `5 div 2`; otherwise a name. */
const operator =
  (sign: string): Find =>
  (reading, at) => {
    const isValue = (kind = '') => ['word', 'quoted', 'number', 'text', 'parameter'].includes(kind)
    const before = reading.words[at - 1]
    const isOperand =
      (isValue(before?.kind) || textAt(reading, at - 1) === ')') && lowerAt(reading, at - 1) !== 'select'
    const follows = isValue(reading.words[at + 1]?.kind) || textAt(reading, at + 1) === '('
    return isOperand &&
      follows &&
      !/^(as|from|where|and|or)$/.test(lowerAt(reading, at - 1)) &&
      !/^(from|as|and|or)$/.test(lowerAt(reading, at + 1))
      ? pieceOf(reading, at, at, sign)
      : null
  }

const hint: Find = (reading, at) =>
  lowerAt(reading, at - 1) === 'select' && isNextColumn(reading, at + 1) ? pieceOf(reading, at, at, '') : null
const isNextColumn = (reading: Reading, at: number): boolean =>
  textAt(reading, at) === '*' || (isNameAt(reading, at) && lowerAt(reading, at) !== 'from')

const finders: Readonly<Record<string, Find>> = {
  lateral: lateralView,
  top,
  distribute,
  sort,
  cluster: sort,
  left,
  group,
  from: dual,
  lock,
  for: forUpdate,
  using,
  except,
  div: operator('//'),
  mod: operator('%'),
  sql_calc_found_rows: hint,
  straight_join: (reading, at) => (isNameAt(reading, at + 1) ? pieceOf(reading, at, at, 'JOIN') : null),
}

export function clauseOf(reading: Reading, at: number): DialectFix | null {
  const word = lowerAt(reading, at)
  return Object.hasOwn(finders, word) && textAt(reading, at - 1) !== '.'
    ? (finders[word]?.(reading, at) ?? null)
    : null
}
