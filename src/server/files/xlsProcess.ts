// The child processes that write .xls files, one or two at a time, so that the server stays responsive.
// Standard input has one JSON line each: the head with the file's path, the caller's messages, then
// {"end":true}. The process answers { size }, or { refused } with a Chinese reason.
import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError } from '#shared/errors.ts'
import { storageFailure } from '../storage.ts'

export interface XlsFile {
  path: string
  size: number
  /** Removes the file. */
  dispose(): Promise<void>
}

interface XlsWork {
  /** The installation's export folder; created when missing. */
  folder: string
  /** Path of the program that writes. */
  program: string
  head: object
  lines: AsyncIterable<string>
  signal?: AbortSignal | undefined
}

const atOnce = 2
/** Rows become garbage as soon as they are cells: a larger young generation saves no time. */
const memory = ['--max-old-space-size=2048', '--max-semi-space-size=8']
const waiting: (() => void)[] = []
let running = 0

async function takeTurn(): Promise<void> {
  if (running < atOnce) {
    running++
    return
  }
  await new Promise<void>((resolve) => waiting.push(resolve))
}

function endTurn(): void {
  const next = waiting.shift()
  if (next) next()
  else running--
}

/** Throws AppError: export_too_large, query_canceled, storage_full, internal; and whatever `lines` throws. */
export async function writeByProcess(work: XlsWork): Promise<XlsFile> {
  await takeTurn()
  try {
    return await write(work)
  } finally {
    endTurn()
  }
}

async function write({ folder, program, head, lines, signal }: XlsWork): Promise<XlsFile> {
  await mkdir(folder, { recursive: true })
  const path = join(folder, `${randomUUID()}.xls`)
  const writer = spawn(process.execPath, [...memory, program], { stdio: ['pipe', 'pipe', 'pipe'] })
  const ended = once(writer, 'exit')
  const stop = () => writer.kill('SIGKILL')
  signal?.addEventListener('abort', stop)
  let reply = ''
  let complaint = ''
  writer.stdout.setEncoding('utf8').on('data', (text: string) => (reply += text))
  writer.stderr
    .setEncoding('utf8')
    .on('data', (text: string) => (complaint = (complaint + text).slice(-4000)))
  // The exit code reports a child that died early; the broken pipe that follows adds nothing.
  writer.stdin.on('error', () => undefined)
  const send = async (line: string) => {
    if (!writer.stdin.write(`${line}\n`)) await Promise.race([once(writer.stdin, 'drain'), ended])
  }
  try {
    await send(JSON.stringify({ ...head, path }))
    for await (const line of lines) {
      if (signal?.aborted || writer.exitCode !== null) break
      await send(line)
    }
    writer.stdin.end('{"end":true}\n')
    const [code] = await ended
    if (signal?.aborted) throw new AppError('query_canceled')
    if (code !== 0) throw failure(complaint)
    const answer = JSON.parse(reply) as { size: number } | { refused: string }
    if ('refused' in answer) throw new AppError('export_too_large', answer.refused)
    return { path, size: answer.size, dispose: () => rm(path, { force: true }) }
  } catch (error) {
    stop()
    await ended
    await Promise.all([rm(path, { force: true }), rm(`${path}.part`, { force: true })])
    throw error
  } finally {
    signal?.removeEventListener('abort', stop)
  }
}

function failure(complaint: string): Error {
  if (complaint.includes('heap out of memory')) return new AppError('export_too_large')
  const failed = new Error(`the .xls writer failed: ${complaint}`)
  return storageFailure(failed) ?? failed
}
