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
  /** Queries that run at once; by the machine when absent. */
  running?: number
  /** Of one user at once. */
  runningPerUser?: number
  /** Places of the fast lane; 0 for none. */
  fast?: number
  /** How long a query may be tried there. */
  tryMs?: number
  /** That wait, of all and of one user. */
  waiting?: number
  waitingPerUser?: number
  /** Processes kept ready; as many as may run, two at most, when absent. */
  spares?: number
  /** The engine's memory for one query; by the machine when absent. */
  memoryMiB?: number
  /** What a process may have beside it. */
  overheadMiB?: number
  /** False: as on a system without tools to limit processes. */
  tools?: boolean
}

/** Exports that run at once, beside the queries: one of each user, so that a slow reader holds up itself alone. */
const backgroundRunning = 2
/** Queries at once: two of a user, and one for others. */
const leastRunning = 3
const usualEach = 2
/** Of the fast lane: one for what is tried, one for what is known to be short. */
const usualFast = 2
const usualTryMs = 3_000
/** What a process needs beside the engine's own memory. */
const usualOverheadMiB = 640
/** The runtime's own files, beside those of the data. */
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
      // One is left for others, so that nobody waits for one user's heavy queries alone.
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
  // Room for some temp tables too.
  const command = defences.command({ dataMiB: limitMiB + 64, files: ownFiles + files + 200 })
  return new Worker(command, configuration, manifest.generation)
}
