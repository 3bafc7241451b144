// The part of the demo that is looked at and does nothing by itself: dictionaries, definitions, views, queries, custom
// reports, notes on dates. An installation that asks for the demo later gets this and no more.
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

export interface DemoPlace {
  users: UserIds
  servers: readonly DemoServer[]
  /** The first of the demo's days. */
  firstDay: string
  now: string
  /** Dictionaries that are the installation's own affair. */
  without?: readonly DictionaryName[]
  /** Of tables and categories. */
  named?: Naming
  /** Whether notes that concern all games are made, too. */
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
