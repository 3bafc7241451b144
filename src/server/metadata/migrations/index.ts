// The migrations from before each table declared its own. They are released and never change.
import type { Kysely } from 'kysely'
import type { Database } from '../schema.ts'
import { firstTables } from './0001-first-tables.ts'
import { sqlTables } from './0002-sql-workspace.ts'
import { temporaryGames } from './0003-temporary-games.ts'
import { reportTables } from './0004-reports.ts'
import { reportEditors } from './0005-report-editors.ts'

export interface Migration {
  name: string
  up(db: Kysely<Database>, dialect: 'sqlite' | 'postgres'): Promise<void>
}

export const earlierMigrations: Migration[] = [
  { name: '0001-first-tables', up: firstTables },
  { name: '0002-sql-workspace', up: sqlTables },
  { name: '0003-temporary-games', up: temporaryGames },
  { name: '0004-reports', up: reportTables },
  { name: '0005-report-editors', up: reportEditors },
]
