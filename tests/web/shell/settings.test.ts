// @vitest-environment jsdom
import { beforeEach, describe, expect, it } from 'vitest'
import { readLimit } from '#web/shell/drawer/limit.ts'
import { defaultSettings, rereadSettings, useSettings } from '#web/shell/settings.ts'

const settings = () => useSettings.getState()

beforeEach(() => {
  window.localStorage.clear()
  rereadSettings()
})

describe('settings', () => {
  it('begin with the defaults', () => {
    expect(settings()).toMatchObject(defaultSettings)
    expect(settings().useDictCache).toBe(true)
    // An export holds the columns that the screen shows unless its reader says otherwise.
    expect(settings()).toMatchObject({ exportSetting: true, computeOnly: false, exportSummary: true })
  })

  it('are kept under their given names', () => {
    settings().change('showWeekday', false)
    settings().change('useDictCache', true)
    settings().change('maxCellRows', 3)
    settings().change('theme', 'dark')
    const stored = (key: string) => window.localStorage.getItem(key)
    expect([stored('showWeekday'), stored('useDictCache'), stored('maxCellRows'), stored('theme')]).toEqual([
      '0',
      '1',
      '3',
      'dark',
    ])
    rereadSettings()
    expect(settings()).toMatchObject({
      showWeekday: false,
      useDictCache: true,
      maxCellRows: 3,
      theme: 'dark',
    })
  })

  it('force computed values on with «compute only»', () => {
    settings().change('exportSetting', false)
    settings().change('computeOnly', true)
    expect(settings()).toMatchObject({ computeOnly: true, exportSetting: true })
    expect(window.localStorage.getItem('exportSetting')).toBe('1')
  })

  it('force «compute only» off without computed values', () => {
    settings().change('computeOnly', true)
    settings().change('exportSetting', false)
    expect(settings()).toMatchObject({ computeOnly: false, exportSetting: false })
    expect(window.localStorage.getItem('computeOnly')).toBe('0')
  })

  it('let each export switch be turned the other way alone', () => {
    settings().change('exportSetting', true)
    expect(settings().computeOnly).toBe(false)
    settings().change('computeOnly', true)
    settings().change('computeOnly', false)
    expect(settings().exportSetting).toBe(true)
  })

  it.each([
    [59, 0],
    [1, 0],
    [-5, 0],
    [60, 60],
    [61, 61],
    [0, 0],
  ])('take a column width of %d as %d', (width, kept) => {
    settings().change('maxColumnWords', width)
    expect(settings().maxColumnWords).toBe(kept)
    expect(window.localStorage.getItem('maxColumnWords')).toBe(String(kept))
  })

  it.each([-5, 60.5, 1e9, Number.NaN])('keep the former value against %d', (wrong) => {
    settings().change('maxCellRows', 4)
    settings().change('maxCellRows', wrong)
    expect(settings().maxCellRows).toBe(4)
  })

  it.each([
    ['maxColumnWords', 'abc', 0],
    ['maxColumnWords', '-5', 0],
    ['maxColumnWords', '59', 0],
    ['maxColumnWords', '200', 200],
    ['maxCellRows', '60.5', 1],
    ['theme', 'pink', 'system'],
    ['showWeekday', '{', true],
    ['showWeekday', '0', false],
    ['keyBindings', 'nonsense', {}],
    ['keyBindings', '{"a":5}', {}],
  ] as const)('read %s from «%s»', (name, stored, read) => {
    window.localStorage.setItem(name, stored)
    rereadSettings()
    expect(settings()[name]).toEqual(read)
  })

  it('survive a storage that refuses to be written', () => {
    const setItem = Storage.prototype.setItem
    Storage.prototype.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError')
    }
    try {
      settings().change('showWeekday', false)
      expect(settings().showWeekday).toBe(false)
    } finally {
      Storage.prototype.setItem = setItem
    }
  })
})

describe('a typed limit', () => {
  it.each([
    ['abc', '请输入整数'],
    ['60.5', '请输入整数'],
    ['1e9', '请输入整数'],
    ['1000000000', '不能大于 10000'],
    ['99999999999999999999', '不能大于 10000'],
  ])('%s is refused: %s', (typed, problem) => {
    expect(readLimit('maxColumnWords', typed)).toEqual({ kind: 'wrong', problem })
  })

  it.each(['59', '1', '-5', '－５'])('of a width below 60 becomes 0, and says so: %s', (typed) => {
    expect(readLimit('maxColumnWords', typed)).toEqual({
      kind: 'value',
      value: 0,
      note: '小于 60，已改为 0（不限）',
    })
  })

  it.each([
    ['', 0],
    [' 120 ', 120],
    ['１２０', 120],
    ['060', 60],
  ])('«%s» is read as %d', (typed, value) => {
    expect(readLimit('maxColumnWords', typed)).toEqual({ kind: 'value', value, note: null })
  })

  it('of rows has no lower bound but 0', () => {
    expect(readLimit('maxCellRows', '3')).toEqual({ kind: 'value', value: 3, note: null })
    expect(readLimit('maxCellRows', '-5')).toEqual({ kind: 'wrong', problem: '不能小于 0' })
  })
})
