// Two servers behind a proxy that sends each request to the next one: whatever a user has under way is there for each
// request, and what is finished outlives the server that made it where they share a storage.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { homeOf } from '#server/jobs/home.ts'
import { findPostgres } from '#setup/postgres.mjs'
import { accessKey, secretKey, startBucket } from '#tests/factories/databases/bucket.ts'
import type { Person } from '#tests/factories/house.ts'
import { makePair, type Pair } from '#tests/factories/servers.ts'
import {
  cancelQuery,
  createTmpTable,
  downloadExport,
  exportDataByAsync,
  listSqlQueryHistory,
  queryById,
  querySql,
  type Run,
  resultView,
  selectionStatistics,
} from '#features/code/contract.ts'
import {
  beginImport,
  followImport,
  listImports,
  readImportFile,
  sendImportPart,
} from '#features/imports/contract.ts'
import {
  type BackgroundRecord,
  getRecordData,
  getRecords,
  type ReportTable,
  runInBackground,
} from '#features/statement/contract.ts'

const patience = { timeout: 60_000 }
const rounds = [0, 1, 2, 3]

interface Place {
  files: string | null
  stop(): Promise<void>
}
const places: Record<string, () => Promise<Place>> = {
  'keep their own files': async () => ({ files: null, stop: async () => undefined }),
  'share a folder': async () => {
    const files = mkdtempSync(join(tmpdir(), 'shared-'))
    return { files, stop: async () => rmSync(files, { recursive: true, force: true }) }
  },
  'share a bucket': async () => {
    const bucket = await startBucket('shared')
    const host = bucket.endpoint.replace('http://', '')
    const files = `s3://${accessKey}:${secretKey}@${host}/shared/one?tls=off`
    return { files, stop: bucket.stop }
  },
}

describe.skipIf(!findPostgres()).each(Object.entries(places))('two servers that %s', (_, open) => {
  let place: Place
  let pair: Pair
  let person: Person
  beforeAll(async () => {
    place = await open()
    pair = await makePair(place.files)
    person = await pair.first.person({ keys: ['search_sqlQuery', 'search_config'] })
  }, 120_000)
  afterAll(async () => {
    await pair.dispose()
    await place.stop()
  })

  const started = async (who: Person, sql: string) =>
    (await pair.ask<Run>(who, querySql, { body: { sql, async: true, waitMs: 0 } })).data
  const ended = async (who: Person, { queryId, stamp }: Run): Promise<Run> => {
    const query = { after: String(stamp), waitMs: '5000', count: '100' }
    const state = (await pair.ask<Run>(who, queryById, { params: { id: queryId }, query })).data
    return ['queued', 'running'].includes(state.status) ? ended(who, state) : state
  }
  const inBackground = async (who: Person) => {
    const body = { info: pair.first.info(), reportId: pair.first.report }
    const { id } = (await pair.ask<BackgroundRecord>(who, runInBackground, { body })).data
    const read = async () =>
      (await pair.ask<BackgroundRecord[]>(who, getRecords, { params: { id: String(pair.first.report) } }))
        .data
    await expect.poll(async () => (await read()).find((one) => one.id === id)?.status, patience).toBe('done')
    return id
  }
  const figures = async (who: Person, id: string) =>
    (await pair.ask<ReportTable>(who, getRecordData, { params: { id, export: 'false' } })).data.data
  const minutes = [
    ['2026-10-02', '2026-10-01'],
    [100, 60],
  ]

  it('answer each page of a run, its views and sums, and its history, from either', async () => {
    const run = await ended(person, await started(person, 'select range as i from range(2500)'))
    expect(run).toMatchObject({ status: 'done', rowCount: 2500 })
    const params = { id: run.queryId }
    const body = { sort: [{ column: 0, desc: true }], filters: [] }
    const { viewId } = (await pair.ask<{ viewId: string }>(person, resultView, { params, body })).data
    for (const round of rounds) {
      const query = { from: String(round * 500), count: '1', view: viewId }
      const page = (await pair.ask<Run>(person, queryById, { params, query })).data
      expect(page.data[0]?.[0 as never]).toBe(2499 - round * 500)
      const range = { from: 0, to: 2500, columns: [0] }
      const sums = await pair.ask<{ sum: string }>(person, selectionStatistics, { params, body: range })
      expect(Number(sums.data.sum)).toBe((2499 * 2500) / 2)
      const history = (await pair.ask<{ data: unknown[] }>(person, listSqlQueryHistory)).envelope
      expect(JSON.stringify(history)).toContain(run.queryId)
    }
  })

  it('tell the state of a run that is under way, and end it, from either', async () => {
    const run = await started(person, 'select count(*) from range(100000) a, range(100000) b, range(100) c')
    for (const _round of rounds) {
      const state = (await pair.ask<Run>(person, queryById, { params: { id: run.queryId } })).data
      expect(['queued', 'running']).toContain(state.status)
    }
    await pair.ask(person, listSqlQueryHistory)
    const end = (await pair.ask<Run>(person, cancelQuery, { params: { id: run.queryId } })).data
    expect((await ended(person, end)).status).toBe('canceled')
  })

  it('take an upload in pieces, read it, and count all uploads of a user', async () => {
    const content = Buffer.from(`day,amount\n${'2026-10-01,5\n'.repeat(4000)}`)
    const begin = async () =>
      pair.ask<{ id: string }>(person, beginImport, { body: { name: 'a.csv', size: content.length } })
    const { id } = (await begin()).data
    const step = Math.ceil(content.length / 5)
    for (let at = 0; at < content.length; at += step) {
      const params = { id, at: String(at) }
      await pair.ask(person, sendImportPart, { params, body: content.subarray(at, at + step) })
    }
    await pair.ask(person, readImportFile, { params: { id }, body: {} })
    const phase = async () =>
      (await pair.ask<{ phase: string }>(person, followImport, { params: { id } })).data.phase
    await expect.poll(phase, patience).toBe('ready')
    for (const more of [2, 3, 4]) {
      const reply = await begin()
      expect(reply.envelope?.code ?? 'begun').toBe(more <= 3 ? 'begun' : 'quota_exceeded')
    }
    for (const _round of rounds) expect((await pair.ask<unknown[]>(person, listImports)).data).toHaveLength(3)
  })

  it('use a temp table from either', async () => {
    await pair.ask(person, createTmpTable, { body: { name: 'five', sql: 'select range as i from range(5)' } })
    for (const _round of rounds) {
      const run = await ended(person, await started(person, 'select sum(i) as s from tmp.five'))
      expect(run.data).toEqual([[10]])
    }
  })

  it('give the figures of a background report, whole, from either', async () => {
    const id = await inBackground(person)
    for (const _round of rounds) expect(await figures(person, id)).toEqual(minutes)
    const other = await pair.second.person()
    for (const _round of rounds) {
      const reply = await pair.ask(other, getRecordData, { params: { id, export: 'false' } })
      expect(reply.envelope?.code).toBe('object_missing')
    }
  })

  it('give a file that was made in the background from either', async () => {
    const body = { sql: 'select range as i from range(3000)', format: 'csv' }
    const run = (await pair.ask<Run>(person, exportDataByAsync, { body })).data
    expect((await ended(person, run)).status).toBe('done')
    for (const _round of rounds) {
      const reply = await pair.ask(person, downloadExport, { params: { id: run.queryId } })
      expect(reply.bytes.toString().trimEnd().split('\r\n')).toHaveLength(3001)
    }
  })

  it('go on when one is gone: the other has what was finished, or says where it is', async () => {
    const run = await ended(person, await started(person, 'select range as i from range(1200)'))
    const params = { id: run.queryId }
    const body = { sort: [{ column: 0, desc: true }], filters: [] }
    const { viewId } = (await pair.ask<{ viewId: string }>(person, resultView, { params, body })).data
    const report = await inBackground(person)
    const order = { sql: 'select range as i from range(300)', format: 'csv' }
    const file = await ended(person, (await pair.ask<Run>(person, exportDataByAsync, { body: order })).data)
    await pair.vanish(await holderOf(pair, person))

    const query = { from: '0', count: '1', view: viewId }
    const page = await pair.ask<Run>(person, queryById, { params, query })
    const figured = await pair.ask<ReportTable>(person, getRecordData, {
      params: { id: report, export: 'false' },
    })
    const download = await pair.ask(person, downloadExport, { params: { id: file.queryId } })
    if (place.files === null) {
      expect(page.envelope?.code).toBe('result_expired')
      expect(figured.envelope?.msg).toContain('没有响应')
      expect(download.envelope?.code).toBe('result_expired')
    } else {
      expect(page.data.data).toEqual([[1199]])
      expect(figured.data.data).toEqual(minutes)
      expect(download.bytes.toString().trimEnd().split('\r\n')).toHaveLength(301)
      const five = await ended(person, await started(person, 'select sum(i) as s from tmp.five'))
      expect(five.data).toEqual([[10]])
    }
    const again = await ended(person, await started(person, 'select 6 * 7 as n'))
    expect(again.data).toEqual([[42]])
  })
})

async function holderOf({ first, second }: Pair, { id }: Person) {
  const { db } = first.deps.metadata
  const { home } = await db
    .selectFrom('user_place')
    .select('home')
    .where('user_id', '=', id)
    .executeTakeFirstOrThrow()
  return home === homeOf(first.dataDir) ? first : second
}
