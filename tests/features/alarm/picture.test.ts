// The chart in an alarm's message, read back from its picture.
import { pino } from 'pino'
import { afterAll, describe, expect, it } from 'vitest'
import type { Point } from '#semantic/model/types.ts'
import { endDrawing } from '#server/picture/index.ts'
import { decodePng } from '#tests/factories/picture/png.ts'
import { readPicture } from '#tests/factories/picture/read.ts'
import type { AlarmRule } from '#features/alarm/contract.ts'
import { drawMoment } from '#features/alarm/server/telling/picture.ts'

afterAll(endDrawing)

const rule = {
  name: '充值下降',
  conditions: [{ kind: 'threshold', point: 1, op: 'lt', value: 40 }],
} as unknown as Pick<AlarmRule, 'name' | 'conditions'>
const point = { id: 1, name: '充值金额', info: { unit: '元' } } as Point
const line = { point: 1, figures: [50, 30], expected: [null, null], low: [null, null], high: [null, null] }

describe('the picture of an alarm', () => {
  it('tells rule, value, figure and days', async () => {
    const data = { periods: ['2026-10-01', '2026-10-02'], lines: [line] }
    const signal = AbortSignal.timeout(60_000)
    const png = await drawMoment(rule, { label: '苹果', data, point }, pino({ level: 'silent' }), signal)
    if (!png) throw new Error('no picture was drawn')
    const { height } = decodePng(png)
    const [title] = readPicture(png, '充值下降：苹果', { bottom: 60 })
    const [keys] = readPicture(png, '充值金额', { top: 70, bottom: 115, left: 60 })
    expect(title).toEqual(['充值下降：苹果'])
    expect(keys?.join(' ')).toBe('充值金额 30')
    expect(readPicture(png, '充值', { top: height - 85 })).toContainEqual(['10-01', '10-02'])
  })
})
