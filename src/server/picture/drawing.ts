// The server's side of the drawing process: started with the first picture, ended when idle, one picture at a
// time. A picture that takes too much time or memory, or crashes, ends that process alone.
import { type ChildProcess, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { AppError } from '#shared/errors.ts'
import { Turns } from '../limits/turns.ts'
import { bareEnvironment } from '../process/bareEnvironment.ts'
import { findDefences } from '../warehouse/sandbox/defences.ts'
import { MemoryWatch } from '../warehouse/sandbox/memoryWatch.ts'
import type { PictureAnswer, PictureOrder } from './types.ts'

const program = fileURLToPath(new URL('./program.ts', import.meta.url))

const limits = {
  /** Memory limit of the process; one picture takes about 150 MiB. */
  residentMiB: 512,
  heapMiB: 128,
  /**
   * Time-out for drawings that never end. A wide table takes two seconds of a processor that others may be
   * using.
   */
  timeMs: 60_000,
  restMs: 60_000,
}

const turns = new Turns({ atOnce: 1, waiting: 500 })
const watch = new MemoryWatch(limits.residentMiB * 1024 * 1024)
let drawer: ChildProcess | null = null
let rest: NodeJS.Timeout | undefined

/** Throws AppError: server_busy, query_canceled, internal. */
export async function drawInProcess(
  order: PictureOrder,
  { signal = new AbortController().signal }: { signal?: AbortSignal | undefined } = {},
): Promise<Buffer> {
  return turns.take(signal, () => draw(order, signal))
}

/** For shutdown: pictures being drawn fail. */
export function endDrawing(): void {
  clearTimeout(rest)
  drawer?.kill('SIGKILL')
  drawer = null
}

async function draw(order: PictureOrder, signal: AbortSignal): Promise<Buffer> {
  clearTimeout(rest)
  const child = drawer?.connected ? drawer : await begin()
  drawer = child
  signal.throwIfAborted()
  const answer = Promise.withResolvers<PictureAnswer>()
  const fail = (why: string) => {
    child.kill('SIGKILL')
    if (drawer === child) drawer = null
    answer.reject(new Error(`the picture's process ${why}`))
  }
  const onExit = (code: number | null, killed: string | null) => fail(`ended: ${killed ?? code}`)
  const onAbort = () => {
    fail('was stopped')
    answer.reject(signal.reason)
  }
  const timer = setTimeout(() => fail('took too long'), limits.timeMs)
  const forget = watch.watch(child.pid ?? 0, () => fail('took too much memory'))
  child.once('message', answer.resolve).once('exit', onExit).once('error', onExit)
  signal.addEventListener('abort', onAbort, { once: true })
  child.send(order, (error) => error && fail(`takes no orders: ${error.message}`))
  try {
    const given = await answer.promise
    if ('problem' in given) throw new Error(`a picture could not be drawn: ${given.problem}`)
    return Buffer.from(given.png)
  } catch (error) {
    if (signal.aborted) throw signal.reason
    throw Object.assign(new AppError('internal', '图片绘制失败'), { cause: error })
  } finally {
    clearTimeout(timer)
    forget()
    signal.removeEventListener('abort', onAbort)
    child.off('message', answer.resolve).off('exit', onExit).off('error', onExit)
    rest = setTimeout(endDrawing, limits.restMs).unref()
  }
}

async function begin(): Promise<ChildProcess> {
  const { command } = await findDefences()
  // The runtime reserves more than it uses.
  const defended = command({ dataMiB: limits.residentMiB + 2048, files: 256 })
  const runtime = [process.execPath, `--max-old-space-size=${limits.heapMiB}`, program]
  const [first = '', ...others] = [...defended, ...runtime]
  const child = spawn(first, others, {
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    serialization: 'advanced',
    env: bareEnvironment(),
    cwd: '/',
  })
  // A waiting process must not keep the server from exiting.
  child.unref()
  child.channel?.unref()
  child.on('error', () => undefined)
  return child
}
