// First N values beside what reads further periods or totals: comparisons, filled dates, conditions on figures,
// windows, shares.
import { describe, it } from 'vitest'
import { compileReport } from '#semantic/compile.ts'
import { makeContext } from '../semantic/model.ts'
import { ask } from './golden.ts'
import { Lottery } from './lottery.ts'
import { dims, fill, hiding, model, randomInfo, randomRows, usually } from './randomRequests.ts'

const seeds = Array.from({ length: Number(process.env.SEEDS ?? 4) }, (_, index) => index + 1)

describe('first values beside further periods and totals', () => {
  it.each(seeds)('data %i', async (seed) => {
    const lottery = new Lottery(seed * 104_729)
    const connection = await fill(randomRows(lottery))
    for (let turn = 0; turn < 12; turn += 1) {
      const info = randomInfo(lottery, {
        ...(turn % 2 ? hiding : usually),
        top: 100,
        range: 80,
        condition: 60,
      })
      if (info.top === undefined) continue
      if (lottery.chance(70) && info.dateRange)
        info.compare = lottery.one(['previous', 'week', 'year52', 'year', 'lunar'])
      if (lottery.chance(40) && info.dims.includes(dims.day)) info.fillDates = true
      const request = JSON.stringify(info)
      const started = performance.now()
      await ask((dialect) => compileReport(info, model, makeContext({ dialect })), connection).catch((error: Error) => {
        console.info('DIFFERS', seed, turn, request, error.message.slice(0, 4000))
      })
      console.info('asked', seed, turn, Math.round(performance.now() - started), request.slice(0, 200))
    }
  })
})
