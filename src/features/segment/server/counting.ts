// Counts the players of a segment as typed; saves nothing.
import type { GameScope, RowScope } from '#semantic/model/rowScope.ts'
import { cleanGames, type SentGames, scopeOf } from '#server/objects/games.ts'
import { readObject } from '#server/objects/reading.ts'
import type { Caller } from '#server/objects/types.ts'
import { AppError } from '#shared/errors.ts'
import type { CountedMembers, SegmentChange, Source } from '../contract.ts'
import { assertMayWriteSql, cleanColumns } from './cleaning.ts'
import { compiled, gatherMembers } from './computing/gathering.ts'
import { memberDay } from './computing/rules.ts'
import type { SegmentDeps } from './deps.ts'
import { readList } from './list.ts'
import { segments } from './objectKind.ts'

interface Counts {
  games: Map<string, number>
  bad?: CountedMembers['bad']
  passedOver?: number
}

const none: CountedMembers['bad'] = { count: 0, lines: [] }

export async function countSegment(
  deps: SegmentDeps,
  caller: Caller,
  change: SegmentChange,
  signal: AbortSignal,
): Promise<CountedMembers> {
  const { db } = deps.metadata
  const { id = -1 } = change
  const present = id > 0 ? await readObject(db, segments, caller, id) : null
  const games = scopeOf(JSON.parse(await cleanGames(db, caller, change.games)) as SentGames)
  const before = present ? (JSON.parse(present.source) as Source) : null
  const {
    games: counts,
    bad = none,
    passedOver = 0,
  } = await countsOf(deps, caller, change, {
    before,
    games,
    id,
    signal,
  })
  const rows = await db.selectFrom('game').selectAll().execute()
  const names = new Map(rows.map(({ cgi, name }) => [cgi, name]))
  const byGame = [...counts].map(([cgi, count]) => ({ cgi, game: names.get(cgi) ?? cgi, count }))
  return {
    day: memberDay(deps),
    count: byGame.reduce((sum, { count }) => sum + count, 0),
    games: byGame.sort((one, other) => other.count - one.count),
    bad,
    passedOver,
  }
}

interface Asked {
  before: Source | null
  games: GameScope
  id: number
  signal: AbortSignal
}

async function countsOf(
  deps: SegmentDeps,
  caller: Caller,
  { source, players }: SegmentChange,
  { before, games, id, signal }: Asked,
): Promise<Counts> {
  const columns = cleanColumns(players)
  const { rules, personal } = caller
  if (source.kind === 'rules') return countByRules(deps, columns, { games, rules, personal }, source, signal)
  if (source.kind === 'list' && source.text !== undefined) {
    const list = await readList(deps.metadata.db, caller, games, source.text)
    return { games: new Map([...list.games].map(([cgi, own]) => [cgi, own.size])), bad: list.bad }
  }
  if (source.kind === 'list' && before?.kind !== 'list')
    throw new AppError('parameter_wrong', '请粘贴名单，或从文件读入')
  if (source.kind === 'sql') assertMayWriteSql(caller, source.sql, before)
  const gathering = {
    segment: id,
    source: source.kind === 'list' ? (before as Source) : source,
    players: columns,
    games,
    rules,
    personal,
    userId: caller.id,
    signal,
  }
  const { chunks, passedOver } = await gatherMembers(deps, gathering)
  const found = new Map<string, Set<string>>()
  for (const chunk of chunks) {
    const own = JSON.parse(chunk.games) as string[]
    for (const [row, player] of (JSON.parse(chunk.players) as string[]).entries()) {
      const cgi = own[row] as string
      const known = found.get(cgi) ?? new Set<string>()
      found.set(cgi, known)
      known.add(player)
    }
  }
  return { games: new Map([...found].map(([cgi, own]) => [cgi, own.size])), passedOver }
}

async function countByRules(
  deps: SegmentDeps,
  players: string[],
  scope: RowScope,
  source: Extract<Source, { kind: 'rules' }>,
  signal: AbortSignal,
): Promise<Counts> {
  const { sql, params } = await compiled(deps, players, scope, source)
  const { chunks } = await deps.warehouse.run({
    sql: `SELECT "cgi", count(*) AS "n" FROM (\n${sql}\n) AS members GROUP BY 1`,
    params,
    pool: 'report',
    signal,
  })
  const counts = new Map<string, number>()
  for (const { columns } of chunks) {
    const [own = [], found = []] = columns.map((text) => JSON.parse(text) as unknown[])
    for (const [row, cgi] of own.entries()) counts.set(String(cgi), Number(found[row]))
  }
  return { games: counts }
}
