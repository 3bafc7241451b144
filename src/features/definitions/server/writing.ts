// Writes the chosen items of a plan inside the transaction that applies them.
import type { Kysely } from 'kysely'
import { exchangeIds } from '#semantic/model/references.ts'
import type { TableJoin } from '#semantic/model/types.ts'
import type { Database } from '#server/metadata/schema.ts'
import { standingOf } from '#shared/standing.ts'
import { type NotedWrites, readDefinitions } from '#features/config/server/index.ts'
import { type FileWrites, namesIn } from '#features/statement/server/index.ts'
import type { DefinitionsFile } from '../contract.ts'
import { type HeldDictionary, isCarried, writeDictionary } from './dictionaries.ts'
import { exchangeFormulaIds } from './formulas.ts'
import type { Held } from './house.ts'
import { keyOf, type Plan } from './planning.ts'

type Db = Kysely<Database>

export class Writing {
  readonly #db: Db
  readonly #file: DefinitionsFile
  readonly #plan: Plan
  readonly #chosen: ReadonlySet<string>
  readonly #now = new Date().toISOString()
  readonly #writes: NotedWrites
  readonly #tree: FileWrites
  /** Temporary ids of new items and the ids that the store assigned. */
  readonly #given = new Map<number, number>()

  constructor(
    db: Db,
    file: DefinitionsFile,
    plan: Plan,
    chosen: ReadonlySet<string>,
    writes: NotedWrites,
    tree: FileWrites,
  ) {
    this.#db = db
    this.#writes = writes
    this.#tree = tree
    this.#file = file
    this.#plan = plan
    this.#chosen = chosen
  }

  async write({ folders, dictionaries }: Pick<Held, 'folders' | 'dictionaries'>): Promise<void> {
    await this.#categories()
    await this.#dictionaries(dictionaries)
    await this.#dimensionTables()
    await this.#pointTables()
    await this.#dimensions()
    await this.#points()
    await this.#views(folders)
  }

  readonly #id = (id: number): number => this.#given.get(id) ?? id
  #orNull(id: number | null): number | null {
    return id === null ? null : this.#id(id)
  }

  /** Calls back for each chosen item of a kind, in order, with whether it is new. */
  #each<Item extends { id: number }>(
    kind: 'category' | 'dimensionTable' | 'pointTable' | 'dimension' | 'point',
    given: readonly { id: number }[],
    items: readonly Item[],
    found: Plan['matches']['points'],
  ): { item: Item; isNew: boolean }[] {
    return items.flatMap((item, index) => {
      const id = given[index]?.id ?? 0
      return this.#chosen.has(keyOf(kind, id)) ? [{ item, isNew: found.get(id)?.isNew === true }] : []
    })
  }

  async #categories(): Promise<void> {
    const { incoming, matches } = this.#plan
    for (const { item } of this.#each(
      'category',
      this.#file.categories,
      incoming.categories,
      matches.categories,
    )) {
      const { last } = await this.#db
        .selectFrom('category')
        .select((select) => select.fn.max('position').as('last'))
        .where('kind', '=', item.kind)
        .executeTakeFirstOrThrow()
      const position = Number(last ?? 0) + 1
      const row = { kind: item.kind, name: item.name, position }
      this.#given.set(item.id, await this.#writes.add('category', row))
    }
  }

  async #dictionaries(here: readonly HeldDictionary[]): Promise<void> {
    for (const given of this.#file.dictionaries.filter(isCarried)) {
      const match = this.#plan.matches.dictionaries.get(given.id)
      if (!match || !this.#chosen.has(keyOf('dictionary', given.id))) continue
      const known = here.find(({ id }) => id === match.id) ?? null
      this.#given.set(match.id, await writeDictionary(this.#db, given, known, this.#now))
    }
  }

  async #dimensionTables(): Promise<void> {
    const { incoming, matches } = this.#plan
    const chosen = this.#each(
      'dimensionTable',
      this.#file.dimensionTables,
      incoming.dimensionTables,
      matches.dimensionTables,
    )
    for (const { item, isNew } of chosen) {
      if (!isNew) continue
      const { id, create_time: _, joins: __, ...row } = item
      const values = { ...row, joins: '[]', create_time: this.#now }
      this.#given.set(id, await this.#writes.add('dimensionTable', values))
    }
    // Joins may refer to later tables of the file, so they are written once all tables have ids.
    for (const { item, isNew } of chosen) {
      const { id, create_time: _, joins: given = [], ...row } = item
      const joins = this.#joins(given)
      if (!isNew) await this.#writes.change('dimensionTable', id, { ...row, joins })
      else if (given.length > 0)
        await this.#db.updateTable('dimension_table').set({ joins }).where('id', '=', this.#id(id)).execute()
    }
  }

  #joins(joins: readonly TableJoin[]): string {
    return JSON.stringify(joins.map((join) => ({ ...join, dimTableId: this.#id(join.dimTableId) })))
  }

  async #pointTables(): Promise<void> {
    const { incoming, matches } = this.#plan
    for (const { item, isNew } of this.#each(
      'pointTable',
      this.#file.pointTables,
      incoming.pointTables,
      matches.pointTables,
    )) {
      const { id, create_time: _, grain_key, joins, ...plain } = item
      const row = {
        ...plain,
        grain_key: JSON.stringify(grain_key),
        joins: this.#joins(joins),
      }
      if (isNew) this.#given.set(id, await this.#writes.add('pointTable', { ...row, create_time: this.#now }))
      else await this.#writes.change('pointTable', id, row)
    }
  }

  async #dimensions(): Promise<void> {
    const { incoming, matches } = this.#plan
    for (const { item, isNew } of this.#each(
      'dimension',
      this.#file.dimensions,
      incoming.dimensions,
      matches.dimensions,
    )) {
      const {
        id,
        create_time: _,
        table_truename: __,
        dim_typeId,
        table_id,
        cgi_filter,
        info,
        ...plain
      } = item
      const row = {
        ...plain,
        table_id: this.#orNull(table_id),
        dim_type_id: this.#orNull(dim_typeId),
        cgi_filter: cgi_filter ? 1 : 0,
        info: JSON.stringify(info.dictId === undefined ? info : { ...info, dictId: this.#id(info.dictId) }),
      }
      if (isNew) this.#given.set(id, await this.#writes.add('dimension', { ...row, create_time: this.#now }))
      else await this.#writes.change('dimension', id, row)
    }
  }

  async #points(): Promise<void> {
    const { incoming, matches } = this.#plan
    const chosen = this.#each('point', this.#file.points, incoming.points, matches.points)
    const { points } = await readDefinitions(this.#db)
    const here = new Map(points.map(({ id, info }) => [id, info]))
    const rowOf = ({ item }: (typeof chosen)[number]) => {
      const { id: _, create_time: __, point_typeId, table_id, info, ...plain } = item
      return {
        ...plain,
        table_id: this.#orNull(table_id),
        point_type_id: this.#orNull(point_typeId),
        // Checked and retired it stays here, whatever it is elsewhere.
        info: JSON.stringify({ ...info, ...standingOf(here.get(item.id) ?? {}) }),
      }
    }
    for (const one of chosen.filter(({ isNew }) => isNew)) {
      const values = { ...rowOf(one), create_time: this.#now }
      this.#given.set(one.item.id, await this.#writes.add('point', values))
    }
    // Formulas may refer to later points of the file, so they are written once all points have ids.
    for (const one of chosen) {
      const { item, isNew } = one
      const name_sql = exchangeFormulaIds(item, this.#id)
      if (isNew && name_sql === item.name_sql) continue
      const id = this.#id(item.id)
      // The formula of a new point is not a change worth recording in the history.
      if (isNew) await this.#db.updateTable('point').set({ name_sql }).where('id', '=', id).execute()
      else await this.#writes.change('point', id, { ...rowOf(one), name_sql })
    }
  }

  async #views(folders: readonly { id: number; path: string[] }[]): Promise<void> {
    const paths = new Map(folders.map(({ id, path }) => [JSON.stringify(path), id]))
    // The file's definitions are written by now, so the history can use their names.
    const names = namesIn(await readDefinitions(this.#db))
    for (const [at, view] of this.#plan.incoming.views.entries()) {
      const here = this.#plan.views[at] ?? null
      let viewId = here?.id ?? null
      if (viewId === null && this.#chosen.has(keyOf('view', at))) {
        const typeId = await this.#folder(paths, view.folder)
        viewId = await this.#tree.addView(view.name, typeId)
      }
      if (viewId === null) continue
      for (const [index, report] of view.reports.entries()) {
        if (!this.#chosen.has(keyOf('report', `${at}.${index}`))) continue
        const found = here?.reports.find(({ reportName }) => reportName === report.reportName)
        const info = exchangeIds(report.info, { dim: this.#id, point: this.#id })
        if (found) await this.#tree.changeReport(found.id, { ...report, info }, names)
        else await this.#tree.addReport(viewId, { ...report, info })
      }
    }
  }

  async #folder(paths: Map<string, number>, path: readonly string[]): Promise<number | null> {
    let above: number | null = null
    for (const depth of path.keys()) {
      const part = path.slice(0, depth + 1)
      const key = JSON.stringify(part)
      const known = paths.get(key)
      if (known === undefined) {
        above = await this.#tree.addFolder(part.at(-1) ?? '', above)
        paths.set(key, above)
      } else above = known
    }
    return above
  }
}
