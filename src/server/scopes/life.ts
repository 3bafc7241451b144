// Whether a row is deleted, said here alone: what is deleted stays for a while, and is in no list, name or sum meanwhile.
import { type Expression, type SqlBool, sql } from 'kysely'
import type { Database } from '../metadata/schema.ts'

interface Mortal {
  deleted_at: string | null
}

/** Tables whose rows can be deleted and brought back. */
export type MortalTable = {
  [Name in keyof Database]: 'deleted_at' extends keyof Database[Name] ? Name : never
}[keyof Database]

const moment = 'deleted_at'

export const isMortal = ({ columns }: { columns: object }): boolean => moment in columns

/** A condition of statements that name the table, or call it `as`. */
export const living = (table: MortalTable, as: string = table): Expression<SqlBool> => livingIn(as)

export const livingIn = (named: string): Expression<SqlBool> =>
  sql<SqlBool>`${sql.ref(`${named}.${moment}`)} is null`

export const deletedIn = (named: string): Expression<SqlBool> =>
  sql<SqlBool>`${sql.ref(`${named}.${moment}`)} is not null`

export const isAlive = (row: Mortal): boolean => row[moment] === null
