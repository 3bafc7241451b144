// A test server with small tables and helpers for SQL runs.
//
// Visits: game a has 3 rows, game b 2, c 1; each game's notes contain a canary text. No definition uses `secret`.

import { type Answer, type House, type HouseOptions, makeHouse, type Person } from '#tests/factories/house.ts'
import type { Run, RunBody } from '#features/code/contract.ts'
import { queryById, querySql } from '#features/code/contract.ts'

export const runsSql = [
  'CREATE TABLE visit(day DATE, cgi VARCHAR, player BIGINT, minutes INTEGER, note VARCHAR)',
  `INSERT INTO visit VALUES
    ('2026-10-01', 'a', 1, 10, 'canary-a'), ('2026-10-01', 'a', 2, 20, 'canary-a'),
    ('2026-10-02', 'a', 1, 40, 'canary-a'), ('2026-10-01', 'b', 3, 30, 'canary-b'),
    ('2026-10-02', 'b', 3, 50, 'canary-b'), ('2026-10-02', 'c', 9, 5, 'canary-c')`,
  "COMMENT ON TABLE visit IS '访问'; COMMENT ON COLUMN visit.minutes IS '时长'",
  'CREATE TABLE numbers AS SELECT range AS n FROM range(300000)',
  "CREATE TABLE secret(code VARCHAR); INSERT INTO secret VALUES ('canary-secret')",
]

/** Runs for minutes on any machine, with little memory. */
export const endless = 'select sum(one.n * other.n) from numbers one, numbers other'

/** For work that takes long on a busy machine. */
export const patient = { timeout: 25_000 }

export interface RunsHouse extends House {
  /** A user who may run SQL, over all games by default. */
  writer(games?: Person['user']['games']): Promise<Person>
}

export async function makeRunsHouse(options: HouseOptions = {}): Promise<RunsHouse> {
  const house = await makeHouse({ warehouseSql: runsSql, ...options })
  return { ...house, writer: (games = 'all') => house.person({ keys: ['search_sqlQuery'], games }) }
}

export const query = (person: Person, body: RunBody): Promise<Answer<Run>> =>
  person.call<Run>(querySql, { body })

/** Starts a run that continues without its caller. */
export async function begin(person: Person, body: RunBody): Promise<Run> {
  return (await query(person, { waitMs: 0, ...body, async: true })).data
}

export async function follow(person: Person, id: string, asked: Record<string, unknown> = {}): Promise<Run> {
  return (await person.call<Run>(queryById, { params: { id }, query: asked })).data
}

const isOver = ({ status }: Run): boolean => status !== 'queued' && status !== 'running'

/** Polls until the condition holds, like a page. */
export async function until(person: Person, id: string, holds: (run: Run) => boolean): Promise<Run> {
  let run = await follow(person, id, { count: 0 })
  while (!holds(run)) {
    if (isOver(run)) throw new Error(`the run ended as ${run.status}: ${run.problem?.message}`)
    run = await follow(person, id, { count: 0, after: run.stamp, waitMs: 30_000 })
  }
  return run
}

export const ended = (person: Person, id: string): Promise<Run> => until(person, id, isOver)
export const atWork = (person: Person, id: string): Promise<Run> =>
  until(person, id, ({ status }) => status === 'running')
