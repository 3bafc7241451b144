// Guesses a parameter's type: from its cast, else the column that it is compared with, else its name.
import { shiftDay } from '#shared/day.ts'
import { type ParameterType, parameterPlaces } from '#shared/sql/parameters.ts'
import { sideOf } from '#shared/sql/relativeDay.ts'
import { type Token, tokenize } from '#shared/sql/tokens.ts'
import type { SqlColumn, SqlTable } from '#web/editor/types.ts'
import type { ParameterSetting } from '../documents/types.ts'

const datePattern =
  /(^|_)(date|day|dt|ds)\d*$|^(date|day)(_|$)|^(start|begin|end|from|to|since|until)$|日期|日$/i
const listPattern = /(^|_)(list|ids|names|codes)$|列表$/i
const numberPattern =
  /(^|_)(id|n|num|number|count|cnt|limit|top|days|hours|min|max|amount|level|age|rate|threshold|size)$|数$|金额|等级/i

/** Words and signs between a column and the parameter compared with it. */
const between = new Set(['between', 'and', 'in', 'not', 'like', 'ilike', 'any', 'is', 'date', 'cast'])

/** What a condition begins behind: no column. */
const leading = new Set([
  'where',
  'on',
  'having',
  'qualify',
  'select',
  'when',
  'or',
  'by',
  'limit',
  'offset',
  'then',
  'else',
])

const isDateType = (type: string) => /^(date|timestamp)/i.test(type)
const isNumberType = (type: string) =>
  /^(u?(tiny|small|big|huge)?int(eger)?|decimal|double|float|real|numeric)/i.test(type)

interface Compared {
  /** Lower case, without quotes. */
  column: string | null
  /** `in (…)`: several values. */
  several: boolean
}

/** `:game = cgi`, `:game::varchar = t.cgi`; null where no comparison follows. */
function columnBehind(sql: string, tokens: readonly Token[], parameter: number): string | null {
  const text = (at: number) => (tokens[at] ? sql.slice(tokens[at].start, tokens[at].end) : '')
  let at = parameter + 1
  if (text(at) === '::') at += 2
  if (!/^(?:[=<>]|<=|>=|<>|!=)$/.test(text(at))) return null
  at += 1
  while (text(at + 1) === '.') at += 2
  const token = tokens[at]
  if (token?.kind === 'word') return text(at).toLowerCase()
  return token?.kind === 'quoted' ? text(at).slice(1, -1).toLowerCase() : null
}

/** The column before the parameter's first occurrence, or behind it. */
export function comparedWith(sql: string, name: string): Compared {
  const place = parameterPlaces(sql).find((found) => found.name === name)
  const tokens = tokenize(sql).filter(({ kind }) => kind !== 'space' && kind !== 'comment')
  const at = tokens.findIndex(({ start }) => start === place?.start)
  let several = false
  for (let before = at - 1; before >= 0; before -= 1) {
    const token = tokens[before] as Token
    const text = sql.slice(token.start, token.end)
    const word = text.toLowerCase()
    if (token.kind === 'word' && between.has(word)) several ||= word === 'in' || word === 'any'
    else if (token.kind === 'word' && leading.has(word)) break
    else if (token.kind === 'word') return { column: word, several }
    else if (token.kind === 'quoted') return { column: text.slice(1, -1).toLowerCase(), several }
    else if (token.kind !== 'parameter' && !/^([=<>!]+|<=>|\(|,|::)$/.test(text)) break
  }
  return { column: columnBehind(sql, tokens, at), several }
}

const typeWords: readonly [ParameterType, RegExp][] = [
  ['date', /^(?:date|timestamp|datetime)/i],
  ['number', /^(?:u?(?:tiny|small|big|huge)?int(?:eger)?\d*|decimal|double|float\d*|real|numeric)$/i],
  ['boolean', /^bool(?:ean)?$/i],
  ['text', /^(?:varchar|text|string|char|bpchar)$/i],
]

/** The type that the statement casts the parameter to: `:d::date`, `cast(:n as integer)`, `:ids::int[]`. */
function castOf(sql: string, name: string): ParameterType | null {
  const tokens = tokenize(sql).filter(({ kind }) => kind !== 'space' && kind !== 'comment')
  const text = (at: number) => {
    const token = tokens[at]
    return token ? sql.slice(token.start, token.end).toLowerCase() : ''
  }
  const starts = new Set(
    parameterPlaces(sql)
      .filter((place) => place.name === name)
      .map(({ start }) => start),
  )
  for (const [at, { start }] of tokens.entries()) {
    if (!starts.has(start)) continue
    const isCast = /^(?:try_)?cast$/.test(text(at - 2)) && text(at - 1) === '(' && text(at + 1) === 'as'
    if (!isCast && text(at + 1) !== '::') continue
    if (text(at + 3) === '[') return 'list'
    const word = text(at + 2)
    const known = typeWords.find(([, pattern]) => pattern.test(word))
    if (known) return known[0]
  }
  return null
}

/** That column in a table of the statement, else in any table. */
function columnOf(sql: string, name: string, tables: readonly SqlTable[]): SqlColumn | null {
  const words = new Set(
    tokenize(sql)
      .filter(({ kind }) => kind === 'word' || kind === 'quoted')
      .map(({ start, end }) => sql.slice(start, end).replaceAll('"', '').toLowerCase()),
  )
  const named = tables.filter((table) => words.has(table.name.toLowerCase()))
  for (const table of named) {
    const column = table.columns.find((one) => one.name.toLowerCase() === name)
    if (column) return column
  }
  return null
}

/** `today` as YYYY-MM-DD: a range starts a week before yesterday; any other day is yesterday. */
export function guessSetting(
  name: string,
  sql: string,
  tables: readonly SqlTable[],
  today: string,
): ParameterSetting {
  const { column: columnName, several } = comparedWith(sql, name)
  const column = columnName === null ? null : columnOf(sql, columnName, tables)
  const cast = castOf(sql, name)
  const base = { dictId: column?.dictId ?? null, label: '' }
  if (base.dictId !== null) return { ...base, type: 'dictionary', value: several ? [] : '' }
  if (cast === 'date') return { ...base, type: 'date', value: usualDay(name, today) }
  if (cast !== null && !several) return { ...base, type: cast, value: cast === 'list' ? [] : '' }
  if (several || listPattern.test(name)) return { ...base, type: 'list', value: [] }
  const isDay = column ? isDateType(column.type) : datePattern.test(name)
  if (isDay) return { ...base, type: 'date', value: usualDay(name, today) }
  if (column && /^bool/i.test(column.type)) return { ...base, type: 'boolean', value: '' }
  const isNumber = column ? isNumberType(column.type) : numberPattern.test(name)
  if (isNumber) return { ...base, type: 'number', value: '' }
  if (!column && sideOf(name) !== null) {
    return { ...base, type: 'date', value: usualDay(name, today) }
  }
  return { ...base, type: 'text', value: '' }
}

const usualDay = (name: string, today: string) => shiftDay(today, sideOf(name) === 'from' ? -7 : -1)
