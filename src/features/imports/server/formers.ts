// Former versions of replaced tables: listed, taken back, and deleted when their time is over.
import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import type { Deps } from '#server/deps.ts'
import { registerCall } from '#server/http/registerCall.ts'
import { defineJob } from '#server/jobs/declare.ts'
import { formersOf, readManifest, warehouseFolder } from '#server/warehouse/snapshot/manifest.ts'
import { reportProposer } from '#features/config/server/index.ts'
import * as calls from '../contract.ts'

export const dropFormersJob = defineJob({
  name: 'imports.dropFormers',
  title: '删除到期的旧版数据表',
  payload: Type.Object({}),
  // The files are in the data folder.
  local: true,
})

export function registerFormers(app: FastifyInstance, { settings, metadata }: Deps): void {
  const { dataDir, warehouse } = settings
  registerCall(app, calls.listFormers, async () => {
    if (warehouse !== 'embedded') return []
    return formersOf(await readManifest(warehouseFolder(dataDir))).map(({ table, replacedAt, until }) => ({
      table: table.name,
      rows: table.rowCount,
      columns: table.columns.length,
      replacedAt,
      until,
    }))
  })
  registerCall(app, calls.takeFormerBack, async ({ body: { table } }, { user }) => {
    await (await import('#server/objects/ruled.ts')).refuseRuled(metadata.db, user, '取回的数据')
    const { takeTableBack } = await import('#server/warehouse/import/takingBack.ts')
    return takeTableBack({
      table,
      dataDir,
      clock: settings,
      metadata,
      proposer: reportProposer,
      by: user,
    })
  })
  app.jobs.handle(dropFormersJob, {
    run: async () => {
      const { dropFormers } = await import('#server/warehouse/formers.ts')
      return { result: { tables: await dropFormers(dataDir) } }
    },
  })
  if (warehouse !== 'embedded') return
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
