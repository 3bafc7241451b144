// A table of the metadata store, declared once: from its columns follow the row's type, the statements that make it
// on both stores and the order of backup and restore; beside them stands what becomes of its rows in a backup.

import type { Generated, Kysely, Selectable } from 'kysely'
import type { AgingRecords } from '../installation.ts'
import type { Seen } from '../scopes/seen.ts'
import type { Sealing } from '../sealed.ts'

export type Dialect = 'sqlite' | 'postgres'
export type OnDelete = 'restrict' | 'cascade' | 'set null' | 'no action'

export interface ColumnShape {
  /** `counted` is a number that the store gives; `big` goes beyond 2^31. */
  kind: 'counted' | 'text' | 'whole' | 'big' | 'real'
  nullable: boolean
  /** Table whose key it holds. */
  refersTo?: { table: string; onDelete: OnDelete }
  /** Migration that added it to the table; rows that were there get the value. */
  since?: { migration: string; value?: string | number }
  /** Its texts are encrypted (sealed.ts); empty ones are none. */
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

  /** Whoever adds a row may leave it out where the store knows a value: that of `since`. */
  optional(): Column<Generated<Type>> {
    return new Column(this.shape)
  }

  /** Added later. Without a value it must be nullable. */
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

/** `rows` as they stand; rows as the function gives them; or none, for a reason. */
export type Backup<Row> =
  | 'rows'
  | { rows(row: Selectable<Row>): Selectable<Row> }
  | { leftOut: LeftOutReason }

export interface Index<Name extends string = string> {
  columns: Name[]
  unique?: true
  /** SQL of the rows that it holds, `read_at is null`; all when absent. */
  where?: string
}

/** What no column says: moving data, dropping a column. Sees the tables as they are in that migration. */
export type Change = (db: Kysely<unknown>, dialect: Dialect) => Promise<void>

/** Rows that are given up when they are old. */
export interface Aging<Column extends string = string> {
  /** Under which the installation sets the days. */
  as: AgingRecords
  /** Where it sets none; 0 for ever. */
  usualDays: number
  /** Column of the moment, ISO; an index leads to the oldest. */
  by: Column
  /** SQL of the rows that may go; all when absent. */
  over?: string
}

interface Declaration<Name extends string, Given extends Columns> {
  name: Name
  /** Migration that makes it, its number and words: `0006-black-list`. Several tables may come with one. */
  made: string
  columns: Given
  key: (keyof Given & string) | (keyof Given & string)[]
  indexes?: Index<keyof Given & string>[]
  /** By the name of their migration. */
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
  /** The row's type, for the compiler alone. */
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

/** What `Database` holds of these tables. */
export type RowsOf<Tables extends readonly Table[]> = {
  [Declared in Tables[number] as Declared['name']]: RowOf<Declared>
}

/** Columns by which a row stands under another of its own table. */
export const selfReferences = ({ name, columns }: Table): string[] =>
  Object.keys(columns).filter((column) => columns[column]?.refersTo?.table === name)

/** The tables in an order in which none refers to what comes later. */
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
