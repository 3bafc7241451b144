// A table of the metadata store, declared once: its columns determine the row's type, the DDL for both
// stores, and the order of backup and restore; the declaration also says how a backup treats the rows.

import type { Generated, Kysely, Selectable } from 'kysely'
import type { AgingRecords } from '../installation.ts'
import type { Seen } from '../scopes/seen.ts'
import type { Sealing } from '../sealed.ts'

export type Dialect = 'sqlite' | 'postgres'
type OnDelete = 'restrict' | 'cascade' | 'set null' | 'no action'

export interface ColumnShape {
  /** `counted`: a number assigned by the store; `big`: beyond 2^31. */
  kind: 'counted' | 'text' | 'whole' | 'big' | 'real'
  nullable: boolean
  /** The table whose key the column holds. */
  refersTo?: { table: string; onDelete: OnDelete }
  /** The migration that added the column; existing rows get the value. */
  since?: { migration: string; value?: string | number }
  /** The texts are encrypted (sealed.ts); empty texts are not. */
  sealed?: Sealing
}

export class Column<Type> {
  declare readonly type: Type
  readonly shape: ColumnShape

  constructor(shape: ColumnShape) {
    this.shape = shape
  }

  nullable(): Column<Type | null> {
    return new Column({ ...this.shape, nullable: true })
  }

  refersTo(table: string, onDelete: OnDelete = 'restrict'): Column<Type> {
    return new Column({ ...this.shape, refersTo: { table, onDelete } })
  }

  sealed(sealing: Sealing): Column<Type> {
    return new Column({ ...this.shape, sealed: sealing })
  }

  /** New rows may omit the column when `since` gives the store a default. */
  optional(): Column<Generated<Type>> {
    return new Column(this.shape)
  }

  /** The column was added later. Without a value it must be nullable. */
  since(migration: string, value?: string | number): Column<Type> {
    return new Column({ ...this.shape, since: { migration, value } })
  }
}

const column = <Type>(kind: ColumnShape['kind']) => new Column<Type>({ kind, nullable: false })

export const counted = () => column<Generated<number>>('counted')
export const text = <Text extends string = string>() => column<Text>('text')
export const whole = () => column<number>('whole')
export const big = () => column<number>('big')
export const real = () => column<number>('real')

type Columns = Record<string, Column<unknown>>
type RowOfColumns<Given extends Columns> = { [Name in keyof Given]: Given[Name]['type'] }

/** All reasons for which a backup may go without a table. What people make and keep has none of them. */
export type LeftOutReason =
  /** A restore must not bring back what was ended or used up. */
  | 'ended'
  /** Its rows count for minutes. */
  | 'minutes'
  /** Its rows describe files that expire and are in no backup. */
  | 'expires'
  /** A restore must not do again what was done after the backup. */
  | 'done'
  /** Its rows describe running servers, and none outlives a restore. */
  | 'running'

/** `rows`: unchanged rows; a function: transformed rows; or none, with a reason. */
type Backup<Row> = 'rows' | { rows(row: Selectable<Row>): Selectable<Row> } | { leftOut: LeftOutReason }

interface Index<Name extends string = string> {
  columns: Name[]
  unique?: true
  /** SQL of the rows that it holds, `read_at is null`; all when absent. */
  where?: string
}

/**
 * A change that no column declaration expresses: moving data, dropping a column. Sees the tables as of that
 * migration.
 */
export type Change = (db: Kysely<unknown>, dialect: Dialect) => Promise<void>

/** Rows that are deleted when they are old. */
export interface Aging<Column extends string = string> {
  /** The setting that holds the number of days. */
  as: AgingRecords
  /** Days when the setting is absent; 0 keeps rows for ever. */
  usualDays: number
  /** Column with the time, ISO; an index orders by it. */
  by: Column
  /** SQL condition of the rows that may be deleted; all rows when absent. */
  over?: string
}

interface Declaration<Name extends string, Given extends Columns> {
  name: Name
  /**
   * The migration that creates the table, number and words: `0006-black-list`. Several tables may share one.
   */
  made: string
  columns: Given
  key: (keyof Given & string) | (keyof Given & string)[]
  indexes?: Index<keyof Given & string>[]
  /** By migration name. */
  changes?: Record<string, Change>
  backup: Backup<RowOfColumns<Given>>
  aging?: Aging<keyof Given & string>
  /** Who sees a row, where that is not asked of another table: what it belongs to, or whoever may call what reads it. */
  seen?: Seen<keyof Given & string>
}

export interface Table<Name extends string = string, Row = unknown> {
  name: Name
  made: string
  columns: Record<string, ColumnShape>
  key: string[]
  indexes: Index[]
  changes: Record<string, Change>
  backup: Backup<Row>
  aging?: Aging
  seen?: Seen
  /** The row's type, for the compiler only. */
  row?: Row
}

export type ScopedTable<Name extends string = string, Row = unknown> = Table<Name, Row> & { seen: Seen }

export function defineTable<Name extends string, Given extends Columns>(
  declaration: Declaration<Name, Given> & { seen: Seen<keyof Given & string> },
): ScopedTable<Name, RowOfColumns<Given>>
export function defineTable<Name extends string, Given extends Columns>(
  declaration: Declaration<Name, Given>,
): Table<Name, RowOfColumns<Given>>
export function defineTable<Name extends string, Given extends Columns>(
  declaration: Declaration<Name, Given>,
): Table<Name, RowOfColumns<Given>> {
  const { key, columns, indexes = [], changes = {} } = declaration
  return {
    ...declaration,
    columns: Object.fromEntries(Object.entries(columns).map(([name, { shape }]) => [name, shape])),
    key: typeof key === 'string' ? [key] : key,
    indexes,
    changes,
  }
}

export type RowOf<Declared> = Declared extends Table<string, infer Row> ? Row : never

/** The entries of `Database` for these tables. */
export type RowsOf<Tables extends readonly Table[]> = {
  [Declared in Tables[number] as Declared['name']]: RowOf<Declared>
}

/** Columns that refer to another row of the same table. */
export const selfReferences = ({ name, columns }: Table): string[] =>
  Object.keys(columns).filter((column) => columns[column]?.refersTo?.table === name)

/** The tables in an order in which no table refers to a later one. */
export function byReference(tables: readonly Table[]): Table[] {
  const known = new Map(tables.map((table) => [table.name, table]))
  const placed = new Set<Table>()
  const place = (table: Table, path: string[]): void => {
    if (placed.has(table)) return
    if (path.includes(table.name))
      throw new Error(`tables refer to each other: ${[...path, table.name].join(' → ')}`)
    for (const { refersTo } of Object.values(table.columns)) {
      if (!refersTo || refersTo.table === table.name) continue
      const target = known.get(refersTo.table)
      if (!target) throw new Error(`${table.name} refers to ${refersTo.table}, which is not declared`)
      place(target, [...path, table.name])
    }
    placed.add(table)
  }
  for (const table of tables) place(table, [])
  return [...placed]
}
