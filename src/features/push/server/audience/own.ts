// User-defined segments as audiences: those visible to the caller, each with its present players.

import { memberColumns, segmentKey, segmentOfKey } from '#semantic/model/segments.ts'
import type { Deps } from '#server/deps.ts'
import type { Dialect } from '#server/jobs/rows.ts'
import { sentGames } from '#server/objects/games.ts'
import type { Caller, Db } from '#server/objects/types.ts'
import type { WarehouseStatement } from '#server/warehouse/statement.ts'
import type { PushSegment } from '#features/push/contract.ts'
import { segmentAudiences } from '#features/segment/server/index.ts'
import { placeOf } from './places.ts'

type Stores = Pick<Deps, 'metadata' | 'warehouse' | 'settings'>

export async function listOwn(deps: Stores, caller: Caller): Promise<PushSegment[]> {
  const { readChoices } = await segmentAudiences()
  const { problem: noPlayers } = placeOf(deps, 'players')
  return (await readChoices(deps, caller)).map(({ id, name, note, games, day, members, problem }) => ({
    key: segmentKey(id),
    title: name,
    description: day === null ? note : `${day} 有 ${members.toLocaleString('en-US')} 人`,
    games: sentGames(games),
    problem: noPlayers || problem,
  }))
}

interface Scope {
  statement: WarehouseStatement
  cgi: string
  /** The player's id as text, as in lists. */
  player: string
}

/** Members of its newest list, with or without a game. Throws where the reader may no longer use it. */
export async function ownWhere(
  deps: Stores,
  reader: Caller,
  id: number,
  { statement, cgi, player }: Scope,
): Promise<string> {
  const { membersTable } = await segmentAudiences()
  const table = statement.name(await membersTable(deps, reader, id, cgi))
  const column = (name: keyof typeof memberColumns) => statement.name(memberColumns[name])
  const games = statement.among(column('game'), [cgi, ''])
  const now = `${column('until')} IS NULL AND ${games}`
  return `${player} IN (SELECT ${column('player')} FROM ${table} WHERE ${now})`
}

export const holdOwn = async (db: Db, dialect: Dialect, id: number): Promise<string> =>
  (await segmentAudiences()).holdSegment(db, dialect, id)

/** By key; deleted ones by the name noted when a task chose them. */
export async function ownTitles(
  db: Db,
  keys: readonly string[],
  noted: ReadonlyMap<string, string>,
): Promise<Map<string, string>> {
  const ids = new Map(keys.flatMap((key) => [[key, segmentOfKey(key)] as const]))
  const { segmentNames } = await segmentAudiences()
  const names = await segmentNames(
    db,
    [...ids.values()].filter((id) => id !== null),
  )
  return new Map(
    [...ids].flatMap(([key, id]) => {
      if (id === null) return []
      const { name = noted.get(key) || '人群', isDeleted = true } = names.get(id) ?? {}
      return [[key, isDeleted ? `${name}（已删除）` : name]]
    }),
  )
}
