// Takes the former version of a replaced table back, with the columns by which it was reported.

import type { Metadata } from '#server/metadata/open.ts'
import type { Caller } from '#server/objects/types.ts'
import { AppError } from '#shared/errors.ts'
import { exchangeFormer } from '../formers.ts'
import { warehouseFolder } from '../snapshot/manifest.ts'
import type { Proposer } from './proposal.ts'
import { refuseForeign } from './publishing.ts'

interface BackOrder {
  table: string
  dataDir: string
  metadata: Metadata
  proposer: Proposer
  /** Absent: somebody at the terminal. */
  by?: Caller
}

export async function takeTableBack({
  table,
  dataDir,
  metadata,
  proposer,
  by,
}: BackOrder): Promise<{ rows: number }> {
  await proposer.check(metadata)
  let rows = 0
  await exchangeFormer(dataDir, table, async ({ former, present, swap }) => {
    if (by && by.games !== 'all') {
      const now = (await proposer.known(metadata, former.table.name))?.gameColumn ?? null
      const then = proposer.gameColumnOf(former.kept)
      if (then !== now)
        throw new AppError('permission_missing', '两版的游戏列不同，只有可看全部游戏的人可以取回')
      if (now !== null) await refuseOthers([former.table, ...(present ? [present] : [])], now, by.games)
    }
    await proposer.takeBack(
      metadata,
      { table: former.table, kept: former.kept, ...(by && { owner: by.id }) },
      swap,
    )
    rows = former.table.rowCount
  })
  return { rows }

  async function refuseOthers(
    tables: readonly Parameters<typeof refuseForeign>[2][],
    column: string,
    games: readonly string[],
  ): Promise<void> {
    const { DuckDBInstance } = await import('@duckdb/node-api')
    for (const each of tables) {
      const instance = await DuckDBInstance.create(':memory:')
      const connection = await instance.connect()
      try {
        await refuseForeign(connection, warehouseFolder(dataDir), each, column, games)
      } finally {
        connection.closeSync()
        instance.closeSync()
      }
    }
  }
}
