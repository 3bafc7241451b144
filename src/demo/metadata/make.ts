// Makes the demo's metadata over the demo's warehouse: people, definitions, dictionaries, views, queries. All or nothing.
import type { Metadata } from '../../server/metadata/open.ts'
import type { Warehouse } from '../../server/warehouse/types.ts'
import { type DemoServer, makeDictionaries } from './dictionaries.ts'
import { makeDimensions } from './dimensions.ts'
import { makePeople } from './people.ts'
import { makePoints } from './points.ts'
import { makeQueries } from './queries.ts'
import { makeReports } from './reports.ts'
import { makeTables } from './tables.ts'

export interface DemoMetadataOptions {
  metadata: Metadata
  warehouse: Warehouse
}

/** Does nothing where there are users already. */
export async function makeDemoMetadata({ metadata, warehouse }: DemoMetadataOptions): Promise<void> {
  const servers = await readServers(warehouse)
  await metadata.transaction(async (db) => {
    if (await db.selectFrom('user').select('id').limit(1).executeTakeFirst()) return
    const now = new Date().toISOString()
    const users = await makePeople(db)
    const dictionaries = await makeDictionaries(db, servers)
    const tables = await makeTables(db, now)
    await makeQueries(db, users, dictionaries)
    const dimensions = await makeDimensions(db, tables, dictionaries, now)
    const points = await makePoints(db, tables, now)
    await makeReports({ db, users, ids: { dimensions, points }, modifiedAt: now })
  })
}

async function readServers(warehouse: Warehouse): Promise<DemoServer[]> {
  const { chunks } = await warehouse.run({
    sql: 'SELECT CAST(server_id AS VARCHAR) AS id, server_name, cgi FROM dim_server ORDER BY server_id',
    pool: 'report',
  })
  return chunks.flatMap((chunk) => {
    const [ids = [], names = [], games = []] = chunk.columns.map((text) => JSON.parse(text) as string[])
    return ids.map((id, row) => ({ id, name: names[row] ?? '', cgi: games[row] ?? '' }))
  })
}
