// The parsed form of a statement: scopes, their sources, and their columns.
import type { SqlColumn, SqlTable, SqlTemporaryTable } from '../types.ts'

/** A column as a scope knows it. */
export interface ScopeColumn extends SqlColumn {
  /** The column's table, if known. */
  table?: string
}

type SourceKind = 'table' | 'temporary' | 'cte' | 'subquery' | 'function' | 'unknown'

export interface Source {
  kind: SourceKind
  /** Name as written; empty for a subquery. */
  name: string
  /** The qualifier of its columns; null where there is none. */
  alias: string | null
  table?: SqlTable | SqlTemporaryTable
  cte?: Cte
  /** For a subquery, the query in its brackets. */
  query?: Scope
  /** Index of the word with the table's or function's name; -1 for a subquery. */
  nameAt: number
  /** Index of the alias; -1 where there is none. */
  aliasAt: number
  columns: () => readonly ScopeColumn[]
  /** Columns that a join merged into those of earlier sources. */
  merged: readonly string[]
}

export interface Cte {
  name: string
  /** Index of the word with its name. */
  at: number
  /** Column names listed after its name. */
  renamed: readonly string[]
  query?: Scope
  columns: () => readonly ScopeColumn[]
}

export type ClauseKind =
  | 'select'
  | 'from'
  | 'where'
  | 'group'
  | 'having'
  | 'qualify'
  | 'window'
  | 'order'
  | 'limit'
  | 'values'
  /** Behind ON or USING of a PIVOT. */
  | 'pivot'

export interface Clause {
  kind: ClauseKind
  /** Words after the keyword, up to the next clause's. */
  start: number
  end: number
}

/** The range of a join's condition in a FROM. */
export interface JoinCondition {
  kind: 'on' | 'using'
  start: number
  end: number
  /** Index in `sources` of the first one that the join adds. */
  right: number
}

export interface Scope {
  start: number
  end: number
  parent: Scope | null
  clauses: Clause[]
  sources: Source[]
  joins: JoinCondition[]
  /** Queries of WITH visible here, inner ones first. */
  ctes: readonly Cte[]
  children: Scope[]
  /** The query's output columns. */
  output: () => readonly ScopeColumn[]
}
