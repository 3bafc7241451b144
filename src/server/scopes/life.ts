// Whether a row is deleted, said here alone: what is deleted stays for a while, and is in no list, name or sum meanwhile.
import { type Expression, type SqlBool, sql } from 'kysely'
import type { Database } from '../metadata/schema.ts'

export interface Mortal {
  deleted_at: string | null
}

/** Tables whose rows can be deleted and brought back. */
type MortalTable = {
  [Name in keyof Database]: 'deleted_at' extends keyof Database[Name] ? Name : never
}[keyof Database]

/** Holds when the row was deleted. */
export const lifeColumn = 'deleted_at'

export const isMortal = ({ columns }: { columns: object }): boolean => lifeColumn in columns

/** A condition of statements that name the table, or call it `as`. */
export const living = (table: MortalTable, as: string = table): Expression<SqlBool> => livingIn(as)

export const livingIn = (named: string): Expression<SqlBool> =>
  sql<SqlBool>`${sql.ref(`${named}.${lifeColumn}`)} is null`

export const deletedIn = (named: string): Expression<SqlBool> =>
  sql<SqlBool>`${sql.ref(`${named}.${lifeColumn}`)} is not null`

export const deletedBefore = (named: string, at: string): Expression<SqlBool> =>
  sql<SqlBool>`${sql.ref(`${named}.${lifeColumn}`)} < ${at}`

/** For statements that are texts. */
export const livingText = (as: string): string => `${as}.${lifeColumn} is null`

/** What a row is written with; null: it lives. */
export const deletedAt = (at: string | null): Mortal => ({ [lifeColumn]: at })

export const isAlive = (row: Mortal): boolean => row[lifeColumn] === null
