// Values of a text's parameters for the engine: bound, never part of the text.
import type { SqlParameter } from '#semantic/model/types.ts'
import type { ParameterType, ParameterValue } from '#shared/sql/parameters.ts'
import { expectation } from '../check/values.ts'
import type { SandboxParameter } from '../types.ts'
import { refusal, type SqlToken } from './lexer.ts'

export class Values {
  readonly bound: SqlParameter[] = []
  readonly #sql: string
  readonly #given: Readonly<Record<string, SandboxParameter>>
  readonly #known = new Map<string, string>()

  constructor(sql: string, given: Readonly<Record<string, SandboxParameter>>) {
    this.#sql = sql
    this.#given = given
  }

  /** The place of a bound value: `{p1:Int64}`. */
  bind(value: SqlParameter, type: string): string {
    this.bound.push(value)
    return `{p${this.bound.length}:${type}}`
  }

  /** What stands in the place of `:name`. Throws AppError sql_error. */
  place({ text: name, start, end }: SqlToken): string {
    const known = this.#known.get(name)
    if (known !== undefined) return known
    const given = Object.hasOwn(this.#given, name) ? this.#given[name] : undefined
    if (!given) throw refusal(this.#sql, start, end, `参数 :${name} 没有值`)
    const wrong = expectation(given.type, given.value)
    if (wrong !== null) throw refusal(this.#sql, start, end, `参数 :${name} 应为${wrong}`)
    const made = this.#placeOf(given.value, given.type)
    this.#known.set(name, made)
    return made
  }

  #placeOf(value: ParameterValue, type: ParameterType | undefined): string {
    if (value === null) return 'NULL'
    if (Array.isArray(value)) return this.#list(value)
    if (typeof value === 'boolean') return value ? 'true' : 'false'
    const text = String(value).trim()
    if (type === 'number' || (typeof value === 'number' && type !== 'text')) return this.#number(text)
    if (type === 'date')
      return text.length === 10
        ? this.bind(text, 'Date32')
        : this.bind(text.replace('T', ' '), 'DateTime64(6)')
    return this.bind(String(value), 'String')
  }

  #number(text: string): string {
    const digits = text.replace(/^\+/, '')
    if (/^-?\d{1,18}$/.test(digits)) return this.bind(digits, 'Int64')
    if (/^-?\d{1,38}$/.test(digits)) return this.bind(digits, 'Int128')
    const [, whole = '', fraction = ''] = /^-?(\d*)\.(\d+)$/.exec(digits) ?? []
    const width = Math.max(whole.length + fraction.length, 1)
    if (fraction !== '' && width <= 38) return this.bind(digits, `Decimal(${width}, ${fraction.length})`)
    return this.bind(digits, 'Float64')
  }

  #list(values: (string | number)[]): string {
    const texts = values.map(String)
    if (values.length === 0 || values.some((value) => typeof value === 'string'))
      return this.bind(texts, 'Array(String)')
    const type = values.every(Number.isSafeInteger) ? 'Int64' : 'Float64'
    return `CAST(${this.bind(texts, 'Array(String)')} AS Array(${type}))`
  }
}
