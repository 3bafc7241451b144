// The tables that a user may query, with what the report model knows of their columns.
import type { GameScope, Model } from '../../../../semantic/model/types.ts'
import type { Deps } from '../../../../server/deps.ts'
import type { SessionUser } from '../../../../server/http/session.ts'
import { pinyinOf } from '../../../../server/pinyin.ts'
import { readModel } from '../../../config/server/index.ts'
import type { CatalogTable } from '../../contract.ts'
import { columnUses, type TableUses } from './columnUses.ts'
import { GameCounts } from './gameCounts.ts'
import { type VisibleTable, visibleTables } from './scope.ts'

interface Known {
  model: Model
  uses: Map<string, TableUses>
  /** By the games of those who asked. */
  tables: Map<string, Promise<CatalogTable[]>>
}

/** Different sets of games that are remembered. */
const mostGames = 200

export class Catalog {
  readonly #deps: Deps
  readonly #counts: GameCounts
  #known: Known | null = null

  constructor(deps: Deps) {
    this.#deps = deps
    this.#counts = new GameCounts(deps.warehouse)
  }

  async tables({ games }: SessionUser): Promise<CatalogTable[]> {
    const known = this.#of(await readModel(this.#deps))
    const key = JSON.stringify(games === 'all' ? 'all' : [...games].sort())
    const found = known.tables.get(key)
    if (found) return found
    if (known.tables.size >= mostGames) known.tables.clear()
    const made = this.#make(known, games)
    known.tables.set(key, made)
    made.catch(() => known.tables.delete(key))
    return made
  }

  #of(model: Model): Known {
    if (this.#known?.model !== model) this.#known = { model, uses: columnUses(model), tables: new Map() }
    return this.#known
  }

  async #make({ model, uses }: Known, games: GameScope): Promise<CatalogTable[]> {
    return Promise.all(
      visibleTables(model, games).map(async (visible) => ({
        ...describe(visible, uses.get(visible.table.name)),
        rowCount: await this.#rowCount(visible, games),
      })),
    )
  }

  /** How many rows a table has of other games is nobody's business. */
  async #rowCount({ table, gameColumn }: VisibleTable, games: GameScope): Promise<number> {
    if (games === 'all' || gameColumn === null) return table.rowCount
    const counts = await this.#counts.of(table.name, gameColumn)
    return games.reduce((sum, game) => sum + (counts.get(game) ?? 0), 0)
  }
}

function describe({ table }: VisibleTable, uses: TableUses | undefined): CatalogTable {
  return {
    name: table.name,
    comment: table.comment,
    pinyin: pinyinOf(table.comment),
    rowCount: table.rowCount,
    updateTime: table.updatedAt,
    kind: uses?.kind ?? 'other',
    columns: table.columns.map(({ name, type, comment }) => {
      const use = uses?.columns.get(name)
      return {
        name,
        type,
        comment,
        pinyin: pinyinOf(comment),
        points: use?.points ?? [],
        dimensions: use?.dimensions ?? [],
        dictId: use?.dictId ?? null,
      }
    }),
  }
}
