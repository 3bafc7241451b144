// The golden suites by their files' names, and which of them ClickHouse answers beside DuckDB in one run.
import { readdirSync } from 'node:fs'

/** Those that join many parts in one statement take ClickHouse minutes to read; `SUITES=combined,followed` for them. */
const slowOnClickHouse = ['combined', 'compareRandom', 'followed', 'hours', 'random', 'rowRulesRandom']

export const goldenSuites = readdirSync(import.meta.dirname).flatMap(
  (name) => /^(?!conformance)(\w+)\.test\.ts$/.exec(name)?.[1] ?? [],
)

/** What conformance.test.ts runs. */
export const comparedSuites = (process.env.SUITES?.split(',') ?? goldenSuites).filter(
  (name) => process.env.SUITES !== undefined || !slowOnClickHouse.includes(name),
)
