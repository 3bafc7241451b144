// A table's row counts by game, counted once per publication for all users; and counts under row rules on
// dimensions, for the users who have such rules.
import type { GameScope } from '#semantic/model/rowScope.ts'
import { WarehouseStatement } from '#server/warehouse/statement.ts'
import type { Warehouse } from '#server/warehouse/types.ts'
import type { VisibleTable } from './scope.ts'

export class GameCounts {
  readonly #warehouse: Warehouse
  readonly #counts = new Map<string, Promise<Map<string, number>>>()
  #version = ''

  constructor(warehouse: Warehouse) {
    this.#warehouse = warehouse
  }

  of(table: string, column: string): Promise<Map<string, number>> {
    const version = this.#warehouse.version()
    if (version !== this.#version) this.#counts.clear()
    this.#version = version
    const key = JSON.stringify([table, column])
    const known = this.#counts.get(key)
    if (known) return known
    const counted = this.#count(table, column)
    this.#counts.set(key, counted)
    counted.catch(() => this.#counts.delete(key))
    return counted
  }

  /** For a table limited by row rules, within the user's games. */
  async within({ table, gameColumn, rules }: VisibleTable, games: GameScope): Promise<number> {
    if (games !== 'all' && gameColumn !== null && games.length === 0) return 0
    const conditions = rules.map((pieces) =>
      pieces.map((piece, at) => (at % 2 === 0 ? piece : quoted(piece))).join(''),
    )
    const statement = new WarehouseStatement(this.#warehouse)
    if (games !== 'all' && gameColumn !== null)
      conditions.push(statement.among(statement.text(`f.${statement.name(gameColumn)}`), games))
    const { chunks } = await this.#warehouse.run({
      sql: `select count(*) from ${statement.name(table.name)} as f where ${conditions.join(' and ')}`,
      params: statement.params,
      pool: 'report',
    })
    return Number((JSON.parse(chunks[0]?.columns[0] ?? '[0]') as unknown[])[0])
  }

  async #count(table: string, column: string): Promise<Map<string, number>> {
    const { chunks } = await this.#warehouse.run({
      sql: `select cast(${quoted(column)} as varchar), count(*) from ${quoted(table)} group by 1`,
      pool: 'report',
    })
    const counts = new Map<string, number>()
    for (const { columns } of chunks) {
      const [games = [], rows = []] = columns.map((text) => JSON.parse(text) as (string | number | null)[])
      for (const [index, game] of games.entries()) {
        if (game !== null) counts.set(String(game), Number(rows[index]))
      }
    }
    return counts
  }
}

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`
