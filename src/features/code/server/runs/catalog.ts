// The tables that a user may query, with the report model's information on their columns.

import { type RowScope, scopeKey } from '#semantic/model/rowScope.ts'
import type { Model } from '#semantic/model/types.ts'
import type { Deps } from '#server/deps.ts'
import type { SessionUser } from '#server/http/session.ts'
import { pinyinOf } from '#server/pinyin.ts'
import type { CatalogTable } from '#features/code/contract.ts'
import { readModel } from '#features/config/server/index.ts'
import { columnUses, type TableUses } from './columnUses.ts'
import { GameCounts } from './gameCounts.ts'
import { type VisibleTable, visibleTables } from './scope.ts'

interface Known {
  model: Model
  uses: Map<string, TableUses>
  /** By the scope of the user. */
  tables: Map<string, Promise<CatalogTable[]>>
}

/** The most scopes in the cache. */
const mostScopes = 200

export class Catalog {
  readonly #deps: Deps
  readonly #counts: GameCounts
  #known: Known | null = null

  constructor(deps: Deps) {
    this.#deps = deps
    this.#counts = new GameCounts(deps.warehouse)
  }

  async tables(user: SessionUser): Promise<CatalogTable[]> {
    const known = this.#of(await readModel(this.#deps))
    const { games, rules } = user
    const key = scopeKey(user)
    const found = known.tables.get(key)
    if (found) return found
    if (known.tables.size >= mostScopes) known.tables.clear()
    const made = this.#make(known, { games, rules })
    known.tables.set(key, made)
    made.catch(() => known.tables.delete(key))
    return made
  }

  #of(model: Model): Known {
    if (this.#known?.model !== model) this.#known = { model, uses: columnUses(model), tables: new Map() }
    return this.#known
  }

  async #make({ model, uses }: Known, scope: RowScope): Promise<CatalogTable[]> {
    return Promise.all(
      visibleTables(model, scope, this.#deps.warehouse.dialect).map(async (visible) => ({
        ...describe(visible, uses.get(visible.table.name)),
        rowCount: await this.#rowCount(visible, scope),
      })),
    )
  }

  /** Row counts must not reveal rows outside the user's scope. */
  async #rowCount(visible: VisibleTable, scope: RowScope): Promise<number> {
    const { table, gameColumn, rules } = visible
    if (rules.length > 0) return this.#counts.within(visible, scope.games)
    const { games } = scope
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
