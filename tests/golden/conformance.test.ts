// The same answers from ClickHouse: every request of the golden suites, and those at random, compiled for both
// warehouses and run on both over the same rows, each table once with empty values allowed everywhere and once in the
// small types that warehouses have.
import { readdirSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { hasClickHouse, shareClickHouse } from '../factories/clickhouse.ts'
import { conformance } from './elsewhere.ts'
import { describeExpressions } from './expressionTable.ts'
import { alsoOn } from './golden.ts'

if (!hasClickHouse) it.skip('ClickHouse is not installed here: nothing is compared')
else {
  const engine = await shareClickHouse()
  const { elsewhere, counted } = await conformance(engine)
  alsoOn(elsewhere)
  // Those that join many parts in one statement take ClickHouse minutes to read; SUITES=combined,followed for them.
  const slow = ['combined', 'compareRandom', 'followed', 'hours']
  const all = readdirSync(new URL('.', import.meta.url)).flatMap(
    (name) => /^(?!conformance)(\w+)\.test\.ts$/.exec(name)?.[1] ?? [],
  )
  const wanted = process.env.SUITES?.split(',') ?? all.filter((name) => !slow.includes(name))
  for (const suite of all)
    if (wanted.includes(suite))
      describe(suite, async () => {
        await import(new URL(`${suite}.test.ts`, import.meta.url).href)
      })
  if (process.env.SUITES === undefined || wanted.includes('expressions'))
    describe('expressions', () => describeExpressions(engine))
  it('compared them', () => {
    console.info(`${counted.requests} answers, ${counted.cells} cells compared`)
    expect(counted.requests).toBeGreaterThan(0)
  })
}
