import { afterAll, describe, expect, it } from 'vitest'
import { family, inkOf, loadFont, proveLetters } from '#server/picture/draw/font.ts'
import { drawLines, drawTable, endDrawing, type LinesPicture } from '#server/picture/index.ts'
import { decodePng } from '#tests/factories/picture/png.ts'
import { readPicture } from '#tests/factories/picture/read.ts'

afterAll(endDrawing)

const sizeOf = (png: Buffer) => {
  const { width, height } = decodePng(png)
  return [width, height]
}

const lines: LinesPicture = {
  title: '充值金额',
  note: '云海仙途',
  days: ['2026-10-01', '2026-10-02', '2026-10-03'],
  lines: [{ name: '充值金额', values: [1, Number.NaN, 3e300], previous: [2, null, 4] }],
  band: { name: '80%', low: [0, 1, 2], high: [5, Number.POSITIVE_INFINITY, 7] },
  marks: [{ day: '2026-10-02', text: '告警' }],
  unfinishedFrom: '2026-10-03',
}

describe('letters of pictures', () => {
  loadFont()
  const letters = [...'合计充值金额渠道日期–▲▼¥￥%,.-:：（）…0123456789abcxyzABCXYZñЯ龘']
  const missing = inkOf('\u{10fffd}', family)

  it('differ from one another and from the box for missing ones', () => {
    const inks = letters.map((letter) => inkOf(letter, family))
    expect(inks).not.toContain(missing)
    expect(new Set(inks).size).toBe(letters.length)
  })

  it('are proven before anything is drawn: a font without them draws no picture', () => {
    const boxes = ['合', '1', 'a'].map(() => missing)
    expect(() => proveLetters(boxes)).toThrow('boxes')
    expect(() => proveLetters([inkOf('合', family), inkOf('1', family), missing])).toThrow('boxes')
    expect(() => proveLetters([inkOf('合', family), inkOf('1', family), inkOf('a', family)])).not.toThrow()
  })
})

describe('a picture is read back', () => {
  const columns = [{ title: '渠道' }, { title: '充值金额', align: 'right' as const }, { title: '环比' }]

  it('as a table: title, heads, total, figures with their signs', async () => {
    const rows = [
      ['苹果', '1,234.50', '▲ 12.3%'],
      ['', '–', '▼ 3.4%'],
    ]
    const picture = { title: '渠道日报 Daily', columns, rows, total: ['合计', '10,987', ''], rowCount: 67 }
    expect(readPicture(await drawTable(picture), '渠道日报Daily充值金额环比苹果合计共行，图中是前')).toEqual([
      ['渠道日报 Daily'],
      ['渠道', '充值金额', '环比'],
      ['合计', '10,987'],
      ['苹果', '1,234.50', '▲ 12.3%'],
      ['–', '▼ 3.4%'],
      ['共 67 行，图中是前 2 行'],
    ])
  })

  it('as a chart: its title and note, the days under it', async () => {
    const png = await drawLines(lines)
    const { height } = decodePng(png)
    expect(readPicture(png, '充值金额云海仙途', { bottom: 108 })).toEqual([['充值金额'], ['云海仙途']])
    const under = readPicture(png, '充值金额', { top: height - 85 }).flat()
    expect(under).toEqual(expect.arrayContaining(['10-01', '10-02', '10-03']))
  })
})

describe('lines of figures in a chart', () => {
  const [hue, page] = [0x2d72d2, 0xffffff]
  const day = '2026-10-03'
  const plain: LinesPicture = {
    title: '充值金额',
    days: ['2026-10-01', '2026-10-02', day, '2026-10-04', '2026-10-05'],
    lines: [{ name: '充值金额', values: [20, 60, 300, 80, 30] }],
  }
  /** Edges are mixed with what is behind them, and rounded. */
  const isNear = (one: number, other: number) =>
    [16, 8, 0].every((shift) => Math.abs(((one >> shift) & 255) - ((other >> shift) & 255)) <= 4)
  /** What has the line's colour where nothing is said, as it is in a picture that says more. */
  const lineIn = async (more: Partial<LinesPicture>) => {
    const { colours } = decodePng(await drawLines(plain))
    const said = decodePng(await drawLines({ ...plain, ...more })).colours
    return [...colours].flatMap((colour, at) => (colour === hue ? [said[at]] : []))
  }

  it.each<[string, Partial<LinesPicture>]>([
    ['a note at its peak', { marks: [{ day, text: '新版本上线，充值翻倍' }] }],
    ['a limit that it crosses', { limits: [{ value: 250, title: '高于 250' }] }],
    ['the name of a limit', { limits: [{ value: 30, title: '低于 30 时告警'.repeat(5) }] }],
  ])('are whole under %s', async (_, more) => {
    const line = await lineIn(more)
    expect(line.length).toBeGreaterThan(1_000)
    expect(line.filter((colour = 0) => !isNear(colour, hue))).toEqual([])
  })

  it.each(['bad', 'warning', 'open'] as const)('are not erased around a point: %s', async (tone) => {
    const line = await lineIn({ points: [{ day, tone }] })
    expect(line).not.toContain(page)
    expect(line.some((colour) => colour !== hue)).toBe(true)
  })
})

describe('pictures', () => {
  it('are PNGs at twice their size, the same for the same figures, also by another process', async () => {
    const first = await drawLines(lines)
    expect(sizeOf(first)[0]).toBe(1520)
    endDrawing()
    expect((await drawLines(lines)).equals(first)).toBe(true)
  })

  it('hold the first rows of any table, however large its texts are', async () => {
    const long = '长'.repeat(100_000)
    const columns = Array.from({ length: 40 }, (_, at) => ({ title: `${at}${long}` }))
    const rows = Array.from({ length: 10_000 }, () => columns.map(() => `a\n${long}`))
    const [width = 0, height = 0] = sizeOf(await drawTable({ title: long, columns, rows }))
    expect(width).toBeLessThanOrEqual(4_000)
    expect(height).toBeLessThanOrEqual(4_000)
  })

  it('wait for nobody who went away', async () => {
    const leaving = new AbortController()
    const drawn = drawLines(lines, { signal: leaving.signal })
    leaving.abort(new Error('gone'))
    await expect(drawn).rejects.toThrow('gone')
    expect(sizeOf(await drawLines(lines))[0]).toBe(1520)
  })
})
