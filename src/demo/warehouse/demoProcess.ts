// The process that writes and publishes the demo's data. Ends with its parent.
import { once } from 'node:events'
import { publish } from '#server/warehouse/publish.ts'
import { dataFileName } from '#server/warehouse/snapshot/manifest.ts'
import { AppError } from '#shared/errors.ts'
import type { DemoMessage, DemoOptions } from './make.ts'
import { writeDemo } from './write.ts'

type Order = DemoOptions & { asks: boolean }

const { dataDir, today, scale = 1, asks }: Order = JSON.parse(process.argv[2] ?? '{}')
const tell = (message: DemoMessage) => void process.send?.(message)
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'))

try {
  await publish(dataDir, async ({ connection, generation, published }) => {
    await writeDemo(connection, today, scale, tell)
    if (!asks) return
    const answered = once(process, 'message')
    tell({ written: { file: dataFileName(generation), published: published.map(({ name }) => name) } })
    await answered
  })
  process.exit(0)
} catch (error) {
  const code = error instanceof AppError ? error.code : null
  const message = { failure: (error as Error).message, code } satisfies DemoMessage
  process.send?.(message, () => process.exit(1))
}
