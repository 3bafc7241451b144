// Adds numbers to a table, one a publication, each in place of the number of its key, and merges the parts now and
// then; until killed. Prints each number once it counts. Started by tests.
import { mergeParts } from '#server/warehouse/merging.ts'
import { publish } from '#server/warehouse/publish.ts'
import { openTable } from '#server/warehouse/snapshot/attach.ts'
import { readManifest, warehouseFolder } from '#server/warehouse/snapshot/manifest.ts'
import { hideRows, tableParts } from '#server/warehouse/snapshot/parts.ts'

const [dataDir = '', from = '', keys = ''] = process.argv.slice(2)
const folder = warehouseFolder(dataDir)
for (let n = Number(from); ; n += 1) {
  const [table] = (await readManifest(folder)).tables
  if (!table) throw new Error('there is no table')
  const parts = tableParts(table)
  await publish(
    dataDir,
    async ({ connection }) => {
      await connection.run(`CREATE TABLE numbers AS SELECT ${n % Number(keys)} AS k, ${n} AS n`)
      await openTable(connection, folder, 'numbers', parts)
      await hideRows(connection, 'numbers', parts, ['k'])
    },
    { joins: { how: 'add' } },
  )
  process.stdout.write(`${n}\n`)
  if (n % 5 === 0) await mergeParts(dataDir)
}
