// Opens the sandbox in which users' SQL runs.
import { availableParallelism } from 'node:os'
import { Turns } from '#server/limits/turns.ts'
import type { EmbeddedWarehouse } from '../duckdb/embedded.ts'
import { engineSettings, machineMemoryMiB } from '../duckdb/engineSettings.ts'
import type { PoolLog } from '../duckdb/pool.ts'
import { publishedFiles } from '../snapshot/attach.ts'
import { filesOf } from '../snapshot/manifest.ts'
import { type Defences, findDefences } from './defences.ts'
import { Lanes } from './lanes.ts'
import { MemoryWatch } from './memoryWatch.ts'
import { ProcessSandbox } from './processSandbox.ts'
import { Spares } from './spares.ts'
import type { Sandbox } from './types.ts'
import { Worker } from './worker.ts'

export interface SandboxOptions {
  dataDir: string
  warehouse: EmbeddedWarehouse
  log: PoolLog
  /** IANA zone of `now()` and of times with a zone; UTC when absent. */
  zone?: string
  /** Concurrent queries; derived from the machine when absent. */
  running?: number
  /** Concurrent queries of one user. */
  runningPerUser?: number
  /** Places in the fast lane; 0 for none. */
  fast?: number
  /** How long a query may be tried there. */
  tryMs?: number
  /** Waiting queries, of all users and of one user. */
  waiting?: number
  waitingPerUser?: number
  /** Processes kept ready; when absent as many as may run, at most two. */
  spares?: number
  /** The engine's memory per query; derived from the machine when absent. */
  memoryMiB?: number
  /** Memory of a process beyond the engine's. */
  overheadMiB?: number
  /** False: as on a system without tools to limit processes. */
  tools?: boolean
}

/** Exports at once, in addition to queries: one per user, so that a slow reader delays only itself. */
const backgroundRunning = 2
/** The least concurrent queries: two of one user, and one for others. */
const leastRunning = 3
const usualEach = 2
/** Places in the fast lane: one for tries, one for queries known to be short. */
const usualFast = 2
const usualTryMs = 3_000
/** Memory of a process beyond the engine's. */
const usualOverheadMiB = 640
/** Files that the runtime opens, in addition to data files. */
const ownFiles = 64

export async function openSandbox(options: SandboxOptions): Promise<Sandbox> {
  const running = options.running ?? Math.min(Math.max(leastRunning, availableParallelism() - 1), 8)
  const memoryMiB = options.memoryMiB ?? sharedMemoryMiB(running)
  const limitMiB = memoryMiB + (options.overheadMiB ?? usualOverheadMiB)
  const defences = await findDefences({ tools: options.tools })
  const spares = new Spares({
    size: options.spares ?? Math.min(running, 2),
    start: () => startWorker(options, { memoryMiB, limitMiB }, defences),
    generation: () => Number(options.warehouse.version()),
    log: options.log,
  })
  spares.fill()
  return new ProcessSandbox({
    lanes: openLanes(options, running),
    background: new Turns({
      atOnce: backgroundRunning,
      atOnceEach: 1,
      waiting: options.waiting ?? 100,
      waitingEach: options.waitingPerUser ?? 20,
    }),
    spares,
    defences,
    memory: new MemoryWatch(limitMiB * 1024 * 1024),
    onStop: options.warehouse.onPublished(() => spares.renew()),
  })
}

function openLanes(options: SandboxOptions, running: number): Lanes {
  const fast = options.fast ?? usualFast
  return new Lanes({
    queue: new Turns({
      atOnce: running,
      // One place is left for others, so that nobody waits only for one user's heavy queries.
      atOnceEach: options.runningPerUser ?? Math.max(1, Math.min(usualEach, running - 1)),
      waiting: options.waiting ?? 100,
      waitingEach: options.waitingPerUser ?? 20,
    }),
    fast: fast > 0 ? new Turns({ atOnce: fast }) : null,
    tries: new Turns({ atOnce: Math.max(1, fast - 1) }),
    tryMs: options.tryMs ?? usualTryMs,
  })
}

function sharedMemoryMiB(running: number): number {
  const share = Math.floor(machineMemoryMiB() / 4 / running)
  return Math.min(Math.max(share, 256), 1024)
}

async function startWorker(
  { warehouse, zone = 'UTC' }: SandboxOptions,
  { memoryMiB, limitMiB }: { memoryMiB: number; limitMiB: number },
  defences: Defences,
): Promise<Worker> {
  const { folder, manifest } = await warehouse.snapshot()
  const files = filesOf(manifest).length
  const configuration = {
    ...publishedFiles(folder, manifest),
    engine: engineSettings({ share: 1, memoryMiB }),
    zone,
    dropsRights: defences.dropsRights,
    ownMemoryLimit: defences.watchedFromOutside ? 0 : limitMiB * 1024 * 1024,
  }
  // Leaves room for some temp tables.
  const command = defences.command({ dataMiB: limitMiB + 64, files: ownFiles + files + 200 })
  return new Worker(command, configuration, manifest.generation)
}
