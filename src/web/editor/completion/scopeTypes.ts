// What a statement is read into: scopes, what they read from, and its columns.
import type { SqlColumn, SqlTable, SqlTemporaryTable } from '../types.ts'

/** A column as a scope knows it. */
export interface ScopeColumn extends SqlColumn {
  /** Table that it comes from, where that is known. */
  table?: string
}

export type SourceKind = 'table' | 'temporary' | 'cte' | 'subquery' | 'function' | 'unknown'

export interface Source {
  kind: SourceKind
  /** Name as it is written; empty for a subquery. */
  name: string
  /** Name under which its columns are called; null where it has none. */
  alias: string | null
  table?: SqlTable | SqlTemporaryTable
  cte?: Cte
  /** Of a subquery, what is in its brackets. */
  query?: Scope
  /** The word that names the table or function; -1 for a subquery. */
  nameAt: number
  /** The word that is its alias; -1 where none is written. */
  aliasAt: number
  columns: () => readonly ScopeColumn[]
  /** Columns that a join merged into those of the sources before. */
  merged: readonly string[]
}

export interface Cte {
  name: string
  /** The word that names it. */
  at: number
  /** Columns named behind its name. */
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

export interface Clause {
  kind: ClauseKind
  /** Words behind the keyword, and up to the next one's. */
  start: number
  end: number
}

/** A region of a FROM: the condition of a join. */
export interface JoinCondition {
  kind: 'on' | 'using'
  start: number
  end: number
  /** Index in `sources` of the first that the join adds. */
  right: number
}

export interface Scope {
  start: number
  end: number
  parent: Scope | null
  clauses: Clause[]
  sources: Source[]
  joins: JoinCondition[]
  /** All that a FROM here may name, inner ones first. */
  ctes: readonly Cte[]
  children: Scope[]
  /** What comes out of it. */
  output: () => readonly ScopeColumn[]
}
