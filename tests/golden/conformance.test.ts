// The same answers from ClickHouse: every request of the golden suites, and those at random, compiled for both
// warehouses and run on both over the same rows, each table once with empty values allowed everywhere and once in the
// small types that warehouses have.
import { readdirSync } from 'node:fs'
import { afterAll, describe, expect, it } from 'vitest'
import { hasClickHouse, startClickHouse } from '../factories/clickhouse.ts'
import { conformance } from './elsewhere.ts'
import { alsoOn } from './golden.ts'

if (!hasClickHouse) it.skip('ClickHouse is not installed here: nothing is compared')
else {
  const engine = await startClickHouse()
  afterAll(() => engine.stop())
  const { elsewhere, counted } = await conformance(engine)
  alsoOn(elsewhere)
  const suites = readdirSync(new URL('.', import.meta.url)).filter(
    (name) => name.endsWith('.test.ts') && !name.startsWith('conformance'),
  )
  const wanted = process.env.SUITES?.split(',')
  for (const suite of suites)
    if (wanted?.includes(suite.replace('.test.ts', '')) ?? true)
      describe(suite, async () => {
        await import(new URL(suite, import.meta.url).href)
      })
  it('compared them', () => {
    console.info(`${counted.requests} answers, ${counted.cells} cells compared`)
    expect(counted.requests).toBeGreaterThan(0)
  })
}
