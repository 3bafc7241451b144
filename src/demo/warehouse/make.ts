// Makes the demo's data in a process of its own, so that the server starts small and stays answerable.
import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { DemoProgress } from './write.ts'

export interface DemoOptions {
  dataDir: string
  /** The last day of the data, YYYY-MM-DD. */
  today: string
  /** Size against the usual five million rows; tests use less. */
  scale?: number
  onProgress?: (progress: DemoProgress) => void
}

export type DemoMessage = DemoProgress | { failure: string }

export async function makeDemoWarehouse({ onProgress, ...rest }: DemoOptions): Promise<void> {
  const script = fileURLToPath(new URL('./demoProcess.ts', import.meta.url))
  const child = fork(script, [JSON.stringify(rest)], { execArgv: [] })
  let failure = ''
  child.on('message', (message: DemoMessage) => {
    if ('failure' in message) failure = message.failure
    else onProgress?.(message)
  })
  const code = await new Promise<number | null>((resolve, reject) => {
    child.on('error', reject)
    child.on('exit', resolve)
  })
  if (code !== 0) throw new Error(`the demo's data could not be made: ${failure || `exit code ${code}`}`)
  onProgress?.({ step: '完成', fraction: 1 })
}
