// File names of the golden suites, and those that ClickHouse also answers in one run.
import { readdirSync } from 'node:fs'

/** Suites with many parts per statement take ClickHouse minutes; `SUITES=combined,followed` runs them. */
const slowOnClickHouse = ['combined', 'compareRandom', 'followed', 'hours', 'random', 'rowRulesRandom']

export const goldenSuites = readdirSync(import.meta.dirname).flatMap(
  (name) => /^(?!conformance)(\w+)\.test\.ts$/.exec(name)?.[1] ?? [],
)

/** Suites run by conformance.test.ts. */
export const comparedSuites = (process.env.SUITES?.split(',') ?? goldenSuites).filter(
  (name) => process.env.SUITES !== undefined || !slowOnClickHouse.includes(name),
)
