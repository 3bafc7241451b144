// Writes a publication into the warehouse: a new table with the unchanged rows of other games and the new rows
// of the scope, in force only when it is complete. The change is recorded before that, so that after a kill
// at any moment the state is known.

import type { DuckDBConnection } from '@duckdb/node-api'
import type { GameScope } from '#semantic/model/types.ts'
import type { Deps } from '#server/deps.ts'
import { readGames } from '#server/objects/games.ts'
import { isOwnContent, writeOwnTable } from '#server/warehouse/ownTable.ts'
import { quoteText } from '#server/warehouse/snapshot/describe.ts'
import { AppError } from '#shared/errors.ts'
import type { PublishedRow } from '#features/lists/contract.ts'
import {
  assertPublishable,
  differenceOf,
  digestOf,
  type ListDifference,
  readEntries,
  refuseOther,
  takeBack,
  toRow,
  whiteListTable,
} from './content.ts'
import type { StoredPublication } from './records.ts'

interface Written {
  generation: number
  difference: ListDifference
  unchanged: number
}

interface Writing {
  signal: AbortSignal
  /** Awaited just before the new content takes effect. */
  onReady(written: Written): Promise<void>
  onProgress(fraction: number): void | Promise<void>
}

/** Whether a publication that recorded its generation took effect before its process was killed. */
export const isInForce = (deps: Deps, generation: number): Promise<boolean> =>
  isOwnContent(deps, whiteListTable, generation)

/** `undone` is the publication being undone, if any. */
export async function writePublication(
  deps: Deps,
  order: StoredPublication,
  undone: ListDifference | null,
  { signal, onReady, onProgress }: Writing,
): Promise<void> {
  assertPublishable(deps)
  const games = readGames(order.games)
  const own = { ...described, signal, accept: refuseOther }
  await writeOwnTable(deps, own, async ({ connection, generation, former }) => {
    await connection.run(
      `CREATE TABLE ${whiteListTable} (cgi VARCHAR, kind VARCHAR, value VARCHAR, reason VARCHAR, expires_on DATE)`,
    )
    const before = former === null ? [] : await bringOver(connection, former, games)
    await onProgress(0.3)
    const after = undone ? takeBack(before, undone) : (await readEntries(deps, games)).rows
    // A publication that was killed and restarts has been checked against its preview before.
    const isShown = order.digest !== '' && order.generation === null
    if (isShown && (await digestOf(before, after)) !== order.digest)
      throw new AppError('object_conflict', '名单或已发布的内容在预览之后有变化，请重新预览后再发布')
    await append(connection, after)
    signal.throwIfAborted()
    await onProgress(0.7)
    const { unchanged, ...difference } = await differenceOf(before, after)
    await onReady({ generation, difference, unchanged })
  })
}

/** Copies the rows of other games; returns the rows of these games. */
async function bringOver(
  connection: DuckDBConnection,
  former: string,
  games: GameScope,
): Promise<PublishedRow[]> {
  const scope = games === 'all' ? 'true' : `cgi IN (${games.map(quoteText).join()})`
  await connection.run(`INSERT INTO ${whiteListTable} SELECT * FROM ${former} WHERE NOT (${scope})`)
  const read = await connection.runAndReadAll(
    `SELECT cgi, kind, value, reason, CAST(expires_on AS VARCHAR) FROM ${former} WHERE ${scope} ORDER BY ALL`,
  )
  return read.getRows().map((cells) => toRow(cells as (string | null)[]))
}

async function append(connection: DuckDBConnection, rows: readonly PublishedRow[]): Promise<void> {
  await connection.run(
    'CREATE TEMP TABLE arriving (cgi VARCHAR, kind VARCHAR, value VARCHAR, reason VARCHAR, expires_on VARCHAR)',
  )
  const appender = await connection.createAppender('arriving', 'main', 'temp')
  for (const { cgi, kind, value, reason, expires_on } of rows) {
    for (const text of [cgi, kind, value, reason]) appender.appendVarchar(text)
    if (expires_on === null) appender.appendNull()
    else appender.appendVarchar(expires_on)
    appender.endRow()
  }
  appender.closeSync()
  await connection.run(
    `INSERT INTO ${whiteListTable} SELECT cgi, kind, value, reason, CAST(expires_on AS DATE) FROM arriving`,
  )
}

const described = {
  name: whiteListTable,
  comment: '白名单：由白名单页发布，每个值一行',
  comments: {
    cgi: '游戏代码',
    kind: '类型：account 账号、player 玩家、device 设备、ip 地址',
    value: '值',
    reason: '原因',
    expires_on: '有效期至，空为长期',
  },
  order: ['cgi', 'kind', 'value'],
}
