// Finds the current members of a segment: by its rules in the warehouse, from the saved list, or by its
// SELECT in the sandbox. Members stay in memory as JSON array texts, as they arrive: a million members take
// about twenty megabytes that way.

import { ReportProblem } from '#semantic/compile.ts'
import type { GameScope, RowScope } from '#semantic/model/rowScope.ts'
import { breathe } from '#server/limits/breath.ts'
import { hasGame } from '#server/objects/games.ts'
import type { WarehouseColumn } from '#server/warehouse/types.ts'
import { AppError } from '#shared/errors.ts'
import { tablesInScope } from '#features/code/server/index.ts'
import { dictionaryTables } from '#features/dictionary/server/index.ts'
import type { Source } from '#features/segment/contract.ts'
import type { SegmentDeps } from '../deps.ts'
import { longestId } from '../list.ts'
import { compileRules, rulesOf } from './rules.ts'

interface MemberChunk {
  /** Two JSON array texts of equal length: the game and the player of each member. */
  games: string
  players: string
  count: number
}

export interface Gathered {
  chunks: MemberChunk[]
  /** Rows that belong to none of the games or have no player. */
  passedOver: number
}

interface Gathering extends RowScope {
  segment: number
  source: Source
  players: string[]
  /** The user whose turn in the SQL queue is used. */
  userId: number
  signal: AbortSignal
}

const mostMembers = 5_000_000
const timeoutMs = 10 * 60_000
const sqlTimeoutMs = 170_000

const tooMany = () =>
  new AppError('parameter_wrong', `人群最多 ${mostMembers.toLocaleString('en-US')} 个玩家，请缩小范围`)

export function gatherMembers(deps: SegmentDeps, gathering: Gathering): Promise<Gathered> {
  const { source } = gathering
  if (source.kind === 'rules') return byRules(deps, gathering, source)
  return source.kind === 'list' ? byList(deps, gathering) : bySql(deps, gathering, source.sql)
}

async function byRules(
  deps: SegmentDeps,
  gathering: Gathering,
  source: Extract<Source, { kind: 'rules' }>,
): Promise<Gathered> {
  const { players, signal } = gathering
  const { sql, params } = await compiled(deps, players, gathering, source)
  const chunks: MemberChunk[] = []
  let count = 0
  await deps.warehouse.run({
    sql,
    params,
    pool: 'report',
    timeoutMs,
    signal,
    onChunk: ({ columns: [own = '[]', ids = '[]'], rowCount }) => {
      count += rowCount
      if (count > mostMembers) throw tooMany()
      chunks.push({ games: own, players: ids, count: rowCount })
    },
  })
  return { chunks, passedOver: 0 }
}

export async function compiled(
  deps: SegmentDeps,
  players: string[],
  scope: RowScope,
  source: Extract<Source, { kind: 'rules' }>,
) {
  try {
    return await compileRules(deps, rulesOf(players, source), scope)
  } catch (error) {
    if (error instanceof ReportProblem) throw new AppError('report_invalid', error.message)
    throw error
  }
}

async function byList({ metadata: { db } }: SegmentDeps, { segment, games }: Gathering): Promise<Gathered> {
  const parts = await db
    .selectFrom('segment_list')
    .select('part')
    .where('segment_id', '=', segment)
    .orderBy('part')
    .execute()
  const gathered: Gathered = { chunks: [], passedOver: 0 }
  for (const { part } of parts) {
    const row = await db
      .selectFrom('segment_list')
      .select(['games', 'players'])
      .where('segment_id', '=', segment)
      .where('part', '=', part)
      .executeTakeFirstOrThrow()
    keep(gathered, JSON.parse(row.games) as string[], JSON.parse(row.players) as string[], games)
    await breathe()
  }
  return gathered
}

async function bySql(deps: SegmentDeps, gathering: Gathering, sql: string): Promise<Gathered> {
  const { games, userId, signal } = gathering
  const gathered: Gathered = { chunks: [], passedOver: 0 }
  let places: Places | null = null
  let count = 0
  const dictionaries = await dictionaryTables(deps.metadata.db, sql, games)
  await deps.sandbox.run({
    userId,
    sql,
    params: {},
    scope: {
      ...(await tablesInScope(deps, gathering)),
      temporary: [],
      dictionaries: dictionaries.tables,
    },
    limit: null,
    mode: 'rows',
    timeoutMs: sqlTimeoutMs,
    signal,
    onColumns: (columns) => {
      places = placesOf(columns, games)
    },
    onChunk: async ({ columns, rowCount }) => {
      const { game, player } = places as Places
      count += rowCount
      if (count > mostMembers) throw tooMany()
      const ids = JSON.parse(columns[player] ?? '[]') as unknown[]
      const own =
        typeof game === 'string' ? ids.map(() => game) : (JSON.parse(columns[game] ?? '[]') as unknown[])
      keep(gathered, own, ids, games)
      await breathe()
    },
  })
  return gathered
}

interface Places {
  /** The position of the game column, or the segment's only game. */
  game: number | string
  player: number
}

const gameNames = ['cgi', 'game', '游戏']
const playerNames = ['player_id', 'player', 'role_id', 'user_id', '玩家']

/** Throws unless the columns are a game and a player. */
export function placesOf(columns: readonly WarehouseColumn[], games: GameScope): Places {
  const at = (names: readonly string[]) => columns.findIndex(({ name }) => names.includes(name.toLowerCase()))
  const [game, named] = [at(gameNames), at(playerNames)]
  const others = columns.map((_, place) => place).filter((place) => place !== game)
  const player = named >= 0 ? named : others.length === 1 ? (others[0] as number) : -1
  const told = columns
    .map(({ name }) => name)
    .slice(0, 8)
    .join('、')
  if (player < 0)
    throw new AppError(
      'parameter_wrong',
      `SQL 的结果应有列 cgi（游戏代码）和 player_id（玩家编号），现在是：${told}`,
    )
  const { name, type } = columns[player] as WarehouseColumn
  if (type !== 'string' && type !== 'integer')
    throw new AppError(
      'parameter_wrong',
      `玩家列 ${name} 应为文本或整数；请在 SQL 里转换，例如 ${name}::bigint`,
    )
  if (game >= 0) return { game, player }
  const only = games !== 'all' && games.length === 1 ? games[0] : undefined
  if (only !== undefined) return { game: only, player }
  throw new AppError('parameter_wrong', `人群有多个游戏，SQL 的结果应有列 cgi（游戏代码），现在是：${told}`)
}

/** Converts members to texts and drops rows of other games and rows without a player. */
function keep(gathered: Gathered, own: readonly unknown[], ids: readonly unknown[], games: GameScope): void {
  const [keptGames, keptPlayers]: [string[], string[]] = [[], []]
  for (const [row, id] of ids.entries()) {
    const [game, player] = [own[row], id === null || id === undefined ? '' : String(id)]
    if (typeof game !== 'string' || !hasGame({ games }, game) || player === '' || player.length > longestId) {
      gathered.passedOver += 1
      continue
    }
    keptGames.push(game)
    keptPlayers.push(player)
  }
  if (keptPlayers.length === 0) return
  gathered.chunks.push({
    games: JSON.stringify(keptGames),
    players: JSON.stringify(keptPlayers),
    count: keptPlayers.length,
  })
}
