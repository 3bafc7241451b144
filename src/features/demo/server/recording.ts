// Notes the key of every row that is inserted, whoever inserts it: what is made is known exactly, even while others add
// rows of their own.
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
    // The makers ask for their ids, or for all columns; where they ask for nothing the key is asked for.
    if (node.returning) return node
    const selections = key.map((name) => SelectionNode.create(ReferenceNode.create(ColumnNode.create(name))))
    return { ...node, returning: ReturningNode.create(selections) }
  }

  async transformResult({ result, queryId }: PluginTransformResultArgs): Promise<QueryResult<UnknownRow>> {
    const table = this.#asked.get(queryId)
    // A name is its object's: it may be free again, and another's, before the object goes.
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
