// A test server with a folder that sources may read, and what tests ask of a source.
import { mkdirSync, mkdtempSync, realpathSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Call } from '#shared/call.ts'
import { type House, type HouseOptions, makeHouse, type Person } from '#tests/factories/house.ts'
import {
  listSources,
  readSourceRuns,
  runSource,
  type Source,
  type SourceChange,
  type SourceList,
  type SourceRuns,
  saveSource,
} from '#features/sources/contract.ts'

export interface SourcesHouse extends House {
  keeper: Person
  /** The allowed folder. */
  drop: string
  /** Writes a file there, some time ago. */
  put(name: string, content: string | Buffer, ageMs?: number): string
  save(change: Partial<SourceChange>, by?: Person): Promise<Source>
  /** Runs it by hand and returns what its latest run did. */
  run(id: number, again?: boolean): Promise<SourceRuns>
  find(id: number): Promise<Source>
  ask<Data>(call: Call<never, never, never, never> | Call, input?: object): Promise<Data>
}

export async function makeSourcesHouse(options: HouseOptions = {}): Promise<SourcesHouse> {
  const drop = realpathSync(mkdtempSync(join(tmpdir(), 'drop-')))
  const settings = { sourceFolders: [drop], sourceNets: ['127.0.0.0/8', '::1'] }
  const house = await makeHouse({ settings, ...options })
  const keeper = await house.person({ keys: ['search_config'] })
  const ask: SourcesHouse['ask'] = async <Data>(call: Call<never, never, never, never> | Call, input = {}) =>
    (await keeper.call<Data>(call, input)).data
  return {
    ...house,
    keeper,
    drop,
    ask,
    put: (name, content, ageMs = 60_000) => {
      const path = join(drop, name)
      mkdirSync(dirname(path), { recursive: true })
      writeFileSync(path, content)
      const at = new Date(Date.now() - ageMs)
      utimesSync(path, at, at)
      return path
    },
    save: async (change, by = keeper) => {
      const body = {
        id: -1,
        name: '来源',
        kind: 'folder',
        settings: { path: drop, pattern: '*', settle: 1 },
        secrets: {},
        table: '数据',
        mode: 'rows',
        keys: [],
        reading: [],
        keepGood: false,
        spanDays: 31,
        timing: { kind: 'hand' },
        ...change,
      }
      return (await by.call<Source>(saveSource, { body })).data
    },
    run: async (id, again = false) => {
      await ask(runSource, { params: { id }, body: { again } })
      await house.app.jobs.tick()
      await house.app.jobs.settled()
      return ask<SourceRuns>(readSourceRuns, { params: { id } })
    },
    find: async (id) => {
      const { rows } = await ask<SourceList>(listSources)
      return rows.find((row) => row.id === id) as Source
    },
    dispose: async () => {
      await house.dispose()
      rmSync(drop, { recursive: true, force: true })
    },
  }
}
