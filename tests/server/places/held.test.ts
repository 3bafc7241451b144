// A load that checks hold back lies in the folder of the server that loaded it: whichever server is told to publish it,
// that one does.
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { installationSecret, secretPath } from '#server/secret.ts'
import { findPostgres } from '#setup/postgres.mjs'
import { type House, makeHouse } from '#tests/factories/house.ts'
import { dropDatabase, makeDatabase } from '#tests/factories/postgres.ts'
import { type ChecksHouse, into, makeChecksHouse } from '#tests/features/checks/checksHouse.ts'
import { discardHold, releaseHold } from '#features/checks/contract.ts'

describe.skipIf(!findPostgres())('a load that one of two servers holds back', () => {
  const folders = [0, 1].map(() => mkdtempSync(join(tmpdir(), 'held-')))
  const [one = '', two = ''] = folders
  let metadata: string
  let first: ChecksHouse
  let second: House
  beforeAll(async () => {
    metadata = await makeDatabase('migrated')
    installationSecret(one)
    cpSync(secretPath(one), secretPath(two))
    first = await makeChecksHouse({ metadata, dataDir: one })
    second = await makeHouse({ metadata, dataDir: two })
    for (const house of [first, second]) await house.app.places.join('http://127.0.0.1:9')
    await first.bring('1.csv', 'day,channel,n\n2026-01-01,甲,1\n', into('held'))
    await first.save({
      table: 'held',
      kind: 'filled',
      values: { column: 'channel', unit: 'share', most: 0 },
      action: 'hold',
    })
  })
  afterAll(async () => {
    await second.dispose()
    await first.dispose()
    await dropDatabase(metadata)
    for (const folder of folders) rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
  })

  const atSecond = (call: typeof releaseHold | typeof discardHold, id: number) =>
    second.send(call, { params: { id }, body: {} }, { cookie: first.keeper.cookie })
  const stateOf = async (id: number) =>
    (await first.deps.metadata.db.selectFrom('data_hold').select('state').where('id', '=', id).execute())[0]
      ?.state

  it('is published by that server, whichever is asked', async () => {
    await first.bring('2.csv', 'day,channel,n\n2026-01-02,,2\n', into('held', 'rows'))
    const [hold] = await first.holds()
    expect((await atSecond(releaseHold, hold?.id ?? 0)).envelope?.isSuccess).toBe(true)
    await expect.poll(() => stateOf(hold?.id ?? 0)).toBe('released')
    expect(await first.rowCount('held')).toBe(2)
  })

  it('is published by the server that is asked, where it is from before its place was noted', async () => {
    await first.bring('old.csv', 'day,channel,n\n2026-01-02,,2\n2026-01-05,,5\n', into('held', 'rows'))
    const hold = (await first.holds()).find(({ source }) => source === 'old.csv')
    await first.deps.metadata.db
      .updateTable('data_hold')
      .set({ home: null })
      .where('id', '=', hold?.id ?? 0)
      .execute()
    await first.keeper.call(releaseHold, { params: { id: hold?.id ?? 0 }, body: {} })
    await expect.poll(() => stateOf(hold?.id ?? 0)).toBe('released')
    expect(await first.rowCount('held')).toBe(4)
  })

  it('waits for that server where it does not run, and says so', async () => {
    await first.bring('3.csv', 'day,channel,n\n2026-01-03,,3\n', into('held', 'rows'))
    const hold = (await first.holds()).find(({ source }) => source === '3.csv')
    await first.app.places.leave()
    const answer = await atSecond(releaseHold, hold?.id ?? 0)
    expect(answer.envelope?.msg).toBe(
      '扣下的行在另一台服务器上，它现在没有运行；请等它启动后再发布，或丢弃后重新载入',
    )
    expect(await stateOf(hold?.id ?? 0)).toBe('held')
    expect((await atSecond(discardHold, hold?.id ?? 0)).envelope?.isSuccess).toBe(true)
    expect(await first.rowCount('held')).toBe(4)
  })
})
