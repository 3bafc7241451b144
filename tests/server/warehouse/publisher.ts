// Publishes two tables that must always agree, repeatedly until killed. Started by tests.
import { publish } from '#server/warehouse/publish.ts'
import { readManifest, warehouseFolder } from '#server/warehouse/snapshot/manifest.ts'

const dataDir = process.argv[2] ?? ''
for (;;) {
  const { generation } = await readManifest(warehouseFolder(dataDir))
  await publish(dataDir, async ({ connection }) => {
    for (const name of ['pair_one', 'pair_two']) {
      await connection.run(`CREATE TABLE ${name} AS SELECT ${generation + 1} AS v FROM range(20000)`)
      await connection.run(`DELETE FROM ${name} WHERE rowid > 0`)
    }
  })
  process.stdout.write(`${generation + 1}\n`)
}
