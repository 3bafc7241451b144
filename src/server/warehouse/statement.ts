// Builds our own statements in the warehouse's dialect: names, texts and bound values. A bare `?` works in
// DuckDB only.
import type { SqlParameter } from '#semantic/model/types.ts'
import type { BoundType } from '#semantic/plan/tree/tree.ts'
import { clickhouse } from '#semantic/sql/clickhouse.ts'
import type { Dialect } from '#semantic/sql/dialect.ts'
import { duckdb } from '#semantic/sql/duckdb.ts'
import type { Warehouse } from './types.ts'

export class WarehouseStatement {
  /** In order of their placeholders. */
  readonly params: SqlParameter[] = []
  readonly dialect: Dialect

  constructor({ dialect }: Pick<Warehouse, 'dialect'>) {
    this.dialect = dialect === 'clickhouse' ? clickhouse : duckdb
  }

  name(column: string): string {
    return this.dialect.identifier(column)
  }

  /** A column or term cast to text; NULL stays NULL. */
  text(term: string): string {
    return this.dialect.cast(term, 'varchar', null)
  }

  bind(value: SqlParameter, type: BoundType): string {
    this.params.push(value)
    return this.dialect.parameter(this.params.length, type)
  }

  /** Whether a text is one of others. */
  among(term: string, values: readonly string[]): string {
    this.params.push([...values])
    return this.dialect.anyOf(term, this.params.length, 'text')
  }
}
