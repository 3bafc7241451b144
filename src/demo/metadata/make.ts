// Creates the demo's metadata over the demo's warehouse: accounts, definitions, dictionaries, calendar notes,
// views, queries, custom reports, the four lists, alarms, subscriptions, segments. All or nothing; then the
// alarms' past records.

import type { Deps } from '#server/deps.ts'
import type { Warehouse } from '#server/warehouse/types.ts'
import { hashPassword } from '#features/session/server/index.ts'
import { makeAlarmPast, makeAlarms } from './alarms.ts'
import { makeDefinitions } from './definitions.ts'
import type { DemoServer } from './dictionaries.ts'
import { makeGameFlow, makeGameFlowPast } from './gameFlow.ts'
import { makeLists } from './lists.ts'
import { makeMfa } from './mfa.ts'
import { demoPassword, makePeople } from './people.ts'
import { makePushes } from './pushes.ts'
import { makeSegments } from './segments.ts'
import { makeSubscriptions } from './subscriptions.ts'
import { makeUserTags, readBestPayers } from './userTags.ts'

/** Does nothing where users already exist. */
export async function makeDemoMetadata(deps: Deps): Promise<void> {
  const { metadata, settings, warehouse } = deps
  const servers = await readServers(warehouse)
  const firstDay = await readFirstDay(warehouse)
  const payers = await readBestPayers(warehouse)
  const passwordHash = await hashPassword(demoPassword, settings.passwordCost)
  const isNew = await metadata.transaction(async (db) => {
    if (await db.selectFrom('user').select('id').limit(1).executeTakeFirst()) return false
    const now = new Date().toISOString()
    const users = await makePeople(db, passwordHash)
    const { dimensions, points } = await makeDefinitions(db, { users, servers, firstDay, now })
    await makeLists(db, users, { dimensions, points }, settings)
    await makeGameFlow(db, users, settings)
    await makePushes(db, users)
    await makeAlarms(db, users, { dimensions, points })
    await makeSubscriptions(db, users)
    await makeSegments(db, users, points)
    await makeUserTags(db, users, payers)
    await makeMfa(db, users, settings)
    return true
  })
  if (!isNew) return
  await makeAlarmPast(deps)
  await makeGameFlowPast(deps)
}

/** The demo's oldest game opened its first server on the first day. */
async function readFirstDay(warehouse: Warehouse): Promise<string> {
  const sql = 'SELECT CAST(min(open_date) AS VARCHAR) AS day FROM dim_server'
  const { chunks } = await warehouse.run({ sql, pool: 'report' })
  const [day] = JSON.parse(chunks[0]?.columns[0] ?? '[]') as (string | null)[]
  if (!day) throw new Error('the demo has no servers')
  return day
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
