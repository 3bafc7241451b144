// Guesses a parameter's type: from the column that it is compared with, else from its name.
import { shiftDay } from '#shared/day.ts'
import { parameterPlaces } from '#shared/sql/parameters.ts'
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

const isDateType = (type: string) => /^(date|timestamp)/i.test(type)
const isNumberType = (type: string) =>
  /^(u?(tiny|small|big|huge)?int(eger)?|decimal|double|float|real|numeric)/i.test(type)

interface Compared {
  /** Lower case, without quotes. */
  column: string | null
  /** `in (…)`: several values. */
  several: boolean
}

/** The column before the parameter's first occurrence. */
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
    else if (token.kind === 'word') return { column: word, several }
    else if (token.kind === 'quoted') return { column: text.slice(1, -1).toLowerCase(), several }
    else if (token.kind !== 'parameter' && !/^([=<>!]+|<=>|\(|,|::)$/.test(text)) break
  }
  return { column: null, several }
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
  const base = { dictId: column?.dictId ?? null, label: '' }
  if (base.dictId !== null) return { ...base, type: 'dictionary', value: several ? [] : '' }
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
