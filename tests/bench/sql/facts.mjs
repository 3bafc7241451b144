// A published table of a million rows and ten columns of the usual kinds.
import { publish } from '../../../src/server/warehouse/publish.ts'

export const rowCount = 1_000_000

export async function makeRows(dataDir) {
  await publish(dataDir, async ({ connection }) => {
    await connection.run(`CREATE TABLE bench_rows AS SELECT
      i AS id, DATE '2025-01-01' + (i % 365)::INTEGER AS day,
      TIMESTAMP '2025-01-01 00:00:00' + to_seconds(i) AS at, 'player ' || i AS player,
      ['appstore', 'huawei', 'taptap', '小米'][i % 4 + 1] AS channel, (i % 1000)::INTEGER AS level,
      (i * 7 % 100000 / 100)::DECIMAL(18, 2) AS amount, i * 0.37 AS score, i % 3 = 0 AS first,
      md5(i::VARCHAR) AS token FROM range(${rowCount}) r(i)`)
  })
}
