import { afterAll, describe, expect, it } from 'vitest'
import { drawLines, drawTable, endDrawing, type LinesPicture } from '../../../src/server/picture/index.ts'

afterAll(endDrawing)

/** Of a PNG's head. */
const sizeOf = (png: Buffer) => [png.readUInt32BE(16), png.readUInt32BE(20)]
const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47])

const lines: LinesPicture = {
  title: '充值金额',
  note: '云海仙途',
  days: ['2026-10-01', '2026-10-02', '2026-10-03'],
  lines: [{ name: '充值金额', values: [1, Number.NaN, 3e300], previous: [2, null, 4] }],
  band: { name: '80%', low: [0, 1, 2], high: [5, Number.POSITIVE_INFINITY, 7] },
  marks: [{ day: '2026-10-02', text: '告警' }],
  unfinishedFrom: '2026-10-03',
}

describe('pictures', () => {
  it('are PNGs at twice their size, the same for the same figures, also by another process', async () => {
    const first = await drawLines(lines)
    expect(first.subarray(0, 4)).toEqual(signature)
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
