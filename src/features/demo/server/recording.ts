// Records the key of every inserted row, so that the demo's rows are known exactly even while others insert rows of
// their own.
import {
  ColumnNode,
  type KyselyPlugin,
  type PluginTransformQueryArgs,
  type PluginTransformResultArgs,
  type QueryResult,
  ReferenceNode,
  ReturningNode,
  SelectionNode,
  type UnknownRow,
} from 'kysely'
import type { Table } from '#server/metadata/table.ts'

export interface MadeRow {
  table: string
  key: (string | number)[]
}

export class Recorder implements KyselyPlugin {
  readonly rows: MadeRow[] = []
  readonly #keys: ReadonlyMap<string, readonly string[]>
  readonly #asked = new WeakMap<PluginTransformQueryArgs['queryId'], string>()

  constructor(tables: readonly Table[]) {
    this.#keys = new Map(tables.map(({ name, key }) => [name, key]))
  }

  transformQuery({ node, queryId }: PluginTransformQueryArgs) {
    if (node.kind !== 'InsertQueryNode') return node
    const table = node.into?.table.identifier.name ?? ''
    const key = this.#keys.get(table)
    if (!key) throw new Error(`${table} is not declared`)
    this.#asked.set(queryId, table)
    // Inserts that return nothing are made to return the key; the others already return ids or all columns.
    if (node.returning) return node
    const selections = key.map((name) => SelectionNode.create(ReferenceNode.create(ColumnNode.create(name))))
    return { ...node, returning: ReturningNode.create(selections) }
  }

  async transformResult({ result, queryId }: PluginTransformResultArgs): Promise<QueryResult<UnknownRow>> {
    const table = this.#asked.get(queryId)
    // Names are not recorded: a name may be freed, and taken by another object, before its own object is removed.
    if (table === undefined || table === 'object_name') return result
    for (const row of result.rows) {
      const key = (this.#keys.get(table) ?? []).map((name) => row[name])
      if (!key.every((part) => typeof part === 'string' || typeof part === 'number'))
        throw new Error(`a row of ${table} came without its key`)
      this.rows.push({ table, key })
    }
    return result
  }
}
