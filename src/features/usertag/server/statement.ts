// SQL statements over one player's rows, in the warehouse's dialect.
import { kindOfType } from '#semantic/model/expression/columns.ts'
import type { CountedTag } from '#server/userTagSettings.ts'
import { WarehouseStatement } from '#server/warehouse/statement.ts'
import type { Warehouse } from '#server/warehouse/types.ts'
import { shiftDay } from '#shared/day.ts'
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

export class Statement extends WarehouseStatement {
  readonly #found: Found

  constructor(warehouse: Pick<Warehouse, 'dialect'>, found: Found) {
    super(warehouse)
    this.#found = found
  }

  /**
   * `SELECT … AS v0, … AS v1 FROM …` for the player's rows; null when the id can't be a value of the column.
   */
  select(values: readonly string[], columns: PlayerColumns, player: Player): string | null {
    const where = this.#isPlayer(columns, player)
    if (where === null) return null
    const list = values.map((value, at) => `${value} AS ${this.name(`v${at}`)}`)
    return `SELECT ${list.join(', ')} FROM ${this.name(this.#found.table)} WHERE ${where}`
  }

  aggregate({ take, column: name = '', by, where, within }: CountedTag, today: string): string {
    const conditions = [
      ...(where ? [`${this.#textOf(where.column)} = ${this.bind(where.is, 'text')}`] : []),
      ...(within && by ? [`${this.#column(by)} >= ${this.bind(shiftDay(today, 1 - within), 'date')}`] : []),
    ]
    const condition = conditions.length > 0 ? conditions.join(' AND ') : null
    if (take === 'count') return this.dialect.aggregate('count', null, condition)
    const value = this.#column(name)
    if (take === 'last') {
      const counted = condition === null ? value : `CASE WHEN ${condition} THEN ${value} END`
      return this.dialect.latest(counted, this.#column(by ?? ''))
    }
    return this.dialect.aggregate(take === 'days' ? 'distinct' : take, value, condition)
  }

  #isPlayer(columns: PlayerColumns, { cgi, id }: Player): string | null {
    const isWhole = kindOfType(this.#found.typeOf(columns.player)) === 'integer'
    if (isWhole && !isWholeNumber(id)) return null
    const player = isWhole
      ? `${this.#column(columns.player)} = ${this.bind(id, 'integer')}`
      : `${this.#textOf(columns.player)} = ${this.bind(id, 'text')}`
    return `${player} AND ${this.#textOf(columns.game)} = ${this.bind(cgi, 'text')}`
  }

  #column(name: string): string {
    return this.name(this.#found.column(name))
  }

  /** The expression compared with a text; a text column stays as it is, so that the store's indexes apply. */
  #textOf(name: string): string {
    const isText = kindOfType(this.#found.typeOf(name)) === 'string'
    return isText ? this.#column(name) : this.text(this.#column(name))
  }
}

const largest = 2n ** 63n - 1n

/** Whole numbers as the store writes them; `01` and `-0` match nobody. */
function isWholeNumber(text: string): boolean {
  if (!/^(0|-?[1-9]\d{0,18})$/.test(text)) return false
  const number = BigInt(text)
  return number <= largest && number >= -largest
}
