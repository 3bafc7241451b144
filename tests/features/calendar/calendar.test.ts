// The calendar's calls: shipped and edited years, and notes that are visible only in their games.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { PastHistory } from '#shared/changeHistory.ts'
import { type House, makeHouse, type Person } from '#tests/factories/house.ts'
import {
  type CalendarDay,
  type CalendarNote,
  type CalendarYear,
  deleteCalendarNote,
  getCalendar,
  noteBack,
  noteHistory,
  saveCalendarNote,
  saveCalendarYear,
} from '#features/calendar/contract.ts'
import { shippedDays } from '#features/calendar/server/shipped.ts'

let house: House
let configurer: Person
let reader: Person

beforeAll(async () => {
  house = await makeHouse()
  await house.deps.metadata.db
    .insertInto('game')
    .values([
      { cgi: 'a', name: '云海仙途' },
      { cgi: 'b', name: '烽火三国' },
    ])
    .execute()
  configurer = await house.person({ keys: ['search_config'] })
  reader = await house.person({ games: ['a'] })
})
afterAll(() => house.dispose())

interface Calendar {
  years: CalendarYear[]
  notes: CalendarNote[]
}
const read = async (person: Person, from = 2026, to = from): Promise<Calendar> =>
  (await person.call<Calendar>(getCalendar, { params: { from, to } })).data
const saveYear = (year: number, days: CalendarDay[] | null) =>
  configurer.call<CalendarYear>(saveCalendarYear, { body: { year, days } })
const note = (person: Person, change: object = {}) =>
  person.call<{ id: number }>(saveCalendarNote, {
    body: { day: '2026-05-20', kind: 'version', title: '2.0 版本', cgi: 'a', ...change },
  })
const remove = (person: Person, id: number, restored = false) =>
  person.call(deleteCalendarNote, { params: { id }, body: restored ? { restored } : {} })
const titles = async (person: Person) => (await read(person)).notes.map(({ title }) => title)

describe('years', () => {
  it('come with holidays, make-up workdays and the Spring Festival', async () => {
    const [year] = (await read(reader)).years
    expect(year).toMatchObject({ year: 2026, source: 'shipped', springFestival: '2026-02-17' })
    expect(year?.days).toContainEqual({ day: '2026-10-01', kind: 'rest', name: '国庆节' })
    expect(year?.days).toContainEqual({ day: '2026-10-10', kind: 'work', name: '国庆节' })
  })

  it('that nobody announced are unknown, and know their Spring Festival all the same', async () => {
    const { years } = await read(reader, 2035, 2036)
    expect(years).toEqual([
      { year: 2035, days: [], source: 'unknown', springFestival: '2035-02-08' },
      { year: 2036, days: [], source: 'unknown', springFestival: '2036-01-28' },
    ])
  })

  it('are edited, and go back to what is shipped', async () => {
    const days: CalendarDay[] = [
      { day: '2027-10-09', kind: 'work', name: '国庆节' },
      { day: '2027-10-01', kind: 'rest', name: '国庆节' },
    ]
    expect((await saveYear(2027, days)).data).toMatchObject({ source: 'edited', days: days.toReversed() })
    expect((await read(reader, 2027)).years[0]?.days).toEqual(days.toReversed())
    expect((await saveYear(2027, null)).data).toMatchObject({ source: 'unknown', days: [] })
    await saveYear(2026, [])
    expect((await read(reader)).years[0]).toMatchObject({ source: 'edited', days: [] })
    expect((await saveYear(2026, null)).data.source).toBe('shipped')
  })

  it.each<[string, CalendarDay[], string]>([
    ['a day of another year', [{ day: '2028-01-01', kind: 'rest', name: '' }], '不在 2027 年内'],
    ['a day twice', Array(2).fill({ day: '2027-01-01', kind: 'rest', name: '' }), '重复出现'],
    ['a day that is none', [{ day: '2027-02-30', kind: 'rest', name: '' }], '不是有效的日期'],
    ['work on a weekday', [{ day: '2027-01-04', kind: 'work', name: '' }], '不是周末'],
    ['a name of two lines', [{ day: '2027-01-01', kind: 'rest', name: 'a\nb' }], '换行'],
  ])('refuse %s', async (_, days, message) => {
    const answer = await saveYear(2027, days)
    expect(answer.envelope).toMatchObject({ isSuccess: false, code: 'parameter_wrong' })
    expect(answer.envelope?.msg).toContain(message)
    expect((await read(reader, 2027)).years[0]?.source).toBe('unknown')
  })

  it('as shipped could be saved as they are', async () => {
    for (const year of [2004, 2013, 2020, 2026]) {
      expect((await saveYear(year, shippedDays(year))).data.days).toEqual(shippedDays(year))
      await saveYear(year, null)
    }
  })

  it('refuse a range that runs backwards', async () => {
    const answer = await reader.call(getCalendar, { params: { from: 2027, to: 2026 } })
    expect(answer.envelope).toMatchObject({ isSuccess: false, code: 'parameter_wrong' })
  })

  it('leave an audit row', async () => {
    await saveYear(2027, null)
    expect(await lastAudit()).toMatchObject({ action: 'calendar.saveYear', user_id: configurer.id })
  })
})

const lastAudit = () =>
  house.deps.metadata.db.selectFrom('audit').selectAll().orderBy('id', 'desc').executeTakeFirst()

describe('notes', () => {
  it('of a game are for those who see the game, of all games for everybody', async () => {
    await note(configurer, { title: '甲', cgi: 'a' })
    await note(configurer, { title: '乙', cgi: 'b' })
    await note(configurer, { title: '全部', cgi: null })
    const nobody = await house.person({ games: [] })
    expect(await titles(configurer)).toEqual(['甲', '乙', '全部'])
    expect(await titles(reader)).toEqual(['甲', '全部'])
    expect(await titles(nobody)).toEqual(['全部'])
  })

  it('tell whose they are and who may change them', async () => {
    const mine = (await note(reader, { title: '我的' })).data.id
    const seen = async (person: Person) => (await read(person)).notes.find(({ id }) => id === mine)
    const fellow = await house.person({ games: ['a', 'b'] })
    expect(await seen(reader)).toMatchObject({
      editable: true,
      game: '云海仙途',
      owner: reader.user.username,
    })
    expect(await seen(configurer)).toMatchObject({ editable: true })
    expect(await seen(fellow)).toMatchObject({ editable: false })
    expect((await remove(fellow, mine)).envelope?.code).toBe('permission_missing')
    expect((await note(fellow, { id: mine, title: '换了' })).envelope?.code).toBe('permission_missing')
    expect((await note(configurer, { id: mine, title: '改过' })).data.id).toBe(mine)
    expect((await seen(reader))?.title).toBe('改过')
    await remove(reader, mine)
  })

  it('of foreign games answer as if they did not exist, to all verbs', async () => {
    const foreign = (await note(configurer, { title: '密', cgi: 'b' })).data.id
    const limited = await house.person({ keys: ['search_config'], games: ['a'] })
    const missing = 987_654
    for (const person of [reader, limited]) {
      expect((await remove(person, foreign)).text).toBe((await remove(person, missing)).text)
      expect((await remove(person, foreign, true)).text).toBe((await remove(person, missing, true)).text)
      expect((await note(person, { id: foreign })).text).toBe((await note(person, { id: missing })).text)
      const unknown = await note(person, { cgi: 'nowhere' })
      expect((await note(person, { cgi: 'b' })).text).toBe(unknown.text)
      expect(unknown.envelope?.code).toBe('object_missing')
    }
    await remove(configurer, foreign)
  })

  it('for all games are not for who sees some of them', async () => {
    expect((await note(reader, { cgi: null })).envelope?.code).toBe('permission_missing')
  })

  it('are deleted and brought back, once each', async () => {
    const id = (await note(reader, { title: '来去' })).data.id
    await remove(reader, id)
    expect(await titles(reader)).not.toContain('来去')
    expect((await remove(reader, id)).envelope?.code).toBe('object_missing')
    await remove(reader, id, true)
    expect(await titles(reader)).toContain('来去')
    expect((await remove(reader, id, true)).envelope?.code).toBe('object_missing')
    expect(await lastAudit()).toMatchObject({ action: 'calendarNote.restore' })
    await remove(reader, id)
  })

  it('are not overwritten unseen by the second of two editors', async () => {
    const id = (await note(reader, { title: '两人' })).data.id
    const seen = async () => (await read(reader)).notes.find((one) => one.id === id)
    const revision = (await seen())?.revision
    await note(configurer, { id, title: '对方的', revision })
    const refused = await note(reader, { id, title: '我的', revision })
    expect([refused.status, refused.envelope?.data]).toMatchObject([
      409,
      { present: { title: '对方的' }, by: configurer.user.username },
    ])
    expect((await note(reader, { id, title: '我的', revision, overwrite: true })).status).toBe(200)
    expect((await note(configurer, { id, title: '不带版本' })).status).toBe(200)
    expect((await seen())?.title).toBe('不带版本')
    await remove(reader, id)
  })

  it('tell of their changes, and go back to what they were', async () => {
    const id = (await note(reader, { title: '初' })).data.id
    await note(configurer, { id, title: '改', day: '2026-05-21', kind: 'event' })
    const fellow = await house.person({ games: ['a'] })
    const told = (await fellow.call<PastHistory>(noteHistory, { params: { id } })).data
    expect(
      told.map(({ by, changes }) => [by, changes.map(({ title, from, to }) => [title, from, to])]),
    ).toEqual([
      [
        configurer.user.username,
        [
          ['日期', '2026-05-20', '2026-05-21'],
          ['类型', '版本', '活动'],
          ['标题', '初', '改'],
        ],
      ],
      [reader.user.username, []],
    ])
    const back = (person: Person) => person.call(noteBack, { body: { id, change: 0 } })
    expect((await back(fellow)).envelope?.code).toBe('permission_missing')
    await back(reader)
    expect((await read(reader)).notes.find((one) => one.id === id)).toMatchObject({
      title: '初',
      day: '2026-05-20',
      kind: 'version',
    })
    const stranger = await house.person({ games: ['b'] })
    expect((await stranger.call(noteHistory, { params: { id } })).status).toBe(404)
    expect((await back(stranger)).status).toBe(404)
    await remove(reader, id)
  })

  it('are found in every year that they touch', async () => {
    const { id } = (await note(reader, { day: '2030-12-20', until: '2031-01-05', title: '跨年' })).data
    expect((await read(reader, 2030)).notes).toHaveLength(1)
    expect((await read(reader, 2031)).notes[0]).toMatchObject({ id, until: '2031-01-05' })
    expect((await read(reader, 2032)).notes).toHaveLength(0)
  })

  it.each([
    ['a day that is none', { day: '2026-02-30' }, '不是有效的日期'],
    ['an end before its beginning', { until: '2026-05-19' }, '早于开始日期'],
    ['more than a year', { until: '2027-05-25' }, '最长一年'],
    ['a day that no year reaches', { day: '1969-12-31' }, '超出可用的年份'],
    ['a title of nothing to see', { title: ' \u200b ' }, '标题不能为空'],
    ['a control character', { text: 'a\u0001b' }, '控制字符'],
  ])('refuse %s', async (_, change, message) => {
    const answer = await note(reader, change)
    expect(answer.envelope).toMatchObject({ isSuccess: false, code: 'parameter_wrong' })
    expect(answer.envelope?.msg).toContain(message)
  })
})
