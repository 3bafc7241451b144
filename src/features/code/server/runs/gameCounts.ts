// How many rows of each game a table has: counted once for each publication, for all who ask.
import type { Warehouse } from '../../../../server/warehouse/types.ts'

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
