// Which points and dimensions are based on which physical columns, from the report model.

import { parseExpression } from '#semantic/model/expression/parse.ts'
import { namesIn } from '#semantic/model/expression/tree.ts'
import { ReportProblem } from '#semantic/model/problem.ts'
import type { Dimension, Model, PhysicalTable, PointTable } from '#semantic/model/types.ts'
import type { CatalogTable } from '#features/code/contract.ts'

interface ColumnUse {
  points: string[]
  dimensions: string[]
  dictId: number | null
}

export interface TableUses {
  kind: CatalogTable['kind']
  /** By physical column name; unused columns are absent. */
  columns: Map<string, ColumnUse>
}

/** By physical table name. */
export function columnUses(model: Model): Map<string, TableUses> {
  return new Uses(model).all
}

class Uses {
  readonly all = new Map<string, TableUses>()
  readonly #model: Model
  readonly #physical: Map<string, PhysicalTable>

  constructor(model: Model) {
    this.#model = model
    this.#physical = new Map(model.tables.map((table) => [table.name.toLowerCase(), table]))
    for (const { table_truename } of model.dimensionTables) this.#setKind(table_truename, 'dimension')
    for (const { table_truename } of model.pointTables) this.#setKind(table_truename, 'fact')
    this.#addPoints()
    for (const dimension of model.dimensions) this.#addDimension(dimension)
    this.#addJoinedDictionaries()
  }

  #setKind(name: string, kind: TableUses['kind']): void {
    const table = this.#physical.get(name.toLowerCase())
    if (table) this.all.set(table.name, { kind, columns: this.all.get(table.name)?.columns ?? new Map() })
  }

  #addPoints(): void {
    const tables = new Map(this.#model.pointTables.map((table) => [table.id, table]))
    for (const { name, table_id, name_sql, event_filter, filter, info } of this.#model.points) {
      const table = table_id === null ? undefined : tables.get(table_id)
      if (!table) continue
      for (const text of [name_sql, event_filter, filter, info.per ?? '']) {
        for (const use of this.#usesOf(table.table_truename, columnsIn(text).names)) add(use.points, name)
      }
    }
  }

  #addDimension(dimension: Dimension): void {
    const { name, table_id, table_truename, info } = dimension
    const { names, isBare } = columnsIn(info.expression ?? '')
    const tables = table_truename
      ? [table_truename]
      : this.#model.pointTables.map((table) => table.table_truename)
    for (const table of new Set(tables)) {
      const made = this.#usesOf(table, names)
      // An expression that any fact may have belongs only to facts with all of its columns.
      if (made.length < names.length) continue
      for (const use of made) {
        add(use.dimensions, name)
        if (isBare && info.dictId !== undefined) use.dictId ??= info.dictId
      }
      if (info.labelColumn) {
        for (const use of this.#usesOf(table, [info.labelColumn.toLowerCase()])) add(use.dimensions, name)
      }
    }
    if (table_id === null && names.length === 0) this.#addBuiltIn(dimension)
  }

  /** The built-in date, time and game dimensions use columns that each fact names. */
  #addBuiltIn({ name, types, info }: Dimension): void {
    const columnOf = (table: PointTable): string | null => {
      if (types === 'game') return table.game_column
      if (types === 'date') return table.date_column ?? table.time_column
      return types === 'time' ? table.time_column : null
    }
    for (const table of this.#model.pointTables) {
      const column = columnOf(table)
      if (column === null) continue
      for (const use of this.#usesOf(table.table_truename, [column.toLowerCase()])) {
        add(use.dimensions, name)
        // A game's code has its name in the dictionary of games.
        if (types === 'game' && info.dictId !== undefined) use.dictId ??= info.dictId
      }
    }
  }

  /** A column that references a dimension table holds that table's key values. */
  #addJoinedDictionaries(): void {
    const dimensionTables = new Map(this.#model.dimensionTables.map((table) => [table.id, table]))
    for (const { table_truename, joins = [] } of [
      ...this.#model.dimensionTables,
      ...this.#model.pointTables,
    ]) {
      for (const { dimTableId, column } of joins) {
        const target = dimensionTables.get(dimTableId)
        if (!target) continue
        const [key] = this.#usesOf(target.table_truename, [target.key_column.toLowerCase()])
        const [use] = this.#usesOf(table_truename, [column.toLowerCase()])
        if (use && key) use.dictId ??= key.dictId
      }
    }
  }

  /** Uses of the table's columns with one of these names (in lower case). */
  #usesOf(tableName: string, names: string[]): ColumnUse[] {
    const table = this.#physical.get(tableName.toLowerCase())
    if (!table) return []
    const uses = this.all.get(table.name) ?? { kind: 'other', columns: new Map<string, ColumnUse>() }
    this.all.set(table.name, uses)
    return table.columns
      .filter(({ name }) => names.includes(name.toLowerCase()))
      .map(({ name }) => {
        const use = uses.columns.get(name) ?? { points: [], dimensions: [], dictId: null }
        uses.columns.set(name, use)
        return use
      })
  }
}

function add(list: string[], name: string): void {
  if (!list.includes(name)) list.push(name)
}

/** The column names in an expression, in lower case, each once; none where it can't be parsed. */
function columnsIn(text: string): { names: string[]; isBare: boolean } {
  if (text.trim() === '') return { names: [], isBare: false }
  try {
    const expression = parseExpression(text)
    const leaves = namesIn(expression).filter(({ kind }) => kind === 'column')
    const names = [...new Set(leaves.map(({ name }) => name.toLowerCase()))]
    return { names, isBare: expression.kind === 'column' }
  } catch (error) {
    if (error instanceof ReportProblem) return { names: [], isBare: false }
    throw error
  }
}
