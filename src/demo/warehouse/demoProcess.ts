// The process that writes and publishes the demo's data. Ends with the one that started it.
import { publish } from '../../server/warehouse/publish.ts'
import type { DemoMessage, DemoOptions } from './make.ts'
import { writeDemo } from './write.ts'

const { dataDir, today, scale = 1 }: DemoOptions = JSON.parse(process.argv[2] ?? '{}')
const tell = (message: DemoMessage) => void process.send?.(message)
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'))

try {
  await publish(dataDir, ({ connection }) => writeDemo(connection, today, scale, tell))
  process.exit(0)
} catch (error) {
  process.send?.({ failure: (error as Error).message } satisfies DemoMessage, () => process.exit(1))
}
