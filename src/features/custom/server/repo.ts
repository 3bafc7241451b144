// Reads custom reports from the metadata store, including deleted ones.
import type { Kysely } from 'kysely'
import type { Database } from '#server/metadata/schema.ts'
import { seenBy } from '#server/scopes/condition.ts'
import { isAlive } from '#server/scopes/life.ts'
import type { Reader } from '#server/scopes/seen.ts'
import type { CustomChart, CustomParameter } from '../contract.ts'
import { customReport } from './tables.ts'

type Db = Kysely<Database>

export interface StoredCustomReport {
  id: string
  ownerId: number
  owner: string
  name: string
  folder: string
  describe: string
  sql: string
  params: CustomParameter[]
  chart: CustomChart | null
  published: boolean
  grants: string
  revision: number
  row: object
  version: number
  modifiedAt: string
  deleted: boolean
}

const rows = (db: Db) =>
  db
    .selectFrom('custom_report')
    .innerJoin('user', 'user.id', 'custom_report.owner_id')
    .selectAll('custom_report')
    .select('user.username')

type Row = Awaited<ReturnType<ReturnType<typeof rows>['execute']>>[number]

const toReport = (row: Row): StoredCustomReport => ({
  id: row.id,
  ownerId: row.owner_id,
  owner: row.username,
  name: row.name,
  folder: row.folder,
  describe: row.describe,
  sql: row.sql,
  params: JSON.parse(row.params) as CustomParameter[],
  chart: JSON.parse(row.chart) as CustomChart | null,
  published: row.published === 1,
  grants: row.grants,
  revision: row.revision,
  row,
  version: row.version,
  modifiedAt: row.modified_at,
  deleted: !isAlive(row),
})

/** Published reports and the caller's own, by folder and name. */
export async function readSeen(db: Db, caller: Reader): Promise<StoredCustomReport[]> {
  const found = await rows(db)
    .where(seenBy(db, customReport, caller))
    .orderBy('folder')
    .orderBy('name')
    .execute()
  return found.map(toReport)
}

/** Includes deleted reports. */
export async function readCustomReport(db: Db, id: string): Promise<StoredCustomReport | undefined> {
  const row = await rows(db).where('custom_report.id', '=', id).executeTakeFirst()
  return row && toReport(row)
}
