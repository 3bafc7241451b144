// The server is killed at any moment of the release of a load that was held back: its rows are in the table once,
// and the source goes on behind it.
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { DuckDBInstance } from '@duckdb/node-api'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { partsOf, readManifest, warehouseFolder } from '#server/warehouse/snapshot/manifest.ts'
import { type Call, pathOf } from '#shared/call.ts'
import { chance } from '#tests/factories/chance.ts'
import { makeInstallation } from '#tests/factories/installation.ts'
import { type Hold, listHolds, releaseHold, saveCheck } from '#features/checks/contract.ts'
import { makePushToken, pushRows, runSource, saveSource } from '#features/sources/contract.ts'

/** `KILLS=50` runs the long form. */
const kills = Number(process.env.KILLS ?? 2)
const rowsEach = 20_000
const patience = { timeout: 120_000, interval: 200 }

let installation: Awaited<ReturnType<typeof makeInstallation>>
beforeAll(async () => {
  installation = await makeInstallation()
})
afterAll(() => installation.dispose())

type Product = Awaited<ReturnType<typeof installation.serve>>

test(`publishes a held load once, over ${kills} kills inside its release`, {
  timeout: 300_000 + kills * 150_000,
}, async () => {
  const draw = chance()
  const cookie = await installation.session()
  let product: Product = await installation.serve()
  const ask = async <Data>(call: Pick<Call, 'method' | 'path'>, params: object = {}, body: object = {}) => {
    const reply = await fetch(product.address + pathOf(call as Call, params as never), {
      method: call.method,
      headers: { 'content-type': 'application/json', cookie },
      ...(call.method === 'POST' && { body: JSON.stringify(body) }),
    })
    return (await reply.json()) as { isSuccess: boolean; msg: string; data: Data }
  }
  const source = await ask<{ id: number }>(
    saveSource,
    {},
    { ...saveSource.example.body, kind: 'push', name: 'pushed', table: 'released' },
  )
  const { id } = source.data
  const { token } = (await ask<{ token: string }>(makePushToken, { id })).data
  const push = async (round: number, n: number) => {
    const rows = Array.from({ length: n < 0 ? rowsEach : 1 }, (_, at) =>
      // A day of its own: the rows that were released keep theirs from meeting the check.
      JSON.stringify({
        day: `2026-01-${String(1 + (round % 28)).padStart(2, '0')}`,
        uid: `${round}/${at}`,
        n,
      }),
    )
    const reply = await fetch(product.address + pathOf(pushRows, { id }), {
      method: 'POST',
      headers: { 'content-type': 'application/x-ndjson', authorization: `Bearer ${token}` },
      body: `${rows.join('\n')}\n`,
    })
    expect(await reply.json()).toMatchObject({ isSuccess: true })
  }
  const run = () => expect.poll(async () => (await ask(runSource, { id })).isSuccess, patience).toBe(true)
  const holds = async () => (await ask<Hold[]>(listHolds)).data
  const rows = async () => (await uidsIn('released')).length

  await push(0, 1)
  await run()
  await expect.poll(rows, patience).toBe(1)
  await ask(
    saveCheck,
    {},
    {
      ...saveCheck.example.body,
      table: 'released',
      kind: 'range',
      values: { column: 'n', low: 0, high: null, unit: 'count', most: 0 },
      action: 'hold',
      timing: { kind: 'load' },
    },
  )
  let midway = 0
  for (let round = 1; round <= kills; round++) {
    await push(round, -1)
    await run()
    await expect.poll(async () => (await holds())[0]?.state, patience).toBe('held')
    const [hold] = await holds()
    expect(hold).toMatchObject({ rows: rowsEach })
    expect(await ask(releaseHold, { id: hold?.id })).toMatchObject({ isSuccess: true })
    await sleep(draw() * 1_500)
    if ((await holds())[0]?.state === 'releasing') midway += 1
    await product.stop('SIGKILL')
    product = await installation.serve()
    await expect.poll(async () => (await holds())[0]?.state, patience).toBe('released')
    expect(await rows()).toBe(1 + round * rowsEach)
    // Whoever presses again is told, and nothing is published a second time.
    expect(await ask(releaseHold, { id: hold?.id })).toMatchObject({
      isSuccess: false,
      msg: '这份数据已经发布',
    })
  }
  // The source goes on behind it, and brings none of it again.
  await push(kills + 1, 2)
  await run()
  await expect.poll(rows, patience).toBe(2 + kills * rowsEach)
  await product.stop()
  const uids = await uidsIn('released')
  expect(new Set(uids).size).toBe(uids.length)
  console.info(`${midway} of ${kills} kills came while the release was at work`)
})

async function uidsIn(table: string): Promise<string[]> {
  const folder = warehouseFolder(installation.dataDir)
  const found = (await readManifest(folder)).tables.find(({ name }) => name === table)
  const uids: string[] = []
  for (const file of found ? partsOf(found) : []) {
    const instance = await DuckDBInstance.create(join(folder, file), { access_mode: 'READ_ONLY' })
    const connection = await instance.connect()
    const reader = await connection.runAndReadAll(`SELECT uid FROM ${table}`)
    uids.push(...reader.getRows().map(([uid]) => String(uid)))
    connection.closeSync()
    instance.closeSync()
  }
  return uids
}
