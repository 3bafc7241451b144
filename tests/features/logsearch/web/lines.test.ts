// @vitest-environment jsdom
// Displayed lines: nothing hidden, nothing interpreted, every digit shown; and bars of their counts.
import { afterEach, describe, expect, it } from 'vitest'
import type { LogProgress } from '#features/logsearch/contract.ts'
import { spanOf } from '#features/logsearch/web/histogram/bars.ts'
import { ticksOf } from '#features/logsearch/web/histogram/ticks.ts'
import { columnsOf } from '#features/logsearch/web/lines/columns.ts'
import { exactJson, jsonText } from '#features/logsearch/web/lines/exactJson.ts'
import { requestOf, summaryOf } from '#features/logsearch/web/lines/line.ts'
import { isWrittenOut, shownText, startOf } from '#features/logsearch/web/lines/safeText.ts'
import { countsOf } from '#features/logsearch/web/reading/counts.ts'

describe('a text', () => {
  it('shows what would hide itself or turn the rest round', () => {
    expect(shownText('\u001b[31mred\u001b[0m\u0000\u007f\u0085')).toBe(
      '⟦ESC⟧[31mred⟦ESC⟧[0m⟦NUL⟧⟦DEL⟧⟦U+0085⟧',
    )
    expect(shownText('a\u202eexe.txt\u200b')).toBe('a⟦RLO⟧exe.txt⟦ZWSP⟧')
    expect(shownText('tab\tline\n中文 <b>😀')).toBe('tab\tline\n中文 <b>😀')
    expect(isWrittenOut('plain')).toBe(false)
  })

  it('is never cut within a character', () => {
    expect(startOf('a😀b', 2)).toBe('a')
    expect(startOf('a😀b', 3)).toBe('a😀')
  })
})

describe('JSON', () => {
  it('keeps every digit, and the order of names', () => {
    const text = '{"b":12345678901234567890,"a":[0.10,1e400,-0],"t":"\\u0000","n":null}'
    const value = exactJson(text)
    expect(value && jsonText(value)).toBe(
      '{"b":12345678901234567890,"a":[0.10,1e400,-0],"t":"\\u0000","n":null}',
    )
    expect(value && jsonText(value, 2)).toContain('\n  "a": [\n    0.10,')
  })

  it('is nothing where it is none', () => {
    for (const text of ['', 'x', '"x"', '12', '{', '{"a":}', '[1,]']) expect(exactJson(text)).toBeUndefined()
  })
})

describe('a line', () => {
  const line = (text: string, fields: Record<string, string>) => ({
    id: 'x-1',
    time: null,
    ownTime: false,
    level: null,
    text,
    wholeBytes: null,
    fields: Object.entries(fields).map(([name, value]) => ({ name, value })),
    file: 'f',
    store: 's',
  })

  it('says its message, then the fields that no column shows', () => {
    const one = line('{…', { time: 'now', level: 'info', msg: 'done', status: '200', ms: '3' })
    expect(summaryOf(one, ['status'])).toBe('done  ms=3')
    expect(summaryOf(line('plain \u001b[1mtext', {}), [])).toBe('plain ⟦ESC⟧[1mtext')
    expect(summaryOf(line('x'.repeat(1_000_000), {}), []).length).toBeLessThan(2_100)
  })

  it('knows its request', () => {
    expect(requestOf(line('', { reqId: 'a-1' }))).toBe('a-1')
    expect(requestOf(line('', { trace_id: 't' }))).toBe('t')
    expect(requestOf(line('', {}))).toBeNull()
  })
})

describe('counts over time', () => {
  const bounds = { from: Date.UTC(2026, 10, 23, 10, 0, 30), to: Date.UTC(2026, 10, 23, 10, 3, 10) }
  const progress: LogProgress = {
    id: 'x',
    state: 'done',
    count: 6,
    untimed: 0,
    bars: { from: '2026-11-23T10:00:00.000Z', stepMs: 60_000, counts: [1, 0, 5, 0] },
    done: 1,
    bytes: 1,
    elapsedMs: 1,
    notes: [],
  }

  it('are spans that never lie beyond what was searched', () => {
    const counts = countsOf(progress, bounds)
    expect(counts?.highest).toBe(5)
    expect(counts && spanOf(counts, { from: 3, to: 0 })).toEqual(bounds)
    expect(counts && spanOf(counts, { from: 1, to: 1 })).toEqual({
      from: Date.UTC(2026, 10, 23, 10, 1),
      to: Date.UTC(2026, 10, 23, 10, 2),
    })
    expect(countsOf({ ...progress, bars: null }, bounds)).toBeNull()
  })

  it('are told by round moments of the zone', () => {
    const counts = countsOf(progress, bounds)
    expect(counts && ticksOf(counts).map(({ text }) => text)).toEqual([
      '18:01:00',
      '18:01:30',
      '18:02:00',
      '18:02:30',
      '18:03:00',
    ])
  })
})

describe('the column of the time', () => {
  const own = process.env.TZ
  afterEach(() => {
    if (own === undefined) delete process.env.TZ
    else process.env.TZ = own
  })

  it('names the business’s zone to readers whose clocks differ', () => {
    const head = () =>
      columnsOf({ fields: [], index: null, storeTitle: null, available: 0, wrap: false, longest: {} })[0]
    process.env.TZ = 'Asia/Shanghai'
    expect(head()).toMatchObject({ title: '时间', unit: '' })
    process.env.TZ = 'America/New_York'
    expect(head()).toMatchObject({ title: '时间', unit: 'GMT+8' })
  })
})
