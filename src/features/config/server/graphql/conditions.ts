// The arguments where, filter, like and order as bound conditions. Unknown fields are errors, never ignored.
import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import { largestStoredId } from '#server/metadata/ids.ts'
import { hasPart } from '#server/metadata/textParts.ts'
import type { Db } from '#server/objects/types.ts'
import { AppError } from '#shared/errors.ts'
import type { Field, FieldKind, FieldTable } from './fields.ts'

const mostConditions = 50
const mostValues = 1000
const longestText = 1000

type Condition = Expression<SqlBool>
type Value = string | number

const wrong = (message: string): AppError => new AppError('parameter_wrong', message)
const kindNames: Record<FieldKind, string> = { number: '数值', text: '文本', truth: '布尔值' }
const comparisons = new Map([
  ['eq', sql`=`],
  ['ne', sql`<>`],
  ['gt', sql`>`],
  ['gte', sql`>=`],
  ['lt', sql`<`],
  ['lte', sql`<=`],
])
const operators = [...comparisons.keys(), 'in', 'notIn', 'contains', 'isNull']

export class Conditions {
  readonly #db: Db
  readonly #table: FieldTable
  /** Whether the caller may see SQL. */
  readonly #trusted: boolean

  constructor(db: Db, table: FieldTable, trusted: boolean) {
    this.#db = db
    this.#table = table
    this.#trusted = trusted
  }

  /** `{ field: value | list | null }`: equal, one of, empty. */
  where(argument: unknown): Condition[] {
    return this.#entries('where', argument).map(([name, value]) => {
      const field = this.#field('where', name)
      if (value === null) return sql<SqlBool>`${column(field)} is null`
      return Array.isArray(value) ? oneOf(name, field, value) : compare(name, field, 'eq', value)
    })
  }

  /** `{ field: { operator: value } }`; all must hold. */
  filter(argument: unknown): Condition[] {
    return this.#entries('filter', argument).flatMap(([name, rules]) => {
      const field = this.#field('filter', name)
      return entriesOf(`filter.${name}`, rules).map(([operator, value]) =>
        rule(this.#db, name, field, operator, value),
      )
    })
  }

  /** A text in any of the searched fields, or `{ field: text }`. */
  like(argument: unknown): Condition[] {
    if (argument === null || argument === undefined || argument === '') return []
    if (typeof argument === 'string') {
      const anywhere = this.#table.searched.map((name) =>
        contains(this.#db, name, this.#field('like', name), argument),
      )
      return [sql<SqlBool>`(${sql.join(anywhere, sql` or `)})`]
    }
    return this.#entries('like', argument).map(([name, text]) =>
      contains(this.#db, name, this.#field('like', name), text),
    )
  }

  /** `field`, `field desc` or `reverse:field`, separated by commas; nulls last, the id breaks ties. */
  order(argument: string | null | undefined): RawBuilder<unknown>[] {
    const parts = (argument ?? '')
      .split(',')
      .map((part) => part.trim())
      .filter((part) => part !== '')
    if (parts.length > 10) throw wrong('order 最多 10 项')
    const orders = parts.flatMap((part) => {
      const [, reverse, name = '', direction] = /^(reverse:)?(\w+)(?:\s+(asc|desc))?$/i.exec(part) ?? []
      if (name === '') throw wrong(`无法识别的排序「${shown(part)}」`)
      const target = column(this.#field('order', name))
      const down = Boolean(reverse) !== (direction?.toLowerCase() === 'desc')
      return [sql`${target} is null`, sql`${target} ${down ? sql`desc` : sql`asc`}`]
    })
    return [...orders, sql`${column(this.#field('order', 'id'))} asc`]
  }

  #entries(argument: string, value: unknown): [string, unknown][] {
    if (value === null || value === undefined) return []
    return entriesOf(argument, value)
  }

  #field(argument: string, name: string): Field {
    const field = this.#table.fields.get(name)
    if (!field) throw wrong(`${argument} 中有未知字段「${shown(name)}」：${this.#table.noun}没有该字段`)
    if (field.secret && !this.#trusted) throw new AppError('permission_missing', `没有权限按「${name}」查询`)
    return field
  }
}

function entriesOf(argument: string, value: unknown): [string, unknown][] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw wrong(`${argument} 须为对象`)
  const entries = Object.entries(value)
  if (entries.length > mostConditions) throw wrong(`${argument} 最多 ${mostConditions} 个条件`)
  return entries
}

function rule(db: Db, name: string, field: Field, operator: string, value: unknown): Condition {
  if (comparisons.has(operator)) return compare(name, field, operator, value)
  if (operator === 'in' || operator === 'notIn') {
    if (!Array.isArray(value)) throw wrong(`「${name}」的 ${operator} 须为列表`)
    const found = oneOf(name, field, value)
    return operator === 'in' ? found : sql<SqlBool>`not ${found}`
  }
  if (operator === 'contains') return contains(db, name, field, value)
  if (operator === 'isNull') {
    if (typeof value !== 'boolean') throw wrong(`「${name}」的 isNull 须为布尔值`)
    return value ? sql<SqlBool>`${column(field)} is null` : sql<SqlBool>`${column(field)} is not null`
  }
  throw wrong(`filter 中有未知运算「${shown(operator)}」，可用：${operators.join('、')}`)
}

const compare = (name: string, field: Field, operator: string, value: unknown): Condition =>
  sql<SqlBool>`${column(field)} ${comparisons.get(operator) ?? sql`=`} ${bound(name, field, value)}`

function oneOf(name: string, field: Field, values: unknown[]): Condition {
  if (values.length > mostValues) throw wrong(`「${name}」最多 ${mostValues} 个值`)
  if (values.length === 0) return sql<SqlBool>`(1 = 0)`
  return sql<SqlBool>`(${column(field)} in (${sql.join(values.map((value) => bound(name, field, value)))}))`
}

function contains(db: Db, name: string, field: Field, text: unknown): Condition {
  if (field.kind !== 'text') throw wrong(`「${name}」不是文本，不能模糊查询`)
  return hasPart(db, column(field), String(bound(name, field, text)))
}

function bound(name: string, field: Field, value: unknown): Value {
  if (field.kind === 'truth' && typeof value === 'boolean') return value ? 1 : 0
  if (field.kind === 'number' && typeof value === 'number' && Number.isInteger(value)) {
    if (Math.abs(value) > largestStoredId) throw wrong(`「${name}」的值过大`)
    return value
  }
  if (field.kind === 'text' && typeof value === 'string') {
    if (value.length > longestText) throw wrong(`「${name}」的值过长`)
    if (value.includes('\0')) throw wrong(`「${name}」的值含有不能使用的字符`)
    return value
  }
  throw wrong(`「${name}」的值须为${kindNames[field.kind]}`)
}

const column = (field: Field) => field.shown ?? sql.ref(field.column)
const shown = (text: string): string => (text.length > 50 ? `${text.slice(0, 50)}…` : text)
