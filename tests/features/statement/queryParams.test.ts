// Options of filter bar and pickers: reasons for unreachable ones, and values within the caller's games.
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { LastName } from '#semantic/model/gone.ts'
import type { Person } from '#tests/factories/house.ts'
import { forgetModel } from '#features/config/server/index.ts'
import {
  getReportDataByInfo,
  getReportQueryParam,
  type QueryDimension,
  type QueryPoint,
  type ReportTable,
} from '#features/statement/contract.ts'
import { makeOffice, type Office } from './office.ts'

interface Offer {
  dimensions: QueryDimension[]
  points: QueryPoint[]
  gone: LastName[]
}

let office: Office
let reader: Person
beforeAll(async () => {
  const many = "INSERT INTO visit SELECT '2026-10-01', 'many', 'c' || i, i, 1 FROM range(700) t(i)"
  office = await makeOffice({
    extraSql: [many, "INSERT INTO visit VALUES ('2026-10-01', 'b', 'canary-b', 77, 1)"],
  })
  reader = await office.person({ games: ['a'] })
})
afterAll(() => office?.dispose())

const offer = async (query: Record<string, string> = {}, reportId = 0, person = reader) =>
  (await person.call<Offer>(getReportQueryParam, { params: { reportId }, query })).data
const optionsOf = async (dimension: number, like?: string, person = reader) => {
  const { dimensions } = await offer({ options: String(dimension), ...(like && { like }) }, 0, person)
  const found = dimensions.find(({ id }) => id === dimension)
  return { options: found?.options ?? null, more: found?.moreOptions }
}

it('describes dimensions and points with their readings', async () => {
  const { dimensions, points } = await offer()
  expect(dimensions.find(({ id }) => id === office.dims.date)).toMatchObject({
    name: '日期',
    formType: 'dateRange',
    grains: ['day', 'week', 'month', 'quarter', 'year'],
    options: null,
    moreOptions: false,
    unreachable: '',
  })
  expect(dimensions.find(({ id }) => id === office.dims.channel)).toMatchObject({
    grains: [],
    dictId: office.dictionary,
  })
  expect(points.find(({ id }) => id === office.points.revenue)).toMatchObject({
    name: '充值金额',
    unit: '元',
    types: 'additive',
  })
  expect(points.every(({ pinyin, name }) => pinyin !== '' || name === 'ARPU')).toBe(true)
})

it('says why a choice cannot join those made', async () => {
  const reason = (offered: Offer, list: 'dimensions' | 'points', id: number) =>
    offered[list].find((one) => one.id === id)?.unreachable
  const visits = await offer({ points: String(office.points.minutes), dims: '' })
  expect(reason(visits, 'dimensions', office.dims.state)).toContain('在线时长')
  expect(reason(visits, 'dimensions', office.dims.channel)).toBe('')
  const states = await offer({ points: '', dims: String(office.dims.state) })
  expect(reason(states, 'points', office.points.minutes)).toContain('状态')
  expect(reason(states, 'points', office.points.arpu)).toContain('状态')
  expect(reason(states, 'points', office.points.orders)).toBe('')
  // The saved report has minutes by date.
  expect(reason(await offer({}, office.report), 'dimensions', office.dims.state)).toContain('在线时长')
  expect(reason(await offer({ points: '424242', dims: '' }), 'dimensions', office.dims.state)).toBe('')
})

it('offers values in the caller’s games, with the dictionary’s labels in its order', async () => {
  expect(await optionsOf(office.dims.channel)).toEqual({
    options: [
      { value: 'web', label: '官网', pinyin: 'guan wang' },
      { value: 'store', label: '应用商店', pinyin: 'ying yong shang dian' },
      expect.objectContaining({ value: expect.toBeOneOf(['', null]) }),
      expect.objectContaining({ value: expect.toBeOneOf(['', null]) }),
    ],
    more: false,
  })
  expect((await optionsOf(office.dims.game)).options?.map(({ value }) => value)).toEqual(['a'])
  expect(
    (await optionsOf(office.dims.channel, undefined, await office.person({ games: [] }))).options,
  ).toEqual([])
})

it('offers null and the empty text apart, and either is a condition on its own rows', async () => {
  const { channel } = office.dims
  const { options = [] } = await optionsOf(channel)
  const blank = options?.filter(({ value }) => value === null || value === '') ?? []
  expect(new Map(blank.map(({ value, label }) => [value, label]))).toEqual(
    new Map([
      [null, '–'],
      ['', '(空文本)'],
    ]),
  )
  for (const value of [null, '', 'web']) {
    const info = office.info({ dims: [channel], filters: [{ dim: channel, op: 'in', values: [value] }] })
    const { data } = await office.admin.call<ReportTable>(getReportDataByInfo, { body: { info } })
    expect(data.data[0]).toEqual([value])
  }
})

it('shows no foreign value to a limited caller', async () => {
  for (const dimension of [office.dims.channel, office.dims.game, office.dims.state]) {
    const text = JSON.stringify(await optionsOf(dimension))
    for (const canary of ['canary-b', 'gold', '"b"', '"c"', 'many', 'c7']) expect(text).not.toContain(canary)
  }
})

it('searches codes, labels and readings, and tells when there is more', async () => {
  const values = async (like: string) =>
    (await optionsOf(office.dims.channel, like)).options?.map(({ value }) => value)
  expect(await values('web')).toEqual(['web'])
  expect(await values('商店')).toEqual(['store'])
  expect(await values('yysd')).toEqual(['store'])
  expect(await values('guanw')).toEqual(['web'])
  expect(await values('%')).toEqual([])
  const everything = await optionsOf(office.dims.channel, undefined, office.admin)
  expect(everything.options).toHaveLength(500)
  expect(everything.more).toBe(true)
  expect((await optionsOf(office.dims.channel, 'c69', office.admin)).options).toHaveLength(11)
  expect((await optionsOf(office.dims.state, 'PAI')).options).toEqual([{ value: 'paid', label: 'paid' }])
})

it('refuses malformed lists, too many of them and reports that are not there', async () => {
  const status = async (query: Record<string, string>, reportId = 0) =>
    (await reader.call(getReportQueryParam, { params: { reportId }, query })).status
  expect(await status({ dims: '1,x' })).toBe(400)
  expect(await status({ options: '1;drop' })).toBe(400)
  expect(await status({ dims: '9007199254740991' })).toBe(200)
  expect(await status({ dims: '9007199254740992' })).toBe(400)
  expect(await status({ like: 'x'.repeat(201) })).toBe(400)
  expect(await status({}, 999_999)).toBe(404)
  const many = Array.from({ length: 30 }, (_, index) => index + 1).join(',')
  expect(
    (await reader.call(getReportQueryParam, { params: { reportId: 0 }, query: { options: many } })).envelope
      ?.code,
  ).toBe('parameter_wrong')
})

it('follows the warehouse when it is published anew', async () => {
  const values = async () => (await optionsOf(office.dims.state)).options?.map(({ value }) => value)
  expect(await values()).toEqual(['paid', 'refunded'])
  await office.warehouse.publish([
    `CREATE TABLE orders AS SELECT DATE '2026-10-01' AS day, TIMESTAMP '2026-10-01 09:30:00' AS paid_at, 'a' AS cgi,
      'web' AS channel, 1 AS player_id, 1.00 AS amount, 'paid' AS state`,
  ])
  await expect.poll(values).toEqual(['paid'])
})

it('tells the last names of what was asked for and was deleted, of a condition too', async () => {
  const { channel, kind } = office.dims
  const { metadata } = office.deps
  const deleted_at = new Date().toISOString()
  await metadata.db.updateTable('dimension').set({ deleted_at }).where('id', 'in', [channel, kind]).execute()
  forgetModel(metadata)
  const { dimensions, gone } = await offer({ dims: `${channel},424242`, options: String(kind) })
  expect(dimensions.map(({ id }) => id)).not.toContain(channel)
  expect(gone).toEqual([
    { kind: 'dimension', id: channel, name: '渠道' },
    { kind: 'dimension', id: kind, name: '渠道类型' },
  ])
  expect((await offer()).gone).toEqual([])
})
