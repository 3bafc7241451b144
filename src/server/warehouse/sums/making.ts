// The server's side of a process that makes sums: under system limits, with its memory watched and its time
// limited.
import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { bareEnvironment } from '#server/process/bareEnvironment.ts'
import { AppError } from '#shared/errors.ts'
import { findDefences } from '../sandbox/defences.ts'
import { MemoryWatch } from '../sandbox/memoryWatch.ts'
import type { SumsOrder, SumsSaid } from './orders.ts'

const program = fileURLToPath(new URL('./program.ts', import.meta.url))
const mebibyte = 2 ** 20

interface MakingLimits {
  /** Memory of the engine. */
  memoryMiB: number
  /** Total memory of the process. */
  residentMiB: number
  /** Largest file that it may write. */
  fileMiB: number
  timeMs: number
}

const makingLimits: MakingLimits = {
  memoryMiB: 512,
  residentMiB: 1200,
  fileMiB: 4096,
  timeMs: 20 * 60_000,
}

/** Throws the signal's reason; every other outcome is returned. */
export async function makeInProcess(
  order: Omit<SumsOrder, 'memoryMiB'>,
  signal: AbortSignal,
  limits: MakingLimits = makingLimits,
): Promise<SumsSaid> {
  signal.throwIfAborted()
  const { memoryMiB, residentMiB, fileMiB, timeMs } = limits
  const { command } = await findDefences()
  // The runtime reserves more than it uses.
  const defended = command({ dataMiB: residentMiB + 2048, files: 256, fileMiB })
  const [first = '', ...rest] = [...defended, process.execPath, program]
  const maker = spawn(first, rest, { stdio: ['pipe', 'pipe', 'ignore'], env: bareEnvironment(), cwd: '/' })
  let ended: string | null = null
  const end = (why: string) => {
    ended ??= why
    maker.kill('SIGKILL')
  }
  const cancel = () => end('canceled')
  signal.addEventListener('abort', cancel, { once: true })
  const timer = setTimeout(() => end('it took too long'), timeMs)
  const forget = new MemoryWatch(residentMiB * mebibyte).watch(maker.pid ?? 0, () =>
    end('it took too much memory'),
  )
  let text = ''
  maker.stdout.setEncoding('utf8').on('data', (part: string) => {
    text += part
  })
  maker.stdin.on('error', () => undefined)
  maker.stdin.write(`${JSON.stringify({ ...order, memoryMiB })}\n`)
  try {
    await new Promise((resolve, reject) => {
      maker.once('error', reject)
      maker.once('close', resolve)
    })
  } finally {
    clearTimeout(timer)
    forget()
    signal.removeEventListener('abort', cancel)
  }
  if (signal.aborted) throw signal.reason ?? new AppError('query_canceled')
  if (ended !== null) return { failed: ended }
  return text.endsWith('\n') ? (JSON.parse(text) as SumsSaid) : { failed: 'its process died' }
}
