// Takes the former version of a replaced table back, with the columns by which it was reported.
import type { DuckDBConnection } from '@duckdb/node-api'
import type { Metadata } from '#server/metadata/open.ts'
import type { Caller } from '#server/objects/types.ts'
import type { BusinessClock } from '#shared/businessDay.ts'
import { AppError } from '#shared/errors.ts'
import { exchangeFormer } from '../formers.ts'
import { type FormerTable, type PublishedTable, warehouseFolder } from '../snapshot/manifest.ts'
import { cleanedFormer } from './cleanedFormer.ts'
import type { Proposer } from './proposal.ts'
import { forgetting, refuseForeign } from './publishing.ts'

interface BackOrder {
  table: string
  /** When the version was replaced; the last one where absent. */
  replacedAt?: string | undefined
  dataDir: string
  clock: BusinessClock
  metadata: Metadata
  proposer: Proposer
  /** Absent: somebody at the terminal. */
  by?: Caller
}

export async function takeTableBack(order: BackOrder): Promise<{ rows: number; keptOut: number }> {
  const { table, replacedAt, dataDir, metadata, proposer, by } = order
  await proposer.check(metadata)
  let rows = 0
  let keptOut = 0
  await exchangeFormer(
    dataDir,
    { table, replacedAt, by: by?.id ?? null },
    async ({ former, present, swap }) => {
      if (by && by.games !== 'all') {
        const now = (await proposer.known(metadata, former.table.name))?.gameColumn ?? null
        const then = proposer.gameColumnOf(former.kept)
        if (then !== now)
          throw new AppError('permission_missing', '两版的游戏列不同，只有可看全部游戏的人可以取回')
        if (now !== null) await refuseOthers([former.table, ...(present ? [present] : [])], now, by.games)
      }
      const place = { metadata, dataDir, table: former.table.name }
      const back = await cleanedFormer(warehouseFolder(dataDir), former.table, await proposer.keepsOut(place))
      const restated = present ? await noteBack(order, present, { ...former, table: back.table }) : null
      await proposer
        .takeBack(
          metadata,
          {
            table: back.table,
            kept: former.kept,
            restated,
            replacedAt: former.replacedAt,
            ...(by && { owner: by.id }),
          },
          (kept) => swap(kept, back.table),
        )
        .catch((error: unknown) => forgetting(order, restated, error))
      rows = back.table.rowCount
      keptOut = back.keptOut
    },
  )
  return { rows, keptOut }

  async function refuseOthers(
    tables: readonly Parameters<typeof refuseForeign>[2][],
    column: string,
    games: readonly string[],
  ): Promise<void> {
    for (const each of tables)
      await inMemory((connection) => refuseForeign(connection, warehouseFolder(dataDir), each, column, games))
  }
}

async function noteBack(
  { dataDir, metadata, proposer, clock, by }: BackOrder,
  present: PublishedTable,
  { table, kept }: FormerTable,
): Promise<number | null> {
  const [now] = ((await proposer.kept(metadata, table.name)) ?? []) as object[]
  const [then] = (kept ?? []) as object[]
  // Told by other columns, its days are not comparable.
  if (JSON.stringify(now) !== JSON.stringify(then)) return null
  const { duckdbReading, exchangedSides, noteRestated } = await import('./restating/index.ts')
  return inMemory(async (connection) =>
    noteRestated({
      reading: duckdbReading(connection),
      metadata,
      proposer,
      clock,
      former: present,
      next: table,
      sides: () => exchangedSides(connection, warehouseFolder(dataDir), present, table),
      told: {
        content: table.content ?? table.file,
        how: 'back',
        source: '',
        run: null,
        user: by?.id ?? null,
      },
    }),
  )
}

async function inMemory<Result>(work: (connection: DuckDBConnection) => Promise<Result>): Promise<Result> {
  const { DuckDBInstance } = await import('@duckdb/node-api')
  const instance = await DuckDBInstance.create(':memory:')
  const connection = await instance.connect()
  try {
    return await work(connection)
  } finally {
    connection.closeSync()
    instance.closeSync()
  }
}
