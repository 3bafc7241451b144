// Merges the parts of tables to which rows were added, in the background: one job at a time.
import type { FastifyInstance } from 'fastify'
import Type from 'typebox'
import type { Deps } from '#server/deps.ts'
import { defineJob } from '#server/jobs/declare.ts'
import { readManifest, warehouseFolder } from '#server/warehouse/snapshot/manifest.ts'

const minute = 60_000

export const mergeJob = defineJob({
  name: 'imports.merge',
  title: '合并数据表的文件',
  payload: Type.Object({}),
  // The files are in the data folder.
  local: true,
  timeoutMs: 60 * minute,
  backoff: { firstMs: minute, mostMs: 10 * minute },
  keepMs: 24 * 60 * minute,
})

/** Delay of the first look, so that it does not slow the server's start. */
const lookAfterMs = 2_000

export function keepMerged(app: FastifyInstance, { settings, warehouse, log }: Deps): void {
  const { dataDir } = settings
  let isSent = false
  const look = async () => {
    if (isSent) return
    isSent = true
    try {
      const { tables } = await readManifest(warehouseFolder(dataDir))
      const { partsToMerge } = await import('#server/warehouse/merging.ts')
      if (tables.every((table) => partsToMerge(table) === null)) isSent = false
      else await app.jobs.enqueue({ kind: mergeJob, payload: {}, userId: null, priority: 'patient' })
    } catch (error) {
      isSent = false
      log.warn({ reason: (error as Error).message }, 'the merging of tables could not be ordered')
    }
  }
  app.jobs.handle(mergeJob, {
    run: async (_, { signal }) => {
      try {
        const { mergeParts } = await import('#server/warehouse/merging.ts')
        return { result: { tables: await mergeParts(dataDir, signal) } }
      } finally {
        isSent = false
      }
    },
  })
  if (settings.warehouse !== 'embedded') return
  let timer: NodeJS.Timeout | undefined
  const leave = warehouse.onPublished(() => void look())
  app.addHook('onReady', async () => {
    timer = setTimeout(() => void look(), lookAfterMs).unref()
  })
  app.addHook('onClose', async () => {
    leave()
    clearTimeout(timer)
  })
}
