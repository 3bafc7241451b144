// Pushed rows over kills of the server: a ledger of acknowledgements against the table, row by row.
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { DuckDBInstance } from '@duckdb/node-api'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { partsOf, readManifest, warehouseFolder } from '#server/warehouse/snapshot/manifest.ts'
import { pathOf } from '#shared/call.ts'
import { chance } from '#tests/factories/chance.ts'
import { makeInstallation, send } from '#tests/factories/installation.ts'
import { makePushToken, pushRows, runSource, saveSource } from '#features/sources/contract.ts'

/** `KILLS=50` runs the long form. */
const kills = Number(process.env.KILLS ?? 2)

let installation: Awaited<ReturnType<typeof makeInstallation>>
beforeAll(async () => {
  installation = await makeInstallation()
})
afterAll(() => installation.dispose())

test(`loses no acknowledged row and doubles none in ${kills} kills`, {
  timeout: 120_000 + kills * 20_000,
}, async () => {
  const draw = chance()
  const cookie = await installation.session()
  /** Rows that were sent, and those that were acknowledged. */
  const sent = new Set<string>()
  const acknowledged = new Set<string>()
  let [id, token] = [0, '']
  for (let round = 0; round <= kills; round++) {
    const { address, stop } = await installation.serve()
    const ask = async (path: string, body: object) => (await send(address, path, body, cookie)).json()
    if (round === 0) {
      const made = await ask(saveSource.path, {
        ...saveSource.example.body,
        kind: 'push',
        table: 'pushed',
      })
      id = made.data.id
      token = (await ask(pathOf(makePushToken, { id }), {})).data.token
    }
    const push = async (uid: string): Promise<void> => {
      sent.add(uid)
      const reply = await fetch(address + pathOf(pushRows, { id }), {
        method: 'POST',
        headers: {
          'content-type': 'application/x-ndjson',
          authorization: `Bearer ${token}`,
          'idempotency-key': uid,
        },
        body: `${JSON.stringify({ day: '2026-01-01', uid })}\n`,
      })
      if ((await reply.json()).isSuccess) acknowledged.add(uid)
    }
    // Whoever got no answer sends again.
    for (const uid of [...sent].filter((one) => !acknowledged.has(one))) await push(uid)
    const load = () => ask(pathOf(runSource, { id }), {})
    if (round === kills) {
      await expect
        .poll(async () => (await load()).isSuccess && (await rowsOf('pushed')).length, {
          timeout: 120_000,
          interval: 500,
        })
        .toBe(acknowledged.size)
      await stop()
      break
    }
    let [isKilled, wanted] = [false, 20 + Math.floor(draw() * 60)]
    const enough = Promise.withResolvers<void>()
    const pushing = [1, 2, 3].map(async (worker) => {
      for (let at = 0; !isKilled; at++) {
        await push(`r${round}-w${worker}-${at}`)
        if (--wanted === 10) await load()
        if (wanted <= 0) enough.resolve()
      }
    })
    const ended = Promise.allSettled(pushing)
    await enough.promise
    await sleep(draw() * 1_500)
    await stop('SIGKILL')
    isKilled = true
    await ended
  }
  const rows = await rowsOf('pushed')
  expect(rows.toSorted()).toEqual([...acknowledged].toSorted())
  expect(acknowledged.size).toBeGreaterThan(kills * 20)
})

/** Ids of all rows in the table's files. */
async function rowsOf(table: string): Promise<string[]> {
  const folder = warehouseFolder(installation.dataDir)
  const found = (await readManifest(folder)).tables.find(({ name }) => name === table)
  const ids: string[] = []
  for (const file of found ? partsOf(found) : []) {
    const instance = await DuckDBInstance.create(join(folder, file), { access_mode: 'READ_ONLY' })
    const connection = await instance.connect()
    const reader = await connection.runAndReadAll(`SELECT uid FROM ${table}`)
    ids.push(...reader.getRows().map(([uid]) => String(uid)))
    connection.closeSync()
    instance.closeSync()
  }
  return ids
}
