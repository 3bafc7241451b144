import { afterEach, expect, test, vi } from 'vitest'
import { openCache } from '#server/cache/open.ts'
import { makeApp } from '#server/http/app.ts'
import { registerCall } from '#server/http/registerCall.ts'
import { openMetadata } from '#server/metadata/open.ts'
import { platformTables } from '#server/metadata/tables.ts'
import { stopServer } from '#server/process/graceful.ts'
import { openResults } from '#server/results/open.ts'
import { readSettings } from '#server/settings.ts'
import { openSandbox } from '#server/warehouse/sandbox/open.ts'
import { defineCall } from '#shared/call.ts'
import { silentLog } from '#tests/factories/stores.ts'
import { makeWarehouse, type TestWarehouse } from '#tests/factories/warehouse.ts'

const slow = defineCall({
  name: 'slow',
  method: 'GET',
  path: '/api/slow',
  access: 'public',
  example: {},
})
let made: TestWarehouse | undefined
afterEach(() => made?.dispose())

async function serve() {
  made = await makeWarehouse()
  const { warehouse, dataDir } = made
  const settings = readSettings({ DATA_DIR: dataDir })
  const metadata = await openMetadata(settings, silentLog, platformTables)
  const sandbox = await openSandbox({ dataDir, warehouse, log: silentLog })
  const results = await openResults({ dataDir, log: silentLog })
  const cache = await openCache({ dataDir, log: silentLog })
  const deps = { settings, metadata, warehouse, sandbox, results, cache, log: silentLog }
  const app = makeApp(deps)
  const canceled: unknown[] = []
  const entered = Promise.withResolvers<void>()
  const end = Promise.withResolvers<void>()
  registerCall(app, slow, async (_input, { signal }) => {
    const cut = Promise.withResolvers<never>()
    signal.addEventListener('abort', () => {
      canceled.push(signal.reason)
      cut.reject(signal.reason)
    })
    entered.resolve()
    await Promise.race([end.promise, cut.promise])
    return 'done'
  })
  const address = await app.listen({ host: '127.0.0.1', port: 0 })
  const ask = () => fetch(`${address}${slow.path}`)
  return { app, deps, ask, canceled, entered: entered.promise, end: end.resolve }
}

test('finishes what is under way and takes nothing new', async () => {
  const { app, deps, ask, entered, end } = await serve()
  const underWay = ask().then((reply) => reply.json())
  await entered
  // Longer than the test may take: the kept-alive connection must not be waited for.
  const stopped = stopServer(app, deps, 120_000)
  await vi.waitFor(() => expect(app.server.listening).toBe(false))
  await expect(ask()).rejects.toThrow()
  end()
  expect(await underWay).toEqual({ isSuccess: true, data: 'done', msg: '' })
  await stopped
  await expect(deps.metadata.db.selectFrom('user').selectAll().execute()).rejects.toThrow()
  expect(made?.warehouse.readerPids()).toEqual([])
})

test('cuts what does not end within the time to drain, and tells it to stop', async () => {
  const { app, deps, ask, canceled, entered } = await serve()
  const underWay = expect(ask()).rejects.toThrow()
  await entered
  await stopServer(app, deps, 300)
  await underWay
  expect(canceled).toMatchObject([{ code: 'query_canceled' }])
})
