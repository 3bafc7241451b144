import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import { makeApp } from '../../../src/server/http/app.ts'
import { registerCall } from '../../../src/server/http/registerCall.ts'
import { openMetadata } from '../../../src/server/metadata/open.ts'
import { stopServer } from '../../../src/server/process/graceful.ts'
import { readSettings } from '../../../src/server/settings.ts'
import { defineCall } from '../../../src/shared/call.ts'
import { silentLog } from '../../factories/stores.ts'
import { makeWarehouse, type TestWarehouse } from '../../factories/warehouse.ts'

const slow = defineCall({
  name: 'slow',
  method: 'GET',
  path: '/api/slow/{ms}',
  access: 'public',
  example: {},
})
let made: TestWarehouse | undefined
afterEach(() => made?.dispose())

async function serve() {
  made = await makeWarehouse()
  const { warehouse, dataDir } = made
  const settings = readSettings({ DATA_DIR: dataDir })
  const metadata = await openMetadata(settings, silentLog)
  const deps = { settings, metadata, warehouse, log: silentLog }
  const app = makeApp(deps)
  const canceled: unknown[] = []
  registerCall(app, slow, async ({ params }, { signal }) => {
    signal.addEventListener('abort', () => canceled.push(signal.reason))
    await sleep(Number((params as { ms: string }).ms), null, { signal })
    return 'done'
  })
  const address = await app.listen({ host: '127.0.0.1', port: 0 })
  return { app, deps, address, canceled }
}

test('finishes what is under way and takes nothing new', async () => {
  const { app, deps, address } = await serve()
  const underWay = fetch(`${address}/api/slow/600`).then((reply) => reply.json())
  await sleep(100)
  const stopped = stopServer(app, deps)
  await sleep(50)
  await expect(fetch(`${address}/api/slow/1`)).rejects.toThrow()
  expect(await underWay).toEqual({ isSuccess: true, data: 'done', msg: '' })
  await stopped
  await expect(deps.metadata.db.selectFrom('user').selectAll().execute()).rejects.toThrow()
  expect(made?.warehouse.readerPids()).toEqual([])
})

test('cuts what does not end within the time to drain, and tells it to stop', async () => {
  const { app, deps, address, canceled } = await serve()
  const underWay = fetch(`${address}/api/slow/60000`)
  underWay.catch(() => undefined)
  await sleep(100)
  const begun = performance.now()
  await stopServer(app, deps, 300)
  expect(performance.now() - begun).toBeLessThan(5000)
  await expect(underWay).rejects.toThrow()
  expect(canceled).toMatchObject([{ code: 'query_canceled' }])
})
