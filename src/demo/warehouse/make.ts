// Generates the demo's data in a separate process, so that the server starts small and stays responsive.
import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { AppError, type ErrorCode } from '#shared/errors.ts'
import type { DemoProgress } from './write.ts'

export interface DemoOptions {
  dataDir: string
  /** The last day of the data, YYYY-MM-DD. */
  today: string
  /** Size relative to the default five million rows; tests use less. */
  scale?: number
  onProgress?: (progress: DemoProgress) => void
  /** Called after writing and before publishing, under the publishers' lock; may refuse by throwing. */
  onWritten?: (written: Written) => Promise<void>
  signal?: AbortSignal
}

export interface Written {
  /** The file with the tables. */
  file: string
  /** Names of all published tables. */
  published: string[]
}

export type DemoMessage = DemoProgress | { failure: string; code: ErrorCode | null } | { written: Written }

export async function makeDemoWarehouse({
  onProgress,
  onWritten,
  signal,
  ...rest
}: DemoOptions): Promise<void> {
  signal?.throwIfAborted()
  const script = fileURLToPath(new URL('./demoProcess.ts', import.meta.url))
  const child = fork(script, [JSON.stringify({ ...rest, asks: onWritten !== undefined })], { execArgv: [] })
  let failure = ''
  let refusal: unknown
  const answer = async (written: Written) => {
    try {
      await onWritten?.(written)
      child.send('publish')
    } catch (error) {
      refusal = error
      child.kill('SIGKILL')
    }
  }
  child.on('message', (message: DemoMessage) => {
    if ('failure' in message) {
      failure = message.failure
      if (message.code) refusal = new AppError(message.code, failure)
    } else if ('written' in message) void answer(message.written)
    else onProgress?.(message)
  })
  const end = () => child.kill('SIGKILL')
  signal?.addEventListener('abort', end)
  const code = await new Promise<number | null>((resolve, reject) => {
    child.on('error', reject)
    child.on('exit', resolve)
  }).finally(() => signal?.removeEventListener('abort', end))
  if (refusal !== undefined) throw refusal
  // Data published in the same moment is kept.
  if (code !== 0) signal?.throwIfAborted()
  if (code !== 0) throw new Error(`the demo's data could not be made: ${failure || `exit code ${code}`}`)
  onProgress?.({ step: '完成', fraction: 1 })
}
