// Setup for checks of writes: games a and b, an owner who sees all rows, a user of game a only, and a user limited by
// a row rule. Everything written belongs to game b, or to the owner.

import type { RowRule } from '#semantic/model/rowScope.ts'
import { readInstallation } from '#server/installation.ts'
import { callsOf } from '#server/slice.ts'
import type { Call } from '#shared/call.ts'
import { permissionKeys } from '#shared/permissions.ts'
import type { Answer, Person } from '#tests/factories/house.ts'
import { pushSql } from '#tests/features/push/pushHouse.ts'
import { makeOffice, type Office } from '#tests/features/statement/office.ts'
import { codeOf } from '#features/mfa/server/codes.ts'
import * as slices from '#features/server.ts'

export const calls = callsOf(slices)
const byName = new Map(calls.map((call) => [call.name, call]))

export type Question = { params?: unknown; query?: unknown; body?: unknown }
export const ask = (person: Person, name: string, question: Question): Promise<Answer<never>> =>
  person.call<never>(byName.get(name) as Call, question)

export const callers = ['games', 'rule', 'neither'] as const
export type Limit = (typeof callers)[number]

export interface Scene {
  office: Office
  owner: Person
  /** Users with all keys, like the owner, each with one limit. */
  people: Record<Limit, Person>
  /** Sets the row rule of the user limited by a rule; null removes it. */
  ruleBy(dim: number | null): Promise<void>
  /** Sends a save as the owner and returns its answer; throws where it is refused. */
  made(call: string, body: object): Promise<Record<string, unknown>>
}

/** Tables without definitions, one for each definition that a test creates. */
const spareTables = Array.from({ length: 60 }, (_, at) => [
  `CREATE TABLE spare${at}(day DATE, cgi VARCHAR, channel VARCHAR, n INTEGER)`,
  `CREATE TABLE letters${at}(code VARCHAR, note VARCHAR)`,
]).flat()

const flowSource = {
  definition: {
    orders: {
      table: 'orders',
      day: 'day',
      game: 'cgi',
      channel: 'channel',
      server: '',
      currency: '',
      fixedCurrency: 'CNY',
      amount: 'amount',
      where: null,
    },
    refunds: null,
    unit: 'major',
  },
  tolerance: { amount: '1', percent: '1' },
  revision: 0,
}

export async function makeScene(given: Parameters<typeof makeOffice>[0] = {}): Promise<Scene> {
  const office = await makeOffice({
    ...given,
    extraSql: [...pushSql, ...spareTables],
    settings: { installation: readInstallation({ webhookHosts: ['https://hooks.example.com'] }) },
  })
  const { db } = office.deps.metadata
  await db
    .insertInto('game')
    .values(['a', 'b'].map((cgi) => ({ cgi, name: `游戏 ${cgi}` })))
    .execute()
  const owner = await office.person({ keys: permissionKeys })
  const neither = await office.person({ keys: permissionKeys })
  const games = await office.person({ keys: permissionKeys, games: ['a'] })
  const rule = await office.person({ keys: permissionKeys })
  const ruleBy: Scene['ruleBy'] = async (dim) => {
    const rules: RowRule[] = dim === null ? [] : [{ dim, how: 'only', values: ['web'], open: false }]
    await db
      .updateTable('user')
      .set({ row_rules: JSON.stringify(rules) })
      .where('id', '=', rule.id)
      .execute()
  }
  const made: Scene['made'] = async (call, body) => {
    const answer = await ask(owner, call, { body })
    if (answer.envelope?.isSuccess !== true) throw new Error(`${call}: ${answer.text}`)
    return answer.data as Record<string, unknown>
  }
  await made('saveGameFlowSource', flowSource)
  return { office, owner, people: { games, rule, neither }, ruleBy, made }
}

const seed = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'
export async function mfaSeed(): Promise<{ seed: string; code: string }> {
  const { code } = await codeOf({ seed, algorithm: 'SHA1', digits: 6, period: 30 }, Date.now())
  return { seed, code }
}
