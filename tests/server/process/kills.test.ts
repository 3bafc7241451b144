// What a kill of the server leaves.
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addOrUpdateViewType, getViewMeta } from '../../../src/features/statement/contract.ts'
import { chance } from '../../factories/chance.ts'
import { makeInstallation, send, signIn } from '../../factories/installation.ts'

/** `KILLS=200` runs the long form. */
const kills = Number(process.env.KILLS ?? 6)

let installation: Awaited<ReturnType<typeof makeInstallation>>
beforeAll(async () => {
  installation = await makeInstallation()
})
afterAll(() => installation.dispose())

test(`loses no acknowledged write in ${kills} kills at random moments`, {
  timeout: 60_000 + kills * 12_000,
}, async () => {
  const acknowledged = new Set<string>()
  const draw = chance()
  let cookie = ''
  for (let round = 0; round < kills; round++) {
    const product = await installation.serve()
    cookie ||= await signIn(product.address, installation.password)
    let killed = false
    const write = async (worker: number) => {
      for (let at = 0; !killed; at++) {
        const name = `文件夹 ${round}-${worker}-${at}`
        const reply = await send(product.address, addOrUpdateViewType.path, { name }, cookie)
        if ((await reply.json()).isSuccess) acknowledged.add(name)
      }
    }
    const workers = [0, 1, 2].map((worker) => write(worker).catch(() => undefined))
    await sleep(50 + draw() * 300)
    await product.stop('SIGKILL')
    killed = true
    await Promise.all(workers)
  }
  const product = await installation.serve()
  const reply = await send(product.address, getViewMeta.path, {}, cookie)
  const { data } = (await reply.json()) as { data: { name: string }[] }
  await product.stop()
  const kept = data.map(({ name }) => name)
  expect(new Set(kept).size).toBe(kept.length)
  expect([...acknowledged].filter((name) => !kept.includes(name))).toEqual([])
  expect(acknowledged.size).toBeGreaterThan(kills)
})
