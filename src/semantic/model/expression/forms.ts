// Parts of an expression that begin with a word and are no plain column.
//
//   round(amount, 2)                          call
//   case when a > 0 then 1 else 0 end         case
//   cast(player_id as varchar)                cast (try_cast is the same)
//   date '2026-01-31'                         typed literal

import { calendarDay } from '#shared/day.ts'
import type { Cursor, Reader } from './cursor.ts'
import { aggregateNames, functionAliases, functions, windowNames } from './functions.ts'
import { nearest } from './nearest.ts'
import type { CastType, Expression } from './tree.ts'

export function parseCall(reader: Reader): Expression {
  const { cursor } = reader
  const token = cursor.advance()
  const written = token.text.toLowerCase()
  const name = functionAliases[written] ?? written
  const declared = functions[name]
  if (aggregateNames.has(written))
    throw cursor.problem(
      `不能用汇总函数 ${written}：表达式按行计算，公式在汇总之后计算，汇总方式由指标的类型决定`,
      token,
    )
  if (windowNames.has(written)) throw cursor.problem(`不能用窗口函数 ${written}`, token)
  if (declared === undefined) {
    const known = nearest(written, Object.keys(functions))
    throw cursor.problem(`没有函数 ${token.text}${known === undefined ? '' : `，是否为 ${known}？`}`, token)
  }
  const values = readArguments(reader)
  if (values.length < declared.least || values.length > declared.most)
    throw cursor.problem(
      `函数 ${name} 需要 ${declared.least === declared.most ? declared.least : `${declared.least} 到 ${declared.most}`} 个参数，现有 ${values.length} 个`,
      cursor.spanFrom(token.offset),
    )
  if (cursor.isWord('over')) throw cursor.problem('不能用窗口函数', cursor.token)
  return { kind: 'call', name, arguments: values, at: cursor.spanFrom(token.offset) }
}

function readArguments(reader: Reader): Expression[] {
  const { cursor } = reader
  cursor.expectSymbol('(')
  if (cursor.takeSymbol(')')) return []
  if (cursor.isWord('select') || cursor.isWord('with')) throw cursor.problem('不能用子查询', cursor.token)
  const values = [reader.read()]
  while (cursor.takeSymbol(',')) values.push(reader.read())
  cursor.expectSymbol(')')
  return values
}

export function parseCase(reader: Reader): Expression {
  const { cursor } = reader
  const start = cursor.advance().offset
  const operand = cursor.isWord('when') ? null : reader.read()
  const branches: { when: Expression; result: Expression }[] = []
  while (cursor.takeWord('when')) {
    const when = reader.read()
    cursor.expectWord('then')
    branches.push({ when, result: reader.read() })
  }
  if (branches.length === 0) throw cursor.unexpected('这里应为 when')
  const otherwise = cursor.takeWord('else') ? reader.read() : null
  cursor.expectWord('end')
  return { kind: 'case', operand, branches, otherwise, at: cursor.spanFrom(start) }
}

const typeNames: Record<string, CastType> = {
  __proto__: null as never,
  integer: 'integer',
  int: 'integer',
  bigint: 'integer',
  double: 'double',
  float: 'double',
  real: 'double',
  decimal: 'decimal',
  numeric: 'decimal',
  varchar: 'varchar',
  text: 'varchar',
  string: 'varchar',
  boolean: 'boolean',
  date: 'date',
  timestamp: 'timestamp',
  datetime: 'timestamp',
}

export function parseCast(reader: Reader): Expression {
  const { cursor } = reader
  const start = cursor.advance().offset
  cursor.expectSymbol('(')
  const operand = reader.read()
  cursor.expectWord('as')
  const { token } = cursor
  const type = token.kind === 'name' ? typeNames[token.text.toLowerCase()] : undefined
  if (type === undefined)
    throw cursor.unexpected('这里应为类型 integer、double、decimal、varchar、boolean、date 或 timestamp')
  cursor.advance()
  const precision = type === 'decimal' ? readPrecision(cursor) : null
  cursor.expectSymbol(')')
  return { kind: 'cast', operand, type, precision, at: cursor.spanFrom(start) }
}

function readPrecision(cursor: Cursor): [number, number] {
  if (!cursor.takeSymbol('(')) return [18, 4]
  const start = cursor.token.offset
  const digits = () => {
    const { token } = cursor
    if (token.kind !== 'number' || !/^\d{1,2}$/.test(token.text)) throw cursor.unexpected('这里应为位数')
    cursor.advance()
    return Number(token.text)
  }
  const width = digits()
  const scale = cursor.takeSymbol(',') ? digits() : 0
  if (width < 1 || width > 38 || scale > width)
    throw cursor.problem('decimal 的位数须为 1 到 38，小数位不超过总位数', cursor.spanFrom(start))
  cursor.expectSymbol(')')
  return [width, scale]
}

const clock = /^(\d{4}-\d{2}-\d{2})(?:[ T]([01]\d|2[0-3]):[0-5]\d(?::[0-5]\d)?)?$/

/** `date '2026-01-31'`, `timestamp '2026-01-31 08:00:00'`. */
export function parseTypedLiteral(reader: Reader): Expression {
  const { cursor } = reader
  const type = cursor.advance()
  const value = cursor.advance()
  const at = cursor.spanFrom(type.offset)
  const day = clock.exec(value.text)?.[1]
  const isDate = type.text.toLowerCase() === 'date'
  if (day === undefined || calendarDay(day) === null || (isDate && value.text.length !== 10))
    throw cursor.problem(
      `「${value.text}」不是有效的${isDate ? '日期，请写成 2026-01-31' : '时间，请写成 2026-01-31 08:00:00'}`,
      at,
    )
  const operand: Expression = { kind: 'string', value: value.text, at }
  return { kind: 'cast', operand, type: isDate ? 'date' : 'timestamp', precision: null, at }
}
