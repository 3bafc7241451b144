// Which statements could be run if the tables had these columns: asked of a sandbox process that holds no data.
import { engineSettings } from '#server/warehouse/duckdb/engineSettings.ts'
import { findDefences } from '../defences.ts'
import { MemoryWatch } from '../memoryWatch.ts'
import type { BindOrder } from '../messages.ts'
import { Worker } from '../worker.ts'

const engineMiB = 256
/** Memory of the process beyond the engine's. */
const overheadMiB = 640
const files = 256
const mebibyte = 1024 * 1024

/** Null: it binds. A text: why it does not. Undefined: there was no time to tell. */
type Bound = string | null | undefined

/** After `mostMs` the rest is not told. */
export async function bindStatements(order: Omit<BindOrder, 'kind'>, mostMs: number): Promise<Bound[]> {
  const bound: Bound[] = order.statements.map(() => undefined)
  if (bound.length === 0 || mostMs <= 0) return bound
  const defences = await findDefences()
  const limitMiB = engineMiB + overheadMiB
  const worker = new Worker(
    defences.command({ dataMiB: limitMiB + 64, files }),
    {
      folder: '/',
      tables: [],
      fingerprints: {},
      engine: { ...engineSettings({ share: 1, memoryMiB: engineMiB }), threads: '1' },
      zone: 'UTC',
      dropsRights: defences.dropsRights,
      ownMemoryLimit: defences.watchedFromOutside ? 0 : limitMiB * mebibyte,
    },
    0,
  )
  const timer = setTimeout(() => worker.kill(), mostMs)
  const forget =
    defences.watchedFromOutside && worker.pid !== undefined
      ? new MemoryWatch(limitMiB * mebibyte).watch(worker.pid, () => worker.kill())
      : () => undefined
  try {
    await worker.ready
    await worker.obey({ kind: 'bind', ...order }, 'end', (message) => {
      if (message.kind === 'bound') bound[message.at] = message.problem
      if (message.kind === 'error') throw new Error(message.failure.message)
    })
  } catch {
    // It ran out of time or memory: what it told until then counts.
  } finally {
    clearTimeout(timer)
    forget()
    worker.kill()
  }
  return bound
}
