// Builds kept sums of the facts that reports need often: one job at a time, with lower priority than interactive
// work. The warehouse decides which sums are due.
import type { FastifyInstance } from 'fastify'
import Type from 'typebox'
import type { Deps } from '#server/deps.ts'
import { defineJob } from '#server/jobs/declare.ts'

const minute = 60_000

export const sumsJob = defineJob({
  name: 'statement.sums',
  title: '预先汇总',
  payload: Type.Object({}),
  // The sums are in the data folder.
  local: true,
  timeoutMs: 60 * minute,
  // Retries where reports kept the server busy all the time.
  tries: 10,
  backoff: { firstMs: minute, mostMs: 10 * minute },
  keepMs: 24 * 60 * minute,
})

/** Delay of the first check, so that it does not slow the server's start. */
const lookAfterMs = 1_000

export function keepSums(app: FastifyInstance, { warehouse, log }: Deps): void {
  let isSent = false
  const send = async () => {
    if (isSent) return
    isSent = true
    try {
      await app.jobs.enqueue({ kind: sumsJob, payload: {}, userId: null, priority: 'patient' })
    } catch (error) {
      isSent = false
      log.warn({ reason: (error as Error).message }, 'sums that are due could not be ordered')
    }
  }
  app.jobs.handle(sumsJob, {
    run: async (_, { signal, progress }) => {
      try {
        const store = await warehouse.readSums()
        const onStep = (table: string) => progress(0, `汇总 ${table}`)
        let made = 0
        while (await store?.makeNext({ signal, onStep })) made += 1
        return { result: { made } }
      } finally {
        isSent = false
      }
    },
  })
  const look = async () => {
    const store = await warehouse.readSums()
    store?.onDue(() => void send())
    if (store?.hasDue()) await send()
  }
  let timer: NodeJS.Timeout | undefined
  app.addHook('onReady', async () => {
    timer = setTimeout(() => void look(), lookAfterMs).unref()
  })
  app.addHook('onClose', async () => clearTimeout(timer))
}
