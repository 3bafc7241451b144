// Publishes a segment's members as its own warehouse table: one row per stay of a player in the segment. It comes
// into force whole. Computing the same day again replaces that day.
import { setTimeout } from 'node:timers/promises'
import type { DuckDBConnection } from '@duckdb/node-api'
import { memberColumns, segmentOfTable, segmentTable } from '#semantic/model/segments.ts'
import type { PhysicalTable } from '#semantic/model/types.ts'
import type { Deps } from '#server/deps.ts'
import { breathe } from '#server/limits/breath.ts'
import { writeOwnTable } from '#server/warehouse/ownTable.ts'
import { writesOwn } from '#server/warehouse/written.ts'
import { shiftDay } from '#shared/day.ts'
import { AppError } from '#shared/errors.ts'
import type { Gathered } from './gathering.ts'

interface Publishing {
  segment: number
  name: string
  /** The day to which the members belong. */
  day: string
  keepDays: number
  signal: AbortSignal
}

interface PublishedMembers {
  /** Members by game. */
  counts: Map<string, number>
}

/** Throws when this process may not write the warehouse, or when another table has the name. */
export function assertComputable({ warehouse }: Pick<Deps, 'warehouse'>, segment: number): void {
  const refusal = computingRefusal({ warehouse })
  if (refusal !== null) throw new AppError('warehouse_readonly', refusal)
  const name = segmentTable(segment)
  const table = warehouse.tables().find((one) => one.name.toLowerCase() === name)
  if (table && segmentOfTable(table) === null)
    throw new AppError('parameter_wrong', `数据仓库里已有另一张名为 ${name} 的表，请先把它换个名称重新导入`)
}

export const computingRefusal = ({ warehouse }: Pick<Deps, 'warehouse'>): string | null =>
  writesOwn(warehouse)
    ? null
    : '数据仓库是 ClickHouse，没有设置可以写入的账号，不能算出人群的名单：请管理员设置 WAREHOUSE_WRITER'

const { game, player, from, until } = memberColumns
const columnsText = `${game} VARCHAR, ${player} VARCHAR, ${from} DATE, ${until} DATE`

type Published = Pick<Deps, 'warehouse'> & { settings: Pick<Deps['settings'], 'dataDir'> }

export async function publishMembers(
  deps: Published,
  { chunks }: Gathered,
  { segment, name, day, keepDays, signal }: Publishing,
): Promise<PublishedMembers> {
  const table = segmentTable(segment)
  const counts = new Map<string, number>()
  const own = {
    name: table,
    comment: `人群「${name}」的名单`,
    comments,
    order: [game, player],
    signal,
    accept: (former: PhysicalTable) => {
      if (segmentOfTable(former) === null) throw new AppError('parameter_wrong', `${table} 不是这个人群的表`)
    },
  }
  const updatedAt = await writeOwnTable(deps, own, async ({ connection, former }) => {
    await connection.run(`CREATE TEMP TABLE arriving (${game} VARCHAR, ${player} VARCHAR)`)
    await append(connection, chunks)
    await connection.run(`CREATE TEMP TABLE members AS SELECT DISTINCT ${game}, ${player} FROM arriving`)
    await connection.run(`CREATE TEMP TABLE stays (${columnsText})`)
    if (former !== null) await bringOver(connection, former, day)
    signal.throwIfAborted()
    await write(connection, table, day, shiftDay(day, 1 - keepDays))
    const read = await connection.runAndReadAll(`SELECT ${game}, count(*)::INTEGER FROM members GROUP BY 1`)
    for (const [cgi, count] of read.getRows()) counts.set(String(cgi), Number(count))
  })
  await seen(deps, table, updatedAt, signal)
  return { counts }
}

const longestLookMs = 10_000
const lookMs = 50

/** The warehouse notices publications by polling; until then reports would show no members. */
async function seen(
  { warehouse }: Published,
  table: string,
  updatedAt: string,
  signal: AbortSignal,
): Promise<void> {
  const until = performance.now() + longestLookMs
  while (performance.now() < until) {
    const known = warehouse.tables().find(({ name }) => name === table)
    if (known !== undefined && known.updatedAt >= updatedAt) return
    await setTimeout(lookMs, undefined, { signal })
  }
}

async function append(connection: DuckDBConnection, chunks: Gathered['chunks']): Promise<void> {
  const appender = await connection.createAppender('arriving', 'main', 'temp')
  for (const chunk of chunks) {
    const games = JSON.parse(chunk.games) as (string | null)[]
    const players = JSON.parse(chunk.players) as (string | null)[]
    for (const [row, one] of players.entries()) {
      appender.appendVarchar(games[row] ?? '')
      appender.appendVarchar(one ?? '')
      appender.endRow()
    }
    await breathe()
  }
  appender.closeSync()
}

/** The stays as they were before the first computation of this day. */
async function bringOver(connection: DuckDBConnection, former: string, day: string): Promise<void> {
  await connection.run(
    `INSERT INTO stays SELECT ${game}, ${player}, ${from}, CASE WHEN ${until} < DATE '${day}' THEN ${until} END
     FROM ${former} WHERE ${from} < DATE '${day}'`,
  )
}

/**
 * A stay ends when the player left, begins when the player joined, and otherwise continues; stays that ended
 * before the first kept day are dropped. Open stays are joined separately, because a join condition on one
 * side alone would compare every pair of rows.
 */
async function write(connection: DuckDBConnection, table: string, day: string, first: string): Promise<void> {
  const [today, horizon] = [`DATE '${day}'`, `DATE '${first}'`]
  await connection.run(
    `CREATE TEMP TABLE present AS SELECT ${game}, ${player}, ${from} FROM stays WHERE ${until} IS NULL`,
  )
  await connection.run(`CREATE TABLE ${table} (${columnsText})`)
  await connection.run(
    `INSERT INTO ${table}
     SELECT ${game}, ${player}, greatest(${from}, ${horizon}), ${until} FROM (
       SELECT ${game}, ${player}, ${from}, ${until} FROM stays WHERE ${until} IS NOT NULL
       UNION ALL
       SELECT p.${game}, p.${player}, p.${from}, CASE WHEN m.${player} IS NULL THEN ${today} END
       FROM present AS p LEFT JOIN members AS m ON m.${game} = p.${game} AND m.${player} = p.${player}
       UNION ALL
       SELECT ${game}, ${player}, ${today}, NULL FROM members ANTI JOIN present USING (${game}, ${player})
     ) AS written WHERE ${until} IS NULL OR ${until} > ${horizon}
     ORDER BY ${game}, ${player}, ${from}`,
  )
}

const comments = {
  [game]: '游戏代码，空为不分游戏',
  [player]: '玩家编号',
  [from]: '从这一天起在人群里',
  [until]: '到这一天的前一天为止；空为现在还在',
}
