// The server's side of the processes that read files: a few at a time, each under system limits and memory
// supervision; a cancel or a time-out is a SIGKILL.
import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { bareEnvironment } from '#server/process/bareEnvironment.ts'
import { findDefences } from '#server/warehouse/sandbox/defences.ts'
import { MemoryWatch } from '#server/warehouse/sandbox/memoryWatch.ts'
import { AppError, type ErrorCode } from '#shared/errors.ts'
import { importProblem } from '../problem.ts'
import type { AnswerOf, ReadingOrder, Said } from './orders.ts'

const program = fileURLToPath(new URL('./program.ts', import.meta.url))
const mebibyte = 1024 * 1024

interface ReadingLimits {
  /** Memory of the engine in the process. */
  engineMiB: number
  /** JavaScript heap, for workbooks that are read whole. */
  heapMiB: number
  /** Total memory of the process. */
  residentMiB: number
  timeMs: number
  /** Largest file that it may write. */
  fileMiB: number
}

export const readingLimits: ReadingLimits = {
  engineMiB: 768,
  heapMiB: 1024,
  residentMiB: 2200,
  timeMs: 60 * 60_000,
  fileMiB: 16 * 1024,
}

interface ReadingOptions {
  signal?: AbortSignal | undefined
  onProgress?: (fraction: number, step: string) => void
  limits?: ReadingLimits
}

const atOnce = 2
const waiting: (() => void)[] = []
let running = 0

/** Throws AppError: import_invalid, storage_full, query_canceled, query_timeout, internal. */
export async function readInProcess<Order extends ReadingOrder>(
  order: Omit<Order, 'memoryMiB'>,
  options: ReadingOptions = {},
): Promise<AnswerOf<Order>> {
  const { limits = readingLimits, signal } = options
  if (running >= atOnce) await new Promise<void>((resolve) => waiting.push(resolve))
  else running += 1
  try {
    if (signal?.aborted) throw new AppError('query_canceled')
    const whole = { ...order, memoryMiB: limits.engineMiB } as unknown as Order
    return (await read(whole, { ...options, limits })) as AnswerOf<Order>
  } finally {
    const next = waiting.shift()
    if (next) next()
    else running -= 1
  }
}

const tooMuchMemory = (name: string) =>
  importProblem(`读取 ${name} 所需的内存超出上限；请拆成几个文件，或另存为 CSV 后再导入`)

async function read(
  order: ReadingOrder,
  { signal, onProgress, limits }: ReadingOptions & { limits: ReadingLimits },
): Promise<unknown> {
  const { command } = await findDefences()
  // The runtime reserves more than it uses.
  const dataMiB = limits.residentMiB + 2048
  const defended = command({ dataMiB, files: 256, fileMiB: limits.fileMiB })
  const runtime = [process.execPath, `--max-old-space-size=${limits.heapMiB}`, program]
  const [first = '', ...rest] = [...defended, ...runtime]
  const reader = spawn(first, rest, { stdio: ['pipe', 'pipe', 'pipe'], env: bareEnvironment(), cwd: '/' })
  let reason: AppError | null = null
  const end = (why: AppError) => {
    reason ??= why
    reader.kill('SIGKILL')
  }
  const { name } = order.source
  const cancel = () => end(new AppError('query_canceled'))
  signal?.addEventListener('abort', cancel)
  const timer = setTimeout(() => end(importProblem(`读取 ${name} 超时；请拆成几个文件再导入`)), limits.timeMs)
  const watch = new MemoryWatch(limits.residentMiB * mebibyte)
  const forget = watch.watch(reader.pid ?? 0, () => end(tooMuchMemory(name)))
  let answer: Said | undefined
  let complaint = ''
  reader.stderr.setEncoding('utf8').on('data', (text: string) => {
    complaint = (complaint + text).slice(-4000)
  })
  reader.stdin.on('error', () => undefined)
  reader.stdin.write(`${JSON.stringify(order)}\n`)
  takeLines(reader.stdout, (line) => {
    if ('progress' in line) onProgress?.(line.progress, line.step)
    else answer = line
  })
  try {
    await new Promise((resolve, reject) => {
      reader.once('error', reject)
      reader.once('close', resolve)
    })
  } finally {
    clearTimeout(timer)
    forget()
    signal?.removeEventListener('abort', cancel)
  }
  if (reason) throw reason
  if (!answer) throw died(complaint, name)
  if ('failed' in answer) throw new AppError(answer.failed.code as ErrorCode, answer.failed.message)
  return 'result' in answer ? answer.result : null
}

function takeLines(stream: NodeJS.ReadableStream, take: (line: Said) => void): void {
  let rest = ''
  stream.setEncoding('utf8').on('data', (text: string) => {
    const lines = (rest + text).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) take(JSON.parse(line) as Said)
  })
}

function died(complaint: string, name: string): Error {
  if (/out of memory|bad_alloc|allocation failed|cannot allocate/i.test(complaint)) return tooMuchMemory(name)
  return Object.assign(importProblem(`读取 ${name} 的进程意外结束；文件可能已损坏，请另存后再试`), {
    cause: new Error(complaint),
  })
}
