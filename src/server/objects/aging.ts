// Each night, deletes records older than their retention: the oldest first, in small batches, so that nobody
// waits.
import { setImmediate } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { Type } from 'typebox'
import type { Deps } from '../deps.ts'
import { defineJob } from '../jobs/declare.ts'
import type { Aging, Table } from '../metadata/table.ts'
import { anyTable } from './reading.ts'
import type { Db } from './types.ts'

export const giveUpOldRows = defineJob({
  name: 'records.giveUp',
  title: '清理过期的记录',
  payload: Type.Object({}),
})

const atOnce = 200

export function openAging(
  app: FastifyInstance,
  { metadata, settings }: Deps,
  tables: readonly Table[],
): void {
  app.jobs.handle(giveUpOldRows, {
    run: async (_, { signal }) => {
      const given: Partial<Record<Aging['as'], number>> = {}
      for (const { name, key, aging } of tables) {
        if (!aging) continue
        const days = settings.installation.keepDays[aging.as] ?? aging.usualDays
        given[aging.as] =
          days === 0 ? 0 : await giveUp(metadata.db, name, key[0] as string, { ...aging, days }, signal)
      }
      return { result: given }
    },
  })
  app.addHook('onReady', () =>
    app.jobs.schedules.save({
      id: 'give up old records',
      kind: giveUpOldRows,
      payload: {},
      userId: null,
      rule: { cron: '20 4 * * *' },
    }),
  )
}

/** Returns how many were deleted. */
async function giveUp(
  db: Db,
  table: string,
  key: string,
  { by, over = '1 = 1', days }: Aging & { days: number },
  signal: AbortSignal,
): Promise<number> {
  const before = new Date(Date.now() - days * 86_400_000).toISOString()
  for (let count = 0; ; await setImmediate()) {
    signal.throwIfAborted()
    const rows = await anyTable(db)
      .selectFrom(table)
      .select(key)
      .where(by, '<', before)
      .where(sql<boolean>`(${sql.raw(over)})`)
      .orderBy(by)
      .limit(atOnce)
      .execute()
    if (rows.length === 0) return count
    await anyTable(db)
      .deleteFrom(table)
      .where(
        key,
        'in',
        rows.map((row) => row[key]),
      )
      .execute()
    count += rows.length
  }
}
