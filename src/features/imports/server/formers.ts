// Former versions of replaced tables: listed, taken back, and deleted when their time is over.
import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import type { Deps } from '#server/deps.ts'
import { registerCall } from '#server/http/registerCall.ts'
import { defineJob } from '#server/jobs/declare.ts'
import type { Metadata } from '#server/metadata/open.ts'
import { reportProposer } from '#features/config/server/index.ts'
import * as calls from '../contract.ts'

export const dropFormersJob = defineJob({
  name: 'imports.dropFormers',
  title: '删除到期的旧版数据表',
  payload: Type.Object({}),
  local: 'warehouse',
})

export function registerFormers(
  app: FastifyInstance,
  { settings, metadata, warehouse: { writer } }: Deps,
): void {
  const { dataDir, warehouse } = settings
  const formersOf = async () => {
    if (writer) {
      const { listThere } = await import('#server/warehouse/clickhouse/writing/formers.ts')
      const formers = await listThere(writer)
      return formers.map(({ id: _, kept: _kept, isStep: _step, ...former }) => former)
    }
    if (warehouse !== 'embedded') return []
    const { listFormers } = await import('#server/warehouse/formers.ts')
    const formers = await listFormers(dataDir)
    return formers.map(({ table, replacedAt, until, bytes, by }) => ({
      table: table.name,
      rows: table.rowCount,
      columns: table.columns.length,
      bytes,
      replacedAt,
      until,
      by,
    }))
  }
  registerCall(app, calls.listFormers, async () => {
    const formers = await formersOf()
    const names = await namesOf(
      metadata,
      formers.flatMap(({ by }) => by ?? []),
    )
    return formers.map(({ by, ...former }) => ({
      ...former,
      by: by === null ? '命令行' : by === undefined ? null : (names.get(by) ?? null),
    }))
  })
  registerCall(app, calls.takeFormerBack, async ({ body: { table, replacedAt } }, { user }) => {
    await (await import('#server/objects/ruled.ts')).refuseRuled(metadata.db, user, '取回的数据')
    if (writer) {
      const { takeBackThere } = await import('#server/warehouse/clickhouse/writing/formers.ts')
      return takeBackThere({
        table,
        replacedAt,
        clock: settings,
        metadata,
        proposer: reportProposer,
        by: user,
        writer,
      })
    }
    const { takeTableBack } = await import('#server/warehouse/import/takingBack.ts')
    return takeTableBack({
      table,
      replacedAt,
      dataDir,
      clock: settings,
      metadata,
      proposer: reportProposer,
      by: user,
    })
  })
  app.jobs.handle(dropFormersJob, {
    run: async () => {
      if (writer) return { result: { tables: await writer.sweep() } }
      const { dropFormers } = await import('#server/warehouse/formers.ts')
      return { result: { tables: await dropFormers(dataDir) } }
    },
  })
  if (warehouse !== 'embedded' && !writer) return
  app.addHook('onReady', () =>
    app.jobs.schedules.save({
      id: 'drop former tables',
      kind: dropFormersJob,
      payload: {},
      userId: null,
      rule: { cron: '50 4 * * *' },
    }),
  )
}

async function namesOf({ db }: Metadata, ids: readonly number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map()
  const users = await db
    .selectFrom('user')
    .select(['id', 'username'])
    .where('id', 'in', [...new Set(ids)])
    .execute()
  return new Map(users.map(({ id, username }) => [id, username]))
}
