// The same answers from ClickHouse: every request of the golden suites, and those at random, compiled for both
// warehouses and run on both over the same rows, each table once with empty values allowed everywhere and once in the
// small types that warehouses have.
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
