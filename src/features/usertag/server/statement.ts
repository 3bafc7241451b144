// The statements over one player's rows, in the warehouse's own dialect.
import { kindOfType } from '../../../semantic/model/expression/columns.ts'
import type { SqlParameter } from '../../../semantic/model/types.ts'
import type { BoundType } from '../../../semantic/plan/tree.ts'
import { clickhouse } from '../../../semantic/sql/clickhouse.ts'
import type { Dialect } from '../../../semantic/sql/dialect.ts'
import { duckdb } from '../../../semantic/sql/duckdb.ts'
import type { CountedTag } from '../../../server/userTagSettings.ts'
import type { Warehouse } from '../../../server/warehouse/types.ts'
import { shiftDay } from '../../../shared/day.ts'
import type { Found } from './definitions.ts'

export interface Player {
  cgi: string
  id: string
}

/** Columns that hold a table's player and game. */
export interface PlayerColumns {
  player: string
  game: string
}

export class Statement {
  readonly params: SqlParameter[] = []
  readonly #dialect: Dialect
  readonly #found: Found

  constructor({ dialect }: Pick<Warehouse, 'dialect'>, found: Found) {
    this.#dialect = dialect === 'clickhouse' ? clickhouse : duckdb
    this.#found = found
  }

  /** `SELECT … AS v0, … AS v1 FROM …` of the player's rows; null where the id can't be one of the column's. */
  select(values: readonly string[], columns: PlayerColumns, player: Player): string | null {
    const where = this.#isPlayer(columns, player)
    if (where === null) return null
    const list = values.map((value, at) => `${value} AS ${this.#dialect.identifier(`v${at}`)}`)
    return `SELECT ${list.join(', ')} FROM ${this.#dialect.identifier(this.#found.table)} WHERE ${where}`
  }

  aggregate({ take, column: name = '', by, where, within }: CountedTag, today: string): string {
    const conditions = [
      ...(where ? [`${this.#text(where.column)} = ${this.#bind(where.is, 'text')}`] : []),
      ...(within && by ? [`${this.#column(by)} >= ${this.#bind(shiftDay(today, 1 - within), 'date')}`] : []),
    ]
    const condition = conditions.length > 0 ? conditions.join(' AND ') : null
    if (take === 'count') return this.#dialect.aggregate('count', null, condition)
    const value = this.#column(name)
    if (take === 'last') {
      const counted = condition === null ? value : `CASE WHEN ${condition} THEN ${value} END`
      return this.#dialect.latest(counted, this.#column(by ?? ''))
    }
    return this.#dialect.aggregate(take === 'days' ? 'distinct' : take, value, condition)
  }

  #isPlayer(columns: PlayerColumns, { cgi, id }: Player): string | null {
    const isWhole = kindOfType(this.#found.typeOf(columns.player)) === 'integer'
    if (isWhole && !isWholeNumber(id)) return null
    const player = isWhole
      ? `${this.#column(columns.player)} = ${this.#bind(id, 'integer')}`
      : `${this.#text(columns.player)} = ${this.#bind(id, 'text')}`
    return `${player} AND ${this.#text(columns.game)} = ${this.#bind(cgi, 'text')}`
  }

  #column(name: string): string {
    return this.#dialect.identifier(this.#found.column(name))
  }

  /** What is compared with a text; a column of texts as it stands, so that what the store knows of it is of use. */
  #text(name: string): string {
    const isText = kindOfType(this.#found.typeOf(name)) === 'string'
    return isText ? this.#column(name) : this.#dialect.cast(this.#column(name), 'varchar', null)
  }

  #bind(value: SqlParameter, type: BoundType): string {
    this.params.push(value)
    return this.#dialect.parameter(this.params.length, type)
  }
}

const largest = 2n ** 63n - 1n

/** As the store writes it: `01` and `-0` are nobody's. */
function isWholeNumber(text: string): boolean {
  if (!/^(0|-?[1-9]\d{0,18})$/.test(text)) return false
  const number = BigInt(text)
  return number <= largest && number >= -largest
}
