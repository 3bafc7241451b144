// Erases a player's rows, and is killed after the first step. Started by tests.
import { eraseRows } from '#server/warehouse/erasing.ts'

const [dataDir = '', value = ''] = process.argv.slice(2)
await eraseRows(dataDir, {
  value,
  columnsOf: ({ columns }) => columns.flatMap(({ name }) => (name === 'player' ? [name] : [])),
  signal: new AbortController().signal,
  onErased: () => void process.kill(process.pid, 'SIGKILL'),
})
