// The audience of a task: its size, and the next people. Read in the order of ids, so that a run can continue
// from its position whatever has changed meanwhile.

import type { Deps } from '#server/deps.ts'
import type { Caller } from '#server/objects/types.ts'
import { WarehouseStatement } from '#server/warehouse/statement.ts'
import { AppError } from '#shared/errors.ts'
import type { GameServer } from '#features/push/contract.ts'
import { placeOf } from './places.ts'
import { segmentWhere } from './segments.ts'

type Stores = Pick<Deps, 'warehouse' | 'settings' | 'metadata'>

interface Audience {
  cgi: string
  /** All servers when empty. */
  servers: readonly string[]
  segment: string
  /** The user whose access to the segment is checked. */
  reader: Caller
  /** Business day from which the segment's days count. */
  today: string
}

/** Longer texts are no ids. */
const longestId = 200
const mostServers = 5_000

async function playersOf(deps: Stores, { cgi, servers, segment, reader, today }: Audience) {
  const { place, problem } = placeOf(deps, 'players')
  if (place === null) throw new AppError('parameter_wrong', problem)
  const statement = new WarehouseStatement(deps.warehouse)
  const parts = [`p.${place.game} = ${statement.bind(cgi, 'text')}`, `p.${place.player} IS NOT NULL`]
  if (servers.length > 0) parts.push(statement.among(statement.text(`p.${place.server}`), servers))
  const where = await segmentWhere(deps, reader, segment, { statement, cgi, today })
  if (where) parts.push(where)
  const player = statement.text(`p.${place.player}`)
  const people = `SELECT DISTINCT ${player} AS player FROM ${place.table} AS p WHERE ${parts.join(' AND ')}`
  return { people, statement }
}

async function column(
  { warehouse }: Stores,
  sql: string,
  { params }: WarehouseStatement,
  limit: number,
  signal?: AbortSignal,
): Promise<unknown[][]> {
  const { chunks } = await warehouse.run({ sql, params, pool: 'report', limit, ...(signal && { signal }) })
  const columns: unknown[][] = []
  for (const chunk of chunks) {
    for (const [at, cells] of chunk.columns.entries()) {
      columns[at] ??= []
      columns[at].push(...(JSON.parse(cells) as unknown[]))
    }
  }
  return columns
}

export async function countPeople(deps: Stores, audience: Audience, signal?: AbortSignal): Promise<number> {
  const { people, statement } = await playersOf(deps, audience)
  const sql = `SELECT count(*) AS n FROM (${people}) AS t`
  const [counts = []] = await column(deps, sql, statement, 1, signal)
  return Number(counts[0] ?? 0)
}

/** People after `reached`, in the order of their ids as texts. */
export async function nextPeople(
  deps: Stores,
  audience: Audience,
  reached: string,
  most: number,
  signal?: AbortSignal,
): Promise<string[]> {
  const { people, statement } = await playersOf(deps, audience)
  const after = statement.bind(reached, 'text')
  const sql = `SELECT player FROM (${people}) AS t WHERE player > ${after} AND length(player) <= ${longestId} ORDER BY player LIMIT ${most}`
  const [players = []] = await column(deps, sql, statement, most, signal)
  return players.map(String)
}

/** From the warehouse's server dimension; empty where it has none. */
export async function serversOf(deps: Stores, cgi: string, signal?: AbortSignal): Promise<GameServer[]> {
  const { place } = placeOf(deps, 'servers')
  if (place === null) return []
  const statement = new WarehouseStatement(deps.warehouse)
  const sql = `SELECT DISTINCT ${statement.text(place.id)} AS id, ${statement.text(place.name)} AS name
    FROM ${place.table} WHERE ${place.game} = ${statement.bind(cgi, 'text')} AND ${place.id} IS NOT NULL
    ORDER BY id LIMIT ${mostServers}`
  const [ids = [], names = []] = await column(deps, sql, statement, mostServers, signal)
  return ids.map((id, at) => ({ id: String(id), name: String(names[at] ?? id) }))
}

export async function cleanServers(
  deps: Stores,
  cgi: string,
  ids: readonly string[],
  signal?: AbortSignal,
): Promise<string[]> {
  if (ids.length === 0) return []
  const known = new Set((await serversOf(deps, cgi, signal)).map(({ id }) => id))
  const foreign = ids.find((id) => !known.has(id))
  if (foreign !== undefined)
    throw new AppError('parameter_wrong', `这个应用没有区服「${foreign.slice(0, 40)}」，请从列表中选择`)
  return [...new Set(ids)].sort()
}
