// Checks on what sources load: a source stops at a load that is held back, and goes on once somebody decided.

import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { describeEngines } from '#tests/factories/engines.ts'
import {
  type Check,
  discardHold,
  type Hold,
  listHolds,
  releaseHold,
  saveCheck,
} from '#features/checks/contract.ts'
import { makePushToken, pushRows, type Source } from '#features/sources/contract.ts'
import { makeSourcesHouse, type SourcesHouse } from '../sources/sourcesHouse.ts'
import { textsOf } from './checksHouse.ts'

describeEngines('checks on what sources load', (engine) => {
  let house: SourcesHouse
  beforeAll(async () => {
    house = await makeSourcesHouse(await engine.options())
  })
  afterAll(() => house?.dispose())

  const rows = (table: string) => textsOf(house, table)
  const holds = async () => (await house.ask<Hold[]>(listHolds)).filter(({ state }) => state === 'held')
  const work = async () => {
    await house.app.jobs.tick()
    await house.app.jobs.settled()
  }
  const holdBack = (table: string) =>
    house.ask<Check>(saveCheck, {
      body: {
        id: -1,
        name: '',
        table,
        kind: 'range',
        values: { column: 'n', low: 0, high: null, unit: 'count', most: 0 },
        action: 'hold',
        timing: { kind: 'load' },
      },
    })

  let files: Source
  it('stops at the file that is held back, and goes on behind it', async () => {
    const settings = { path: join(house.drop, 'files'), pattern: '*', settle: 1 }
    house.put('files/1.csv', 'day,n\n2026-01-01,1\n', 90_000)
    files = await house.save({ name: 'files', table: 'files', settings })
    await house.run(files.id)
    await holdBack('files')
    house.put('files/2.csv', 'day,n\n2026-01-02,-2\n', 80_000)
    house.put('files/3.csv', 'day,n\n2026-01-03,3\n', 70_000)
    const stopped = await house.run(files.id)
    expect(stopped.runs[0]).toMatchObject({ outcome: 'failed', loaded: 0, failed: 1 })
    expect(stopped.runs[0]?.problem).toContain('2.csv')
    expect(await rows('files')).toHaveLength(1)
    // It stops there until somebody decides, and says so.
    const again = await house.run(files.id)
    expect(again.runs[0]?.problem).toContain('没有通过数据校验，已扣下')
    expect(await rows('files')).toHaveLength(1)
    const [hold, ...others] = await holds()
    expect(others).toEqual([])
    await house.ask(releaseHold, { params: { id: hold?.id }, body: {} })
    await work()
    const after = await house.run(files.id)
    expect(after.runs[0]).toMatchObject({ outcome: 'done', loaded: 2, failed: 0, rows: 2, problem: null })
    expect(await rows('files')).toEqual([
      ['2026-01-01', '1'],
      ['2026-01-02', '-2'],
      ['2026-01-03', '3'],
    ])
    expect((await house.find(files.id)).problem).toBeNull()
  })

  it('leaves the file that is dropped', async () => {
    house.put('files/4.csv', 'day,n\n2026-01-04,-4\n', 60_000)
    house.put('files/5.csv', 'day,n\n2026-01-05,5\n', 50_000)
    await house.run(files.id)
    const [dropped] = await holds()
    await house.ask(discardHold, { params: { id: dropped?.id }, body: {} })
    expect((await house.run(files.id)).runs[0]).toMatchObject({ outcome: 'done', loaded: 1, problem: null })
    expect((await rows('files')).map(([day]) => day)).toEqual([
      '2026-01-01',
      '2026-01-02',
      '2026-01-03',
      '2026-01-05',
    ])
  })

  let source: Source
  let token: string
  const push = (text: string) =>
    house.app.inject({
      method: 'POST',
      url: pushRows.path.replace('{id}', String(source.id)),
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/octet-stream' },
      payload: Buffer.from(text),
    })

  it('loads pushed rows that were released, once', async () => {
    source = await house.save({ name: 'pushed', kind: 'push', settings: {}, table: 'pushed' })
    const made = await house.ask<{ token: string }>(makePushToken, { params: { id: source.id }, body: {} })
    token = made.token
    await push('{"day":"2026-01-01","n":1}\n')
    await house.run(source.id)
    await holdBack('pushed')
    await push('{"day":"2026-01-02","n":-2}\n')
    await house.run(source.id)
    await push('{"day":"2026-01-03","n":3}\n')
    await house.run(source.id)
    expect(await rows('pushed')).toHaveLength(1)
    const [hold] = await holds()
    await house.ask(releaseHold, { params: { id: hold?.id }, body: {} })
    await work()
    await house.run(source.id)
    expect((await rows('pushed')).map(([, n]) => n)).toEqual(['1', '-2', '3'])
  })

  it('never loads pushed rows that were dropped', async () => {
    await push('{"day":"2026-01-04","n":-4}\n')
    await house.run(source.id)
    const [dropped] = await holds()
    await house.ask(discardHold, { params: { id: dropped?.id }, body: {} })
    await push('{"day":"2026-01-05","n":5}\n')
    await house.run(source.id)
    expect((await rows('pushed')).map(([, n]) => n)).toEqual(['1', '-2', '3', '5'])
  })
})
