// The demo's accounts, and every report of every view, compiled and run over the demo's own warehouse.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { namesFor } from '#demo/metadata/calendarNotes.ts'
import { makeDemoMetadata } from '#demo/metadata/make.ts'
import { demoPassword } from '#demo/metadata/people.ts'
import { holdsPermission, permissionKeys } from '#shared/permissions.ts'
import { type CalendarNote, getCalendar } from '#features/calendar/contract.ts'
import {
  listQueries,
  type QueryVersion,
  querySql,
  queryVersions,
  type Run,
  type SavedQuery,
} from '#features/code/contract.ts'
import {
  addOrUpdateAnaDim,
  addOrUpdateAnaDimTable,
  addOrUpdateAnaPoint,
  addOrUpdateAnaPointTable,
} from '#features/config/contract.ts'
import { anaDictListsByFormName, type Dictionary, documentDictionary } from '#features/dictionary/contract.ts'
import { type LoginReply, login } from '#features/session/contract.ts'
import {
  getReportByViewMetaId,
  getReportDataByInfo,
  getReportQueryParam,
  getViewMeta,
  type QueryDimension,
  type QueryPoint,
  type Report,
  type ReportTable,
  type ViewType,
} from '#features/statement/contract.ts'
import { makeDemoHouse } from '../factories/demo/house.ts'
import type { House, Person } from '../factories/house.ts'

interface Calendar {
  notes: CalendarNote[]
}

let house: House
beforeAll(async () => {
  house = await makeDemoHouse()
}, 120_000)
afterAll(() => house?.dispose())

const signIn = async (name: string): Promise<Pick<Person, 'call'>> => {
  const body = { user: `${name}@example.com`, password: demoPassword }
  const answer = await house.send<LoginReply>(login, { body })
  expect(answer.data.username).toBe(name)
  const cookie = String(answer.headers['set-cookie']).match(/session=[^;]+/)?.[0] ?? ''
  return { call: (definition, input) => house.send(definition, input, { cookie }) }
}
const ownDimensions = (db: House['deps']['metadata']['db']) =>
  db.selectFrom('dimension').select(['id', 'form_type']).where('info', 'not like', '%"segment"%').execute()

const profile = async (name: string) =>
  (await house.send<LoginReply>(login, { body: { user: name, password: demoPassword } })).data

describe('accounts', () => {
  it('hold what they are there to show', async () => {
    const [admin, analyst, sql, viewer] = [
      await profile('admin'),
      await profile('analyst'),
      await profile('sql'),
      await profile('viewer'),
    ]
    expect(permissionKeys.every((key) => holdsPermission(admin.role.authorityInfo, key))).toBe(true)
    expect(admin.games.map(({ cgi }) => cgi).sort()).toEqual(['fhsg', 'mcxy', 'xgwy', 'yhxt'])
    expect(analyst.games.map(({ cgi }) => cgi).sort()).toEqual(['fhsg', 'yhxt'])
    expect(holdsPermission(analyst.role.authorityInfo, 'search_customReport')).toBe(true)
    expect(holdsPermission(analyst.role.authorityInfo, 'search_config')).toBe(false)
    expect(holdsPermission(sql.role.authorityInfo, 'search_sqlQuery')).toBe(true)
    expect(viewer.games).toEqual([{ cgi: 'yhxt', name: '云海仙途' }])
    expect(Object.values(viewer.role.authorityInfo).flat()).toEqual([])
  })

  it('are made once', async () => {
    const count = () => house.deps.metadata.db.selectFrom('report').select('id').execute()
    const before = (await count()).length
    await makeDemoMetadata(house.deps)
    expect(await count()).toHaveLength(before)
  })
})

describe('views', () => {
  const reportsOf = async (person: Pick<Person, 'call'>) => {
    const tree = (await person.call<ViewType[]>(getViewMeta, { body: {} })).data
    const metas = tree.flatMap((folder) => folder.metas)
    const lists = await Promise.all(
      metas.map(
        async ({ id }) => (await person.call<Report[]>(getReportByViewMetaId, { params: { id } })).data,
      ),
    )
    return { metas, reports: lists.flat() }
  }

  it.each(['admin', 'analyst', 'viewer'])(
    'run, each report of them, for %s',
    async (name) => {
      const person = await signIn(name)
      const { metas, reports } = await reportsOf(person)
      expect(metas.length).toBeGreaterThanOrEqual(20)
      expect(metas.some(({ shared }) => !shared)).toBe(name === 'analyst')
      const games = new Set<unknown>()
      for (const { id, reportName, info } of reports) {
        const answer = await person.call<ReportTable>(getReportDataByInfo, { body: { reportId: id, info } })
        expect([reportName, answer.envelope?.msg]).toEqual([reportName, ''])
        const column = answer.data.columns.findIndex(({ title }) => title === '游戏')
        const { data, levels } = answer.data
        // A subtotal over games is of none.
        for (const game of data[column] ?? []) if (game !== null || levels === null) games.add(game)
      }
      if (name === 'viewer') expect([...games]).toEqual(['yhxt'])
      if (name === 'analyst') expect([...games].sort()).toEqual(['fhsg', 'yhxt'])
      if (name === 'admin') expect(games.size).toBe(4)
    },
    120_000,
  )

  it('show figures where a reader looks first', async () => {
    const person = await signIn('admin')
    const { reports } = await reportsOf(person)
    const first = reports[0] as Report
    const { data } = await person.call<ReportTable>(getReportDataByInfo, { body: { info: first.info } })
    expect(data.rowCount).toBe(30)
    const values = data.summary?.filter((_, index) => (data.columns[index]?.role ?? 'value') === 'value')
    expect(values?.slice(1).every((cell) => typeof cell === 'number' && cell > 0)).toBe(true)
    expect(data.columns.some(({ role }) => role === 'change')).toBe(true)
  })

  it('show players who stay, who convert, and who pay how much', async () => {
    const person = await signIn('admin')
    const { reports } = await reportsOf(person)
    const answerOf = async (name: string) => {
      const { info } = reports.find(({ reportName }) => reportName === name) as Report
      const { data } = await person.call<ReportTable>(getReportDataByInfo, { body: { info } })
      const total = Object.fromEntries(data.columns.map(({ key }, at) => [key, data.summary?.[at] ?? null]))
      return { data, total: total as Record<string, number> }
    }
    const retention = await answerOf('留存报表')
    expect(retention.data.rowCount).toBe(30)
    expect(retention.total.n).toBeGreaterThan(50)
    // Fewer stay the longer it is.
    expect(retention.total.r1).toBeGreaterThan(retention.total.r7 as number)
    expect(retention.total.r7).toBeGreaterThan(0)
    expect(retention.data.unfinishedFrom).not.toBeNull()
    // The latest version of a game keeps fewer of its new players.
    const { data: versions } = await answerOf('新版本的留存')
    const at = (key: string) => versions.columns.findIndex((one) => one.key === key)
    const daily = (versions.data[0] as string[]).map((day, row) => ({
      day,
      came: versions.data[at('n')]?.[row] as number,
      stayed: versions.data[at('n1')]?.[row] as number | null,
    }))
    const rateOf = (rows: typeof daily) => {
      const whole = rows.filter(({ stayed }) => stayed !== null).slice(1)
      return (
        whole.reduce((sum, { stayed }) => sum + (stayed ?? 0), 0) /
        whole.reduce((sum, { came }) => sum + came, 0)
      )
    }
    const sorted = daily.toSorted((one, other) => other.day.localeCompare(one.day))
    expect(rateOf(sorted.slice(0, 8))).toBeLessThan(0.7 * rateOf(sorted.slice(8)))
    const gone = await answerOf('流失与回流')
    expect(gone.total.g7).toBeGreaterThan(gone.total.g30 as number)
    expect(gone.total.y7).toBeGreaterThan(0)
    const funnel = await answerOf('转化漏斗')
    const steps = ['s1', 's2', 's3', 's4'].map((key) => funnel.total[key] as number)
    expect(steps).toEqual([...steps].sort((left, right) => right - left))
    expect(steps.at(-1)).toBeGreaterThan(0)
    const day = (await answerOf('首充漏斗')).total
    expect(day.s1).toBeGreaterThan(day.s2 as number)
    expect(day.s3).toBeGreaterThan(0)
    expect(day.w3).toBeGreaterThan(day.m3 as number)
    expect(day.w3).toBeLessThanOrEqual(24)
    const paid = await answerOf('付费分布')
    const [buckets, players] = paid.data.data as [string[], number[]]
    expect(buckets).toHaveLength(9)
    expect(players.reduce((sum, count) => sum + count, 0)).toBe(paid.total.n)
    const regions = await answerOf('地区小计')
    expect(new Set(regions.data.levels)).toEqual(new Set([1, 2]))
    const channels = await answerOf('前 10 渠道')
    expect(channels.data.others?.filter(Boolean)).toEqual([true])
    expect(channels.data.rowCount).toBe(11)
  })

  it('tell where a player came from and where one pays apart, and regions by what they lie in', async () => {
    const person = await signIn('admin')
    const { db } = house.deps.metadata
    const idOf = async (table: 'dimension' | 'point', name: string) =>
      (await db.selectFrom(table).select('id').where('name', '=', name).executeTakeFirstOrThrow()).id
    const answerOf = async (...names: string[]) => {
      const dims = await Promise.all(names.map((name) => idOf('dimension', name)))
      const info = { dims, points: [await idOf('point', '充值金额')] }
      const { data } = await person.call<ReportTable>(getReportDataByInfo, { body: { info } })
      return data.data.map((column) => column as (string | null)[])
    }
    const [platforms, paidIn] = await answerOf('平台', '付费渠道')
    const ofApple = paidIn?.filter((_, at) => platforms?.[at] === 'iOS')
    expect(new Set(ofApple)).toEqual(new Set(['appstore']))
    const [from, types] = await answerOf('渠道类型', '付费渠道类型')
    expect(from?.some((type, at) => type !== types?.[at])).toBe(true)
    expect(types).not.toContain(null)
    const [areas, regions] = await answerOf('大区', '地区')
    expect(areas?.map((area, at) => `${regions?.[at]} ${area}`)).toContain('东南亚 港澳台与海外')
    expect(areas).not.toContain(null)
  })

  it('stand on definitions that could all be saved as they are', async () => {
    const person = await signIn('admin')
    const { db } = house.deps.metadata
    const refused: unknown[] = []
    const save = async (definition: Parameters<Person['call']>[0] & { name: string }, id: number) => {
      const { envelope } = await person.call(definition, { body: { id } })
      if (!envelope?.isSuccess) refused.push([definition.name, id, envelope?.msg])
    }
    // Those of segments are saved by these.
    for (const { id } of await ownDimensions(db)) await save(addOrUpdateAnaDim, id)
    for (const { id } of await db.selectFrom('point').select('id').execute())
      await save(addOrUpdateAnaPoint, id)
    for (const table of ['point_table', 'dimension_table'] as const) {
      const definition = table === 'point_table' ? addOrUpdateAnaPointTable : addOrUpdateAnaDimTable
      for (const { id } of await db.selectFrom(table).select('id').execute()) await save(definition, id)
    }
    expect(refused).toEqual([])
  })

  it('can be searched by readings, with values for each control', async () => {
    const person = await signIn('viewer')
    const ids = (await ownDimensions(house.deps.metadata.db))
      .filter(({ form_type }) => form_type === 'select' || form_type === 'multiSelect')
      .map(({ id }) => id)
    const query = { options: ids.join(',') }
    const answer = await person.call<{ dimensions: QueryDimension[]; points: QueryPoint[] }>(
      getReportQueryParam,
      {
        params: { reportId: 0 },
        query,
      },
    )
    const offered = answer.data.dimensions.filter(({ options }) => options !== null)
    expect(offered).toHaveLength(ids.length)
    for (const { name, options, dictId } of offered) {
      expect([name, options?.length]).not.toEqual([name, 0])
      // A code that no dictionary names would be read as it is.
      if (dictId !== null) {
        const unnamed = options?.filter(
          ({ value, label }) =>
            value === label && !['中国香港', '中国台湾', '新加坡', '马来西亚', '美国'].includes(label),
        )
        expect([name, unnamed]).toEqual([name, []])
      }
    }
    expect(answer.data.points.length).toBeGreaterThanOrEqual(25)
    expect(
      answer.data.points.every(({ describe, unreachable }) => describe !== '' && unreachable === ''),
    ).toBe(true)
  })
})

describe('saved queries', () => {
  const ownParams = ({ sql, params }: Pick<SavedQuery, 'sql' | 'params'>) =>
    Object.fromEntries(
      params
        .filter(({ name }) => new RegExp(`:${name}\\b`).test(sql))
        .map(({ name, type, default: value }) => [name, { type, value }]),
    )

  it('run with their usual values, each version of them, and show rows', async () => {
    const person = await signIn('sql')
    const queries = (await person.call<SavedQuery[]>(listQueries)).data
    expect(queries.length).toBeGreaterThanOrEqual(6)
    for (const { id, name } of queries) {
      const versions = (await person.call<QueryVersion[]>(queryVersions, { params: { id } })).data
      for (const version of versions) {
        const body = { sql: version.sql, params: ownParams(version) }
        const { envelope } = await person.call<Run>(querySql, { body })
        expect([name, envelope?.msg]).toEqual([name, ''])
        // The demo of a test is a small town: few buy much on one day there.
        if (!name.startsWith('可疑订单')) expect([name, envelope?.data?.rowCount]).not.toEqual([name, 0])
      }
    }
  }, 120_000)

  it('are the data engineer’s alone', async () => {
    const admin = await signIn('admin')
    expect((await admin.call<SavedQuery[]>(listQueries)).data).toEqual([])
  })
})

it('notes the versions of the games on their dates', async () => {
  const year = new Date().getFullYear()
  const read = { params: { from: year - 1, to: year } }
  const { notes } = (await (await signIn('viewer')).call<Calendar>(getCalendar, read)).data
  expect(new Set(notes.map(({ game }) => game))).toEqual(new Set(['云海仙途', '']))
  expect(notes.filter(({ kind }) => kind === 'version').length).toBeGreaterThanOrEqual(5)
  const all = (await (await signIn('admin')).call<Calendar>(getCalendar, read)).data.notes
  expect(new Set(all.map(({ cgi }) => cgi)).size).toBe(5)
})

it('names a version after its season', () => {
  const months = [8, 9, 10, 12, 1, 2, 4, 5, 6, 7, 11]
  const names = namesFor('mcxy', months)
  const monthOf = (name: string) => months[names.indexOf(name)]
  expect(monthOf('花火大会')).toBe(8)
  expect(monthOf('温泉小镇')).toBe(12)
  expect(monthOf('初雪')).toBe(11)
  expect(monthOf('雨季菜园')).toBe(6)
  expect(new Set(names).size).toBe(months.length)
})

it('lists documents with address and time', async () => {
  const person = await signIn('viewer')
  const [documents] = (
    await person.call<Dictionary[]>(anaDictListsByFormName, { body: [documentDictionary] })
  ).data
  expect(documents?.attributes).toEqual(['name', 'url', 'update_time'])
  expect(documents?.values.length).toBeGreaterThanOrEqual(4)
  for (const { data } of documents?.values ?? []) expect(data[1]).toMatch(/^https:\/\/docs\.example\.com\//)
})
