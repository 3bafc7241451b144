// Typical statements of analysts pass the check, and run.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { analystSql } from './analystSql.ts'
import { type Gate, openGate } from './gate.ts'

let gate: Gate
beforeAll(async () => {
  gate = await openGate()
})
afterAll(() => gate.close())

it('knows many ways to ask', () => {
  expect(analystSql.length).toBeGreaterThan(150)
  expect(new Set(analystSql.map(([subject]) => subject)).size).toBe(analystSql.length)
})

it.each(analystSql)('%s', async (_, sql) => {
  expect((await gate.run(sql)).length).toBeGreaterThan(0)
})
