// Reading in a transaction: however it ends, the connection is ready for the next statement.
import { DuckDBInstance } from '@duckdb/node-api'
import { expect, it } from 'vitest'
import { beginReading, endReading } from '#server/warehouse/duckdb/wholeness.ts'

it('leaves no transaction behind, whenever a cancel comes', async () => {
  const instance = await DuckDBInstance.create(':memory:')
  const connection = await instance.connect()
  const refused: string[] = []
  // A cancel now and then meets the ROLLBACK itself: about one in thirty does.
  for (let turn = 0; turn < 300; turn += 1) {
    await beginReading(connection)
    await connection.stream('SELECT i % 7, count(*) FROM range(100000) t(i) GROUP BY 1')
    const ended = endReading(connection)
    const moment = performance.now() + (turn % 30) / 60
    while (performance.now() < moment);
    connection.interrupt()
    await ended
    await connection.run('SELECT 1').catch((error: Error) => {
      refused.push(error.message)
      return connection.run('ROLLBACK')
    })
  }
  expect(refused).toEqual([])
  connection.closeSync()
  instance.closeSync()
})
