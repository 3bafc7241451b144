// Kills of the server while an event is on its way, and right after a table was published: no event is lost, and what
// comes twice has the same key.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readManifest, warehouseFolder } from '#server/warehouse/snapshot/manifest.ts'
import { pathOf } from '#shared/call.ts'
import { makeInstallation, send } from '#tests/factories/installation.ts'
import { makePushToken, pushRows, runSource, saveSource } from '#features/sources/contract.ts'
import { saveWebhook } from '#features/webhooks/contract.ts'
import { makeReceivers, type Receivers, says } from '../receivers/receiversHouse.ts'

let installation: Awaited<ReturnType<typeof makeInstallation>>
let receivers: Receivers
beforeAll(async () => {
  receivers = await makeReceivers()
  installation = await makeInstallation()
  const settings = { webhookHosts: [receivers.origin], webhookNets: ['127.0.0.1'] }
  writeFileSync(join(installation.dataDir, 'settings.json'), JSON.stringify(settings))
})
afterAll(() => {
  receivers.stop()
  installation.dispose()
})

interface Told {
  rows: number
  loads: { rows: number }[]
}

test('no event of a table is lost over kills, and what comes twice has one key', {
  timeout: 300_000,
}, async () => {
  const cookie = await installation.session()
  let server = await installation.serve()
  const ask = async (path: string, body: object) => (await send(server.address, path, body, cookie)).json()
  const source = await ask(saveSource.path, { ...saveSource.example.body, kind: 'push', table: 'pushed' })
  const { id } = source.data
  const { token } = (await ask(pathOf(makePushToken, { id }), {})).data
  const hook = { name: '下游', events: ['table.published'], games: '*', address: `${receivers.origin}/hook` }
  expect((await ask(saveWebhook.path, hook)).msg).toBe('')
  const publish = async (rows: number) => {
    const lines = Array.from({ length: rows }, (_, n) => `{"day":"2026-01-01","n":${n}}\n`).join('')
    const headers = { 'content-type': 'application/x-ndjson', authorization: `Bearer ${token}` }
    await fetch(server.address + pathOf(pushRows, { id }), { method: 'POST', headers, body: lines })
    await expect.poll(async () => (await ask(pathOf(runSource, { id }), {})).isSuccess).toBe(true)
  }
  const told = () => receivers.got('hook').map(({ body }) => body.data as unknown as Told)

  // The other side has read the event, and its answer finds nobody.
  receivers.answer('hook', (_, reply) => {
    server.process.kill('SIGKILL')
    reply.destroy()
  })
  const ended = new Promise((resolve) => server.process.once('exit', resolve))
  await publish(3)
  await ended
  receivers.answer('hook', says({}))
  server = await installation.serve()
  await expect.poll(() => receivers.got('hook').length).toBe(2)
  const [first, again] = receivers.got('hook')
  expect(again?.headers['idempotency-key']).toBe(first?.headers['idempotency-key'])
  expect(again?.text).toBe(first?.text)

  // Killed once the rows are in the table, whether or not anybody has looked at it.
  const [before, rows] = [told().at(-1)?.rows ?? 0, 4]
  await publish(rows)
  const rowsNow = async () =>
    (await readManifest(warehouseFolder(installation.dataDir))).tables.find(({ name }) => name === 'pushed')
      ?.rowCount
  await expect.poll(rowsNow, { interval: 5 }).toBe(before + rows)
  await server.stop('SIGKILL')
  server = await installation.serve()
  await expect.poll(() => told().at(-1)?.rows).toBe(before + rows)
  const byKey = new Map(
    receivers.got('hook').map(({ headers, body }) => [headers['idempotency-key'], body.data]),
  )
  const loads = [...byKey.values()].flatMap((data) => (data as unknown as Told).loads)
  expect(loads.map(({ rows }) => rows)).toEqual([3, 4])
  await server.stop()
})
