// A test server with sources' folder, a keeper of checks, and what tests ask of them.
import { WarehouseStatement } from '#server/warehouse/statement.ts'
import { loadedTables } from '#server/warehouse/written.ts'
import type { House, HouseOptions, Person } from '#tests/factories/house.ts'
import { rowsOf } from '#tests/factories/warehouse.ts'
import {
  type Check,
  type CheckChange,
  type CheckList,
  type CheckRun,
  type Hold,
  listChecks,
  listHolds,
  readCheckRuns,
  runCheck,
  saveCheck,
} from '#features/checks/contract.ts'
import type { ImportState, LoadRequestBody } from '#features/imports/contract.ts'
import { discard, type ImportsHouse, makeImportsHouse } from '../imports/importsHouse.ts'

export interface ChecksHouse extends ImportsHouse {
  keeper: Person
  /** Imports a file by the keeper. */
  bring(
    name: string,
    content: string,
    change: (body: LoadRequestBody) => LoadRequestBody,
  ): Promise<ImportState>
  save(change: Partial<CheckChange> & Pick<CheckChange, 'table' | 'kind' | 'values'>): Promise<Check>
  list(): Promise<CheckList>
  find(id: number): Promise<Check>
  /** Loads that wait for a decision. */
  holds(): Promise<Hold[]>
  /** Runs it by hand and returns its runs, newest first. */
  run(id: number): Promise<CheckRun[]>
  runs(id: number): Promise<CheckRun[]>
  work(): Promise<void>
  rowCount(table: string): Promise<number | undefined>
}

export const into =
  (table: string, by?: 'rows' | 'days' | 'keys', keys: string[] = []) =>
  (body: LoadRequestBody): LoadRequestBody => ({
    ...body,
    table,
    ...(by && { addition: { by, keys, again: false } }),
  })

/** A table's rows as texts, sorted. */
export async function textsOf({ deps }: Pick<House, 'deps'>, table: string): Promise<unknown[][]> {
  const statement = new WarehouseStatement(deps.warehouse)
  const { columns = [] } = (await loadedTables(deps)).find(({ name }) => name === table) ?? {}
  const list = columns.map(({ name }) => statement.text(statement.name(name))).join(', ')
  const sql = `SELECT ${list} FROM ${statement.name(table)} ORDER BY ${columns.map((_, at) => at + 1).join(', ')}`
  return rowsOf((await deps.warehouse.run({ sql, pool: 'report' })).chunks)
}

export async function makeChecksHouse(options: HouseOptions = {}): Promise<ChecksHouse> {
  const house = await makeImportsHouse(options)
  const keeper = await house.importer()
  const list = async () => (await keeper.call<CheckList>(listChecks)).data
  const runs = async (id: number) => (await keeper.call<CheckRun[]>(readCheckRuns, { params: { id } })).data
  const work = async () => {
    await house.app.jobs.tick()
    await house.app.jobs.settled()
  }
  return {
    ...house,
    keeper,
    bring: async (name, content, change) => {
      const id = await house.sendFile(keeper, name, content)
      await house.read(keeper, id)
      const state = await house.load(keeper, id, change)
      await discard(keeper, id)
      return state
    },
    save: async (change) => {
      const body = { id: -1, name: '', action: 'mark', timing: { kind: 'load' }, ...change }
      return (await keeper.call<Check>(saveCheck, { body })).data
    },
    list,
    holds: async () => (await keeper.call<Hold[]>(listHolds)).data.filter(({ state }) => state === 'held'),
    find: async (id) => (await list()).rows.find((row) => row.id === id) as Check,
    runs,
    work,
    run: async (id) => {
      await keeper.call(runCheck, { params: { id }, body: {} })
      await work()
      return runs(id)
    },
    rowCount: async (table) => (await loadedTables(house.deps)).find(({ name }) => name === table)?.rowCount,
  }
}
