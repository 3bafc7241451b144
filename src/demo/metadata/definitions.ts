// The passive part of the demo: dictionaries, definitions, views, queries, custom reports, calendar notes. An
// installation that adds the demo later gets only this part.
import type { Kysely } from 'kysely'
import type { Database } from '#server/metadata/schema.ts'
import { makeCalendarNotes } from './calendarNotes.ts'
import { makeCustomReports } from './customReports.ts'
import { type DemoServer, type DictionaryName, makeDictionaries } from './dictionaries.ts'
import { makeDimensions } from './dimensions.ts'
import type { UserIds } from './people.ts'
import { makePoints } from './points.ts'
import { makeQueries } from './queries.ts'
import { type DefinitionIds, makeReports } from './reports.ts'
import { makeTables, type Naming } from './tables.ts'

interface DemoPlace {
  users: UserIds
  servers: readonly DemoServer[]
  /** The first of the demo's days. */
  firstDay: string
  now: string
  /** Dictionaries to leave out, because the installation has its own. */
  without?: readonly DictionaryName[]
  /** Names of tables and categories. */
  named?: Naming
  /** Whether notes for all games are created, too. */
  forAllGames?: boolean
}

export async function makeDefinitions(db: Kysely<Database>, place: DemoPlace): Promise<DefinitionIds> {
  const { users, servers, firstDay, now, without = [], forAllGames = true, named } = place
  const dictionaries = await makeDictionaries(db, servers, without)
  const tables = await makeTables(db, now, named)
  await makeQueries(db, users, dictionaries)
  await makeCustomReports(db, users, dictionaries, now)
  const dimensions = await makeDimensions(db, tables, dictionaries, now)
  const points = await makePoints(db, tables, now)
  await makeCalendarNotes(db, users, { firstDay, createdAt: now, forAllGames })
  await makeReports({ db, users, ids: { dimensions, points }, modifiedAt: now })
  return { dimensions, points }
}
