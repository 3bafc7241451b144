// What stands in a statement in the place of a table: a subquery of the columns and rows that the reader may see.
import { keyMark } from '#semantic/model/personal.ts'
import type { PhysicalTable } from '#semantic/model/types.ts'
import { maskTextInClickHouse } from '#semantic/sql/masks.ts'
import { AppError } from '#shared/errors.ts'
import type { SandboxDictionary, SandboxScope, SandboxTable } from '../types.ts'
import type { TableUse } from './check.ts'
import { quotedName } from './names.ts'
import type { Values } from './parameters.ts'
import { conditionOf, roleOf } from './sight.ts'
import type { TemporaryRows, World } from './world.ts'

/** Characters of all cells of temp tables and dictionaries that one statement names: they travel with it. */
const mostCharacters = 8_000_000

export class Sources {
  readonly #scope: SandboxScope
  readonly #world: World
  readonly #values: Values
  readonly #roles = new Set<string>()
  readonly #sent = new Map<string, string>()
  #key: string | null = null
  #characters = 0

  constructor(scope: SandboxScope, world: World, values: Values) {
    this.#scope = scope
    this.#world = world
    this.#values = values
  }

  roles(): string[] {
    return [...this.#roles].sort()
  }

  async of(use: TableUse): Promise<string> {
    const query = `(${await this.#query(use)})`
    return use.hasAlias || use.isSet ? query : `${query} AS ${quotedName(use.name)}`
  }

  async #query({ kind, name, final }: TableUse): Promise<string> {
    if (kind === 'table') return this.#table(name, final >= 0)
    const key = `${kind} ${name}`
    const made =
      this.#sent.get(key) ?? (kind === 'temporary' ? await this.#temporary(name) : this.#dictionary(name))
    this.#sent.set(key, made)
    return made
  }

  #table(name: string, isFinal: boolean): string {
    const table = this.#scope.tables.find((one) => one.name === name) as SandboxTable
    const physical = this.#world.tables.find((one) => one.name === name)
    if (!physical) throw new AppError('sql_error', `表 ${name} 已不存在，请刷新后再试`)
    const { database } = this.#world
    this.#roles.add(roleOf(database, { name, ...(table.role ?? table) }, columnsOf(physical)))
    const columns = physical.columns.map((column) => this.#column(column.name, table))
    const condition = conditionOf(table, database)
    return [
      `SELECT ${columns.join(', ')} FROM ${quotedName(database)}.${quotedName(name)} AS f`,
      ...(isFinal ? ['FINAL'] : []),
      ...(condition === null ? [] : [`WHERE ${condition}`]),
    ].join(' ')
  }

  #column(column: string, { masks = [] }: SandboxTable): string {
    const name = quotedName(column)
    const mask = masks.find((one) => one.column === column.toLowerCase())
    if (!mask) return `f.${name} AS ${name}`
    const key = mask.kind === 'device' ? this.#keyPlace() : ''
    return `${maskTextInClickHouse(`toString(f.${name})`, mask.kind, key)} AS ${name}`
  }

  #keyPlace(): string {
    const { personalKey } = this.#scope
    if (personalKey === undefined) throw new Error('masks without a key')
    this.#key ??= this.#values.bind(`${keyMark}${personalKey}`, 'String')
    return this.#key
  }

  #dictionary(name: string): string {
    const found = this.#scope.dictionaries?.find((one) => one.name === name) as SandboxDictionary
    const rows = found.pages.flatMap((page) => JSON.parse(page) as string[][])
    const names = freeNames(found.columns)
    return this.#rows({
      columns: names.map((column) => ({ name: column, type: 'String' })),
      cells: names.map((_, at) => rows.map((row) => row[at] ?? '')),
    })
  }

  async #temporary(name: string): Promise<string> {
    const found = this.#scope.temporary.find((one) => one.name === name)
    if (!found) throw new AppError('sql_error', `找不到临时表 tmp.${name}`)
    return this.#rows(await this.#world.temporaryRows(found))
  }

  /** Each column is a bound list of texts: an empty text for no value, else the value after a sign. */
  #rows({ columns, cells }: TemporaryRows): string {
    const lists = cells.map((list) => list.map((cell) => (cell === null ? '' : `=${cell}`)))
    this.#characters += lists.reduce((sum, list) => list.reduce((all, { length }) => all + length, sum), 0)
    if (this.#characters > mostCharacters)
      throw new AppError(
        'sql_error',
        `临时表与字典随语句发送，一条语句里最多 ${mostCharacters / 1_000_000} 百万个字符，请先汇总或拆开`,
      )
    const bound = lists.map((list) => this.#values.bind(list, 'Array(String)'))
    const shown = columns.map(({ name, type }, at) => {
      const cell = `r.${at + 1}`
      const value = `if(${cell} = '', NULL, substring(${cell}, 2))`
      return `${type === 'String' ? value : `CAST(${value} AS Nullable(${type}))`} AS ${quotedName(name)}`
    })
    return `SELECT ${shown.join(', ')} FROM (SELECT arrayJoin(arrayZip(${bound.join(', ')})) AS r)`
  }
}

export const columnsOf = ({ columns }: PhysicalTable): string[] => columns.map(({ name }) => name)

/** As on DuckDB: no two columns of a dictionary have one name, and none has no name. */
function freeNames(columns: readonly string[]): string[] {
  const seen = new Set<string>()
  return columns.map((column, at) => {
    const free = column === '' || seen.has(column.toLowerCase()) ? `${column || 'column'}_${at + 1}` : column
    seen.add(free.toLowerCase())
    return free
  })
}
