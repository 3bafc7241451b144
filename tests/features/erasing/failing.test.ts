// An erasure that can't be finished: who ordered it is told, nobody without the right goes on, and it can be done again.
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Person } from '#tests/factories/house.ts'
import { querySql, type Run } from '#features/code/contract.ts'
import { type ErasureState, erasePlayer, erasures, retryErasure } from '#features/erasing/contract.ts'
import { makeOffice, type Office } from '../statement/office.ts'

let office: Office
let holder: Person

beforeAll(async () => {
  office = await makeOffice()
  holder = await office.person({ keys: ['search_config', 'search_sqlQuery', 'see_personal'] })
})
afterAll(() => office.dispose())

const work = async () => {
  await office.app.jobs.tick()
  await office.app.jobs.settled()
}
const order = async (by: Person, player: string) =>
  (await by.call<ErasureState>(erasePlayer, { body: { player, typed: player } })).data
const found = async (id: number) =>
  (await holder.call<ErasureState[]>(erasures)).data.find((one) => one.id === id) as ErasureState
const minutesOf = async (player: number) => {
  const sql = `select count(*) from visit where player_id = ${player}`
  await office.warehouse.warehouse.snapshot()
  return (await holder.call<Run>(querySql, { body: { sql } })).data.data[0]?.[0]
}

it('stops where the right is lost, tells who ordered it, and goes on for who has it', async () => {
  const { db } = office.deps.metadata
  const leaver = await office.person({ keys: ['search_config', 'see_personal'] })
  const { id, player } = await order(leaver, '3')
  // All rows are still asked for, and one game is all that is left.
  await db.updateTable('user').set({ games: '["a"]' }).where('id', '=', leaver.id).execute()
  await work()
  const stopped = await found(id)
  expect(stopped).toMatchObject({ state: 'failed', mayRetry: true })
  expect(stopped.problem).toContain('下令删除的人已没有')
  expect(await minutesOf(3)).toBe(2)
  const notes = await db.selectFrom('inbox_note').selectAll().where('user_id', '=', leaver.id).execute()
  expect(notes).toHaveLength(1)
  expect(notes[0]).toMatchObject({ source_kind: 'erasing', title: `删除没有做完：玩家 ${player}` })
  expect(notes[0]?.text).toContain('下令删除的人已没有')
  const limited = await office.person({ keys: ['search_config', 'see_personal'], games: ['a'] })
  expect((await limited.call(retryErasure, { body: { id } })).envelope).toMatchObject({ isSuccess: false })
  expect((await holder.call<ErasureState>(retryErasure, { body: { id } })).data.state).toBe('waiting')
  await work()
  expect(await found(id)).toMatchObject({ state: 'done', mayRetry: false, problem: null })
  expect(await minutesOf(3)).toBe(0)
  expect((await holder.call(retryErasure, { body: { id } })).envelope).toMatchObject({ isSuccess: false })
})

it('names the backups made before it with their dates', async () => {
  const { db } = office.deps.metadata
  const backup = (at: string, file: string) =>
    db
      .insertInto('audit')
      .values({ at, user_id: null, action: 'backup.end', detail: JSON.stringify({ file }) })
      .execute()
  await backup('2026-01-02T03:04:00.000Z', 'before.tar')
  const { id } = await order(holder, '4')
  await work()
  await backup('2999-01-01T00:00:00.000Z', 'after.tar')
  const left = (await found(id)).left.join('\n')
  expect(left).toContain('before.tar')
  expect(left).toMatch(/2026-01-02 .* 的 before\.tar/)
  expect(left).not.toContain('after.tar')
})
