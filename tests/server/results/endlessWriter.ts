// Writes results into the given folder and prints each when it is complete, until killed.
import { openResults } from '#server/results/open.ts'

const store = await openResults({
  dataDir: process.argv[2] as string,
  log: { info() {}, warn() {}, error() {} },
})
const rows = Array.from({ length: 2000 }, (_, row) => row)
for (let count = 0; ; count += 1) {
  const writer = await store.create(`r${count}`, 1)
  await writer.columns([
    { name: '行', type: 'integer', databaseType: 'BIGINT' },
    { name: '长', type: 'string', databaseType: 'VARCHAR' },
  ])
  for (let from = 0; from < 2000; from += 200) {
    const part = rows.slice(from, from + 200)
    const columns = [JSON.stringify(part), JSON.stringify(part.map((row) => 'x'.repeat(row)))]
    await writer.append({ rowCount: 200, columns })
  }
  await writer.finish({ truncated: false })
  process.stdout.write(`r${count}\n`)
}
