// @vitest-environment jsdom
// Queries of logs: typed times, conditions added by key, completions, and the address.
import { describe, expect, it } from 'vitest'
import { readQuery } from '#shared/logQuery/read.ts'
import { readAddress, writeAddress } from '#features/logsearch/web/address.ts'
import { logEntry } from '#features/logsearch/web/paletteText.ts'
import { offersAt } from '#features/logsearch/web/query/offers.ts'
import { piecesOf } from '#features/logsearch/web/query/pieces.ts'
import { withTerm } from '#features/logsearch/web/query/terms.ts'
import { momentOf, momentText } from '#features/logsearch/web/time/moments.ts'
import {
  boundsOf,
  moved,
  narrowed,
  readRange,
  widened,
  writeRange,
} from '#features/logsearch/web/time/range.ts'
import { typedLogRange } from '#features/logsearch/web/time/typedRange.ts'

/** 2026-11-23 19:30:00 in Shanghai. */
const now = Date.UTC(2026, 10, 23, 11, 30)
const at = (text: string) => momentOf(text) as number
const between = (from: string, to: string) => ({ from: at(from), to: at(to) })

describe('a time', () => {
  it.each([
    ['90m', { last: '90m' }],
    ['近 2 小时', { last: '2h' }],
    ['２周', { last: '14d' }],
    ['今天', { days: 'today' }],
    ['10:00..11:30', between('2026-11-23 10:00', '2026-11-23 11:30')],
    ['11-20 10:00..11:30', between('2026-11-20 10:00', '2026-11-20 11:30')],
    ['11-20..11-21', between('2026-11-20', '2026-11-22')],
    ['11-20 到 11-21', between('2026-11-20', '2026-11-22')],
    ['10月1日到7日', between('2026-10-01', '2026-10-08')],
    ['10月', between('2026-10-01', '2026-11-01')],
    ['上周', between('2026-11-16', '2026-11-23')],
    ['去年双11', between('2025-11-11', '2025-11-12')],
    ['11-20..10:00', between('2026-11-20', '2026-11-20 10:00')],
    ['2026-11-20', between('2026-11-20', '2026-11-21')],
    ['2026-11-20T02:00:05Z', between('2026-11-20 09:55:05', '2026-11-20 10:05:05')],
    ['1795431000', between('2026-11-23 18:45', '2026-11-23 18:55')],
    ['11:30..10:00', between('2026-11-23 10:00', '2026-11-23 11:30')],
    ['23:00..01:00', between('2026-11-22 23:00', '2026-11-23 01:00')],
    ['昨天 10:00..11:30', between('2026-11-22 10:00', '2026-11-22 11:30')],
    ['12-31 10:00..11:30', between('2025-12-31 10:00', '2025-12-31 11:30')],
    ['11-20 10:00..11-21', between('2026-11-20 10:00', '2026-11-22')],
    ['2026-11-22T10..', { from: at('2026-11-22 10:00'), to: now }],
    ['11月20日10:00', between('2026-11-20 09:55', '2026-11-20 10:05')],
  ])('is meant by %s', (text, range) => {
    expect(typedLogRange(text, now)).toEqual(range)
  })

  it.each([
    ['11月99日', '2026 年 11 月没有 99 日'],
    ['2月30日', '2026 年 2 月没有 30 日'],
    ['2026-02-30', '2026 年 2 月没有 30 日'],
    ['2026-02-30 10:00..11:00', '2026 年 2 月没有 30 日'],
    ['11-20 10:00..11月31日 11:00', '2026 年 11 月没有 31 日'],
    ['13月', '没有 13 月'],
    ['10月 10:00', '「10月」是一段日期，这里要填一天'],
    ['25:00', '一天里没有 25:00 这个时刻'],
    ['11-20 10:00..10:75', '一天里没有 10:75 这个时刻'],
    ['明天', '2026-11-24 还没有到'],
    ['2026-12-01..2026-12-05', '2026-12-01 还没有到'],
    ['明年', '2027 年还没有到'],
    ['11-23 20:00', '2026-11-23 20:00 还没有到'],
    ['2026-11-24 10:00..11:30', '2026-11-24 10:00 还没有到'],
    ['10:00..10:00', '开始和结束是同一时刻'],
    ['全部', '日志按一段时间查，一次最多 3660 天，不能是全部'],
    ['0m', '时长要从 1 开始'],
    ['99999d', '一次最多查 3660 天'],
    ['2000-01-01..', '一次最多查 3660 天'],
  ])('is none where it is %s, and says why', (text, problem) => {
    expect(typedLogRange(text, now)).toEqual({ problem, isDays: true })
  })

  it.each(['', 'soon', '9999999d', '1..2..3', '99999999999999999', 'soon 10:00'])(
    'is not read from «%s»',
    (text) => expect(typedLogRange(text, now)).toMatchObject({ isDays: false }),
  )

  it('neither reads through nor repeats what was pasted by mistake', () => {
    const pasted = `1${' '.repeat(200_000)}1`
    expect(typedLogRange(pasted, now)).toMatchObject({
      problem: expect.stringMatching(/^无法识别「1 {19}…」/),
    })
  })

  it('stands in the address and comes back from it, to the millisecond', () => {
    for (const range of [
      { last: '15m' },
      { days: 'yesterday' },
      { from: now - 12_345, to: now + 1 },
    ] as const)
      expect(readRange(writeRange(range))).toEqual(range)
    expect(readRange('2026-11-23~2026-11-22')).toBeNull()
  })

  it('is widened, narrowed and moved, and never beyond the present', () => {
    const hour = boundsOf({ last: '1h' }, now)
    expect(widened(hour, now)).toEqual({ last: '6h' })
    expect(narrowed(hour, now)).toEqual({ last: '15m' })
    expect(moved(hour, -1, now)).toEqual({ from: hour.from - 3_600_000, to: hour.from })
    expect(moved(hour, 1, now)).toEqual(hour)
    const past = { from: now - 90_000_000, to: now - 86_400_000 }
    expect(boundsOf(narrowed(widened(past, now) as typeof past, now))).toEqual(past)
  })

  it('reads by the clocks of the zone, over a change of summer time too', () => {
    expect(momentText(momentOf('2026-10-25 01:30', 'Europe/Berlin') as number, 'Europe/Berlin')).toBe(
      '2026-10-25 01:30:00.000',
    )
    expect(momentOf('2026-03-29 03:30', 'Europe/Berlin')).toBe(Date.UTC(2026, 2, 29, 1, 30))
  })
})

describe('a condition that is added', () => {
  it.each([
    ['', 'is', 'call', 'getLogs', 'call=getLogs'],
    ['timeout', 'not', 'status', '404', 'timeout -status=404'],
    ['a or b', 'is', 'user', 'ann', '(a or b) user=ann'],
    ['x -user=ann', 'is', 'user', 'ann', 'x user=ann'],
    ['user=ann', 'is', 'user', 'ann', 'user=ann'],
    ['', 'is', 'msg', 'say "hi" (now) or never', 'msg="say \\"hi\\" (now) or never"'],
    ['', 'exists', 'a b', '', '"a b":*'],
    ['user=ann2', 'is', 'user', 'ann', 'user=ann2 user=ann'],
  ] as const)('to «%s»: %s %s %s', (query, kind, field, value, wanted) => {
    const found = withTerm(query, kind, field, value)
    expect(found).toBe(wanted)
    expect(readQuery(found).problems).toEqual([])
  })
})

describe('what is offered', () => {
  const field = (name: string, title: string, values: string[]) => ({
    name,
    title,
    kind: 'text' as const,
    share: 1,
    values,
  })
  const index = {
    fields: [
      field('status', '状态', ['200', '404']),
      field('call', '接口', ['getLogs', 'a b']),
      field('a b', '', []),
    ],
    sampled: 1,
    files: 1,
    bytes: 1,
    lines: 1,
    first: null,
    last: null,
    prepared: 1,
  }
  const texts = (query: string) => offersAt(query, query.length, index).map(({ text }) => text)

  it('are fields by name and title, and values of the field', () => {
    expect(texts('st')).toEqual(['status:'])
    expect(texts('接')).toEqual(['call:'])
    expect(texts('a')).toEqual(['"a b":', 'status:', 'call:'])
    expect(texts('status:4')).toEqual(['404 '])
    expect(texts('x and call:a')).toEqual(['"a b" '])
    expect(texts('status:404 ')).toEqual([])
  })
})

it('a query is drawn whole, whatever stands in it', () => {
  for (const query of ['status>=500 and (a or "b', '((((', ':::', '"x" -y:[1 TO', '非 非 且', '😀:😀 x\\']) {
    const { tokens, problems } = readQuery(query)
    expect(
      piecesOf(query, tokens, problems)
        .map(({ text }) => text)
        .join(''),
    ).toBe(query)
  }
})

it('an address brings back what it was written from, and nothing that makes no sense', () => {
  const address = {
    entrance: 'server',
    store: 'access',
    query: 'a&b="c" 中',
    range: { last: '15m' },
    order: 'oldest',
    columns: ['a b', 'x'],
    wrap: true,
    line: '8e43-1',
    around: true,
    request: '985440d0-4',
  } as const
  expect(readAddress(writeAddress(address).split('?')[1] ?? '')).toEqual(address)
  expect(readAddress(writeAddress({ columns: [] }).split('?')[1] ?? '').columns).toEqual([])
  expect(readAddress('time=x&order=y&around=1&request=<b>&wrap=true')).toEqual(readAddress(''))
})

it('the palette knows the id of a request, and what is asked of logs', () => {
  expect(logEntry('985440d0-4k')?.go).toContain('request=985440d0-4k')
  expect(logEntry('日志 985440d0-4k')?.go).toContain('request=985440d0-4k')
  expect(logEntry('日志：status>=500')?.go).toBe('/others/logSearch?q=status%3E%3D500')
  for (const text of ['日志', 'log', '985440d', '2026-11-20', 'logo x']) expect(logEntry(text)).toBeNull()
})
