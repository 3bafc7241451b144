// Reads one file in a limited process of its own: the order is one line on standard input, the answers are
// JSON lines on standard output. Ends with its parent.

import { setOwnPriority } from '#server/process/priority.ts'
import { storageFailure } from '#server/storage.ts'
import { spokenText } from '#server/warehouse/spoken.ts'
import { AppError } from '#shared/errors.ts'
import { importProblem } from '../problem.ts'
import type { ReadingOrder, Said } from './orders.ts'
import { obey } from './work.ts'

/** Lower priority than processes that serve reports. */
const others = 10

const say = (line: Said): boolean => process.stdout.write(`${JSON.stringify(line)}\n`)

/**
 * The parent keeps the input open: its end means that the parent is gone, which a native statement would
 * outlive.
 */
function readOrder(): Promise<ReadingOrder> {
  return new Promise((resolve) => {
    let text = ''
    process.stdin.setEncoding('utf8').on('data', (part) => {
      text += part
      if (text.endsWith('\n')) resolve(JSON.parse(text) as ReadingOrder)
    })
    process.stdin.on('end', () => process.kill(process.pid, 'SIGKILL'))
  })
}

/** Resolves when the pipe has taken the line, so that the process may end. */
const said = (line: Said): Promise<void> =>
  new Promise((resolve) => process.stdout.write(`${JSON.stringify(line)}\n`, () => resolve()))

let toldAt = 0
function tell(progress: number, step: string): void {
  const now = performance.now()
  if (now - toldAt < 200) return
  toldAt = now
  say({ progress, step })
}

async function main(): Promise<void> {
  const order = await readOrder()
  setOwnPriority(others)
  try {
    await said({ result: await obey(order, tell) })
  } catch (error) {
    const known = error instanceof AppError ? error : storageFailure(error)
    const { code, message } =
      known ??
      importProblem(`${order.source.name} 无法读取：${spokenText(error, '内容有误，文件可能已损坏')}`)
    await said({ failed: { code, message } })
  }
}

process.stdout.on('error', () => process.exit(1))
await main()
process.exit(0)
