// ClickHouse gives the same answers: every request of the golden suites, and random ones, compiled for both
// warehouses and run over the same rows, with each table once nullable everywhere and once with the small types of
// real warehouses.
import { describe, expect, it } from 'vitest'
import { hasClickHouse, shareClickHouse } from '../factories/clickhouse.ts'
import { conformance } from './elsewhere.ts'
import { describeExpressions } from './expressionTable.ts'
import { alsoOn } from './golden.ts'
import { comparedSuites, goldenSuites } from './suites.ts'

if (!hasClickHouse) it.skip('ClickHouse is not installed here: nothing is compared')
else {
  const engine = await shareClickHouse()
  const { elsewhere, counted } = await conformance(engine)
  alsoOn(elsewhere)
  for (const suite of comparedSuites.filter((name) => goldenSuites.includes(name)))
    describe(suite, async () => {
      await import(new URL(`${suite}.test.ts`, import.meta.url).href)
    })
  if (process.env.SUITES === undefined || comparedSuites.includes('expressions'))
    describe('expressions', () => describeExpressions(engine))
  it('compared them', () => {
    console.info(`${counted.requests} answers, ${counted.cells} cells compared`)
    expect(counted.requests).toBeGreaterThan(0)
  })
}
