// The product as it is started on a ClickHouse, by settings alone.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { serve } from '#e2e/product.ts'
import { hasClickHouse, shareClickHouse } from '#tests/factories/clickhouse.ts'

test.skipIf(!hasClickHouse)('a server on a ClickHouse starts, is ready, and stops in order', async () => {
  const { readerAddress } = await shareClickHouse()
  const dataDir = mkdtempSync(join(tmpdir(), 'clickhouse-'))
  const product = await serve(dataDir, {
    WAREHOUSE: readerAddress,
    NODE_ENV: 'production',
    LOG_LEVEL: 'warn',
  })
  const ended = new Promise((resolve) => {
    product.process.once('exit', (code, signal) => resolve([code, signal]))
  })
  expect(await (await fetch(`${product.address}/readyz`)).json()).toEqual({
    metadata: 'ready',
    warehouse: 'ready',
  })
  product.process.kill('SIGTERM')
  expect(await ended).toEqual([0, null])
  rmSync(dataDir, { recursive: true, force: true })
})
