// The state of a data folder after the server was killed.
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openMetadata } from '#server/metadata/open.ts'
import { chance } from '#tests/factories/chance.ts'
import { makeInstallation, send } from '#tests/factories/installation.ts'
import { silentLog } from '#tests/factories/stores.ts'
import { addOrUpdateWhiteList } from '#features/lists/contract.ts'
import { tables } from '../../../src/main-tables.ts'

/** `KILLS=200` runs the long form. */
const kills = Number(process.env.KILLS ?? 6)

let installation: Awaited<ReturnType<typeof makeInstallation>>
beforeAll(async () => {
  installation = await makeInstallation()
  const { db, stop } = await open()
  await db.insertInto('game').values({ cgi: 'a', name: '游戏 a' }).execute()
  await stop()
})
afterAll(() => installation.dispose())

const open = () => openMetadata({ metadata: 'embedded', dataDir: installation.dataDir }, silentLog, tables)

test(`loses no acknowledged write and halves none in ${kills} kills at random moments`, {
  timeout: 60_000 + kills * 12_000,
}, async () => {
  const draw = chance()
  const added = new Set<string>()
  const changed = new Set<string>()
  const cookie = await installation.session()
  let id = 0
  const returns: number[] = []
  for (let round = 0; round < kills; round++) {
    const begun = performance.now()
    const product = await installation.serve()
    returns.push(performance.now() - begun)
    const save = async (entry: object): Promise<number | null> => {
      const body = { cgi: 'a', kind: 'player', ...entry }
      const answer = await (await send(product.address, addOrUpdateWhiteList.path, body, cookie)).json()
      return answer.isSuccess ? answer.data.id : null
    }
    const value = 'changed'
    id ||= (await save({ value })) ?? 0
    let [killed, wanted] = [false, Math.floor(draw() * 40)]
    const enough = Promise.withResolvers<void>()
    const endlessly = async (write: (name: string) => Promise<void>) => {
      for (let at = 0; !killed; at++) {
        await write(`${round}-${at}`)
        if (--wanted <= 0) enough.resolve()
      }
    }
    const adding = (worker: number) =>
      endlessly(async (name) => {
        if (await save({ value: `${worker}-${name}` })) added.add(`${worker}-${name}`)
      })
    const changing = endlessly(async (note) => {
      if (await save({ id, value, note, revision: 1, overwrite: true })) changed.add(note)
    })
    const workers = [adding(1), adding(2), changing].map((work) => work.catch(() => undefined))
    // So many are done, then at any moment of those under way.
    await enough.promise
    await sleep(draw() * 20)
    await product.stop('SIGKILL')
    killed = true
    await Promise.all(workers)
  }
  const { db, stop } = await open()
  const entries = await db.selectFrom('white_entry').selectAll().execute()
  const history = await db.selectFrom('object_change').selectAll().execute()
  const audited = await db
    .selectFrom('audit')
    .select('action')
    .where('action', 'like', 'whiteList.%')
    .execute()
  await stop()

  const values = entries.map(({ value }) => value)
  expect(new Set(values).size).toBe(values.length)
  expect([...added].filter((value) => !values.includes(value))).toEqual([])
  const notes = new Set(
    history.flatMap(({ changes }) => JSON.parse(changes).map(({ to }: { to: string }) => to)),
  )
  expect([...changed].filter((note) => !notes.has(note))).toEqual([])
  // An entry and its line in the audit, a change, its history and its line: one without the other would be half a write.
  const auditedAs = (action: string) => audited.filter((row) => row.action === action).length
  const kept = entries.find((entry) => entry.id === id)
  expect(auditedAs('whiteList.add')).toBe(entries.length)
  expect([auditedAs('whiteList.change'), history.length]).toEqual([history.length, (kept?.revision ?? 0) - 1])
  expect(kept?.note).toBe(JSON.parse(history.at(-1)?.changes ?? '[]')[0]?.to)

  expect(added.size).toBeGreaterThan(kills)
  expect(changed.size).toBeGreaterThan(0)
  const [middle, slowest] = [returns.toSorted((a, b) => a - b)[kills >> 1], Math.max(...returns)].map(
    (ms) => `${Math.round(ms ?? 0)} ms`,
  )
  console.info(
    `${kills} kills: ${added.size} entries added, ${changed.size} changes acknowledged, none lost or halved; back after ${middle}, at most ${slowest}`,
  )
})
