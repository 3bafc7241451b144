// @vitest-environment jsdom
import { describe, expect, it } from 'vitest'
import { shiftDay } from '#shared/day.ts'
import { parametersText, valuesText } from '#shared/sql/parameterText.ts'
import type { SqlTable } from '#web/editor/types.ts'
import { listTyped } from '#web/pick/values/list.ts'
import { businessToday } from '#web/shell/businessDay.ts'
import type { ParameterSetting } from '#features/code/web/query/documents/types.ts'
import { comparedWith, guessSetting } from '#features/code/web/query/parameters/guess.ts'
import {
  converted,
  missingIn,
  savedParameters,
  sentParameters,
  settingsFor,
  settingsOfRun,
  settingsOfSaved,
  withPartner,
} from '#features/code/web/query/parameters/values.ts'

const tables: SqlTable[] = [
  {
    name: 'pay_order',
    columns: [
      { name: 'pay_date', type: 'DATE' },
      { name: 'amount', type: 'DECIMAL(18,2)' },
      { name: 'channel_id', type: 'VARCHAR', dictId: 7 },
      { name: 'player', type: 'VARCHAR' },
    ],
  },
]
const today = '2026-10-11'
const guess = (name: string, sql: string) => guessSetting(name, sql, tables, today)

describe('a parameter is guessed', () => {
  it('by its name: a start lies a week back, another day is yesterday', () => {
    expect(guess('start_date', 'select :start_date')).toMatchObject({ type: 'date', value: '2026-10-04' })
    expect(guess('end_date', 'select :end_date')).toMatchObject({ type: 'date', value: '2026-10-10' })
    expect(guess('截止日期', 'select :截止日期')).toMatchObject({ type: 'date', value: '2026-10-10' })
    expect(guess('player_id', 'select :player_id')).toMatchObject({ type: 'number', value: '' })
    expect(guess('id_list', 'select :id_list')).toMatchObject({ type: 'list', value: [] })
    expect(guess('keyword', 'select :keyword')).toMatchObject({ type: 'text', value: '' })
  })

  it('by the column that it is compared with, before its name', () => {
    const from = 'select * from pay_order where'
    expect(guess('x', `${from} pay_date >= :x`).type).toBe('date')
    expect(guess('b', `${from} pay_date between :a and :b`).type).toBe('date')
    expect(guess('end_date', `${from} amount > :end_date`).type).toBe('number')
    expect(guess('id', `${from} "player" = :id`).type).toBe('text')
    expect(guess('c', `${from} channel_id = :c`)).toMatchObject({ type: 'dictionary', dictId: 7, value: '' })
    expect(guess('c', `${from} channel_id in (:c)`)).toMatchObject({ type: 'dictionary', value: [] })
    expect(guess('p', `${from} player in :p`)).toMatchObject({ type: 'list', value: [] })
  })

  it('by its cast, before its column and its name; a dictionary stays the column’s', () => {
    const from = 'select * from pay_order where'
    expect(guess('d', 'select :d::date')).toMatchObject({ type: 'date', value: '2026-10-10' })
    expect(guess('n', 'select cast(:n as integer) + try_cast(:n as bigint)')).toMatchObject({
      type: 'number',
      value: '',
    })
    expect(guess('start_date', 'select :start_date::varchar').type).toBe('text')
    expect(guess('ids', 'select :ids::int[]')).toMatchObject({ type: 'list', value: [] })
    expect(guess('yes', 'select cast(:yes as boolean)').type).toBe('boolean')
    expect(guess('m', 'select :m::decimal(10, 2)').type).toBe('number')
    expect(guess('x', `${from} player = :x::integer`).type).toBe('number')
    expect(guess('c', `${from} channel_id = :c::varchar`)).toMatchObject({ type: 'dictionary', dictId: 7 })
    expect(guess('d', "select ':d::date', :d")).toMatchObject({ type: 'text' })
  })

  it('by the column that stands behind it as well', () => {
    const from = 'select * from pay_order p where'
    expect(guess('c', `${from} :c = channel_id`)).toMatchObject({ type: 'dictionary', dictId: 7 })
    expect(guess('c', `${from} :c = p."channel_id"`)).toMatchObject({ type: 'dictionary', dictId: 7 })
    expect(guess('x', `${from} :x::date <= p.pay_date`).type).toBe('date')
    expect(guess('x', `${from} :x < p.amount`).type).toBe('number')
    expect(guess('x', `${from} :x + amount > 1`).type).toBe('text')
  })

  it('by no column of a table that the statement does not name', () => {
    expect(guess('c', 'select * from other where channel_id = :c').type).toBe('text')
  })

  it('without being misled by texts and comments', () => {
    expect(comparedWith("select ':x' /* amount = :x */ from t where pay_date = :x", 'x')).toEqual({
      column: 'pay_date',
      several: false,
    })
  })
})

const setting = (part: Partial<ParameterSetting>): ParameterSetting => ({
  type: 'text',
  value: '',
  dictId: null,
  label: '',
  ...part,
})

describe('a value', () => {
  it('of a run is that of a control again', () => {
    const sql = 'select * from pay_order where channel_id = :c and amount > :n and pay_date >= :day and :on'
    const given = {
      c: { type: 'dictionary' as const, value: '2' },
      n: { type: 'number' as const, value: 3 },
      day: { type: 'date' as const, value: '2026-10-01' },
      on: true,
    }
    const settings = settingsOfRun(sql, given, tables)
    expect(settings.c).toEqual(setting({ type: 'dictionary', value: '2', dictId: 7 }))
    expect(settings.on).toEqual(setting({ type: 'boolean', value: true }))
    expect(sentParameters(settings)).toEqual({ ...given, on: { type: 'boolean', value: true } })
    expect(parametersText(given)).toBe('c=2，n=3，day=2026-10-01，on=是')
    expect(valuesText({ ids: [1, 2, 3, 4], none: null, empty: '' })).toBe("1、2、3 等 4 项 NULL ''")
  })

  it('may be a day counted from today, which is sent as the day that it is', () => {
    const day = setting({ type: 'date', value: 'today-7' })
    expect(missingIn(day)).toBeNull()
    const sent = sentParameters({ day }).day as { value: string }
    expect(sent.value).toBe(shiftDay(businessToday(), -7))
    expect(missingIn(setting({ type: 'date', value: 'today-x' }))).toMatch(/^无法识别/)
  })

  it('is written as days are anywhere: a stretch is its first day where one begins, its last where one ends', () => {
    const today = businessToday()
    const week = setting({ type: 'date', value: '近7天' })
    const sent = sentParameters({
      start_date: week,
      结束日期: week,
      dt: setting({ type: 'date', value: '昨天' }),
    })
    expect(sent).toMatchObject({
      start_date: { value: shiftDay(today, -6) },
      结束日期: { value: today },
      dt: { value: shiftDay(today, -1) },
    })
    expect(missingIn(week, 'dt')).toContain('是一段日期，这里要填一天')
    // As it is kept it moves on with the days.
    expect(week.value).toBe('近7天')
  })

  it('goes into both ends of a range, where one alone ends it', () => {
    const [day, week] = [
      setting({ type: 'date', value: '2026-01-01' }),
      setting({ type: 'date', value: '近7天' }),
    ]
    expect(withPartner('start', { start: week, end: day, n: setting({}) })).toEqual({
      end: { ...day, value: '近7天' },
    })
    expect(withPartner('end', { start: day, end: week })).toEqual({ start: { ...day, value: '近7天' } })
    expect(withPartner('start', { start: day, end: week })).toEqual({})
    expect(withPartner('start', { start: week, end: day, until: day })).toEqual({})
    expect(withPartner('start', { start: week, end: setting({ type: 'text', value: 'x' }) })).toEqual({})
  })

  it('is true or false, and nothing else, where that is asked', () => {
    expect(missingIn(setting({ type: 'boolean', value: '' }))).toBe('请选择是或否')
    expect(converted(setting({ value: '是' }), 'boolean').value).toBe(true)
    expect(converted(setting({ value: '几' }), 'boolean').value).toBe('')
  })

  it('is missing where its type needs one', () => {
    expect(missingIn(setting({ type: 'number', value: '' }))).toBe('请填写数字')
    expect(missingIn(setting({ type: 'number', value: '12e' }))).not.toBeNull()
    expect(missingIn(setting({ type: 'date', value: '2026-02-30' }))).toBe('2026 年 2 月没有 30 日')
    expect(missingIn(setting({ type: 'list', value: [] }))).not.toBeNull()
    expect(missingIn(setting({ type: 'dictionary', value: '' }))).not.toBeNull()
    expect(missingIn(setting({ type: 'text', value: '' }))).toBe('请填写文本')
    expect(missingIn(setting({ type: 'text', value: '', blank: true }))).toBeNull()
    expect(missingIn(setting({ type: 'number', value: null }))).toBeNull()
    expect(missingIn(setting({ type: 'number', value: '-1.5' }))).toBeNull()
    expect(missingIn(setting({ type: 'number', value: 3 }))).toBeNull()
  })

  it('is sent with its type; a number too long for JSON as its digits', () => {
    expect(
      sentParameters({
        n: setting({ type: 'number', value: ' 42 ' }),
        big: setting({ type: 'number', value: '9007199254740993' }),
        exact: setting({ type: 'number', value: '0.1234567890123456789' }),
        d: setting({ type: 'date', value: '2026-10-01' }),
        none: setting({ type: 'text', value: null }),
      }),
    ).toEqual({
      n: { type: 'number', value: 42 },
      big: { type: 'number', value: '9007199254740993' },
      exact: { type: 'number', value: '0.1234567890123456789' },
      d: { type: 'date', value: '2026-10-01' },
      none: { type: 'text', value: null },
    })
  })

  it('in a list is a number only where all are, and none would lose its zeros', () => {
    expect(listTyped('1, 2\n3')).toEqual([1, 2, 3])
    expect(listTyped('001,2')).toEqual(['001', '2'])
    expect(listTyped('华为，小米\n\n')).toEqual(['华为', '小米'])
    expect(listTyped('9007199254740993')).toEqual(['9007199254740993'])
  })

  it('is carried over to another type where it means something there', () => {
    expect(converted(setting({ value: '12' }), 'number').value).toBe('12')
    expect(converted(setting({ value: 'abc' }), 'number').value).toBe('')
    expect(converted(setting({ value: '2026-10-01' }), 'date').value).toBe('2026-10-01')
    expect(converted(setting({ value: 'a,b' }), 'list').value).toEqual(['a', 'b'])
    expect(converted(setting({ type: 'list', value: [5, 6] }), 'number').value).toBe('5')
  })
})

describe('settings of a text', () => {
  it('are those that it names: its own before the likely ones, saved and read back', () => {
    const own = setting({ type: 'text', value: 'x', label: '渠道' })
    const document = { text: 'select :channel, :end_date', parameters: { channel: own, gone: own } }
    const found = settingsFor(document.text, document, tables)
    expect(Object.keys(found)).toEqual(['channel', 'end_date'])
    expect(found.channel).toEqual(own)
    const saved = savedParameters(document, tables)
    expect(saved.map(({ name, type, label }) => [name, type, label])).toEqual([
      ['channel', 'text', '渠道'],
      ['end_date', 'date', ''],
    ])
    expect(settingsOfSaved(saved)).toEqual(found)
  })

  it('do not take a parameter called constructor for one of the language', () => {
    expect(settingsFor('select :constructor', { parameters: {} }, tables).constructor).toMatchObject({
      type: 'text',
    })
  })
})
