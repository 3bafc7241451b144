// Malformed requests to the lists: each part of a valid request is replaced by a wrong value, omitted, or joined by
// an undeclared one. None may fail on the server's side, and each refusal is in Chinese.
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Call } from '#shared/call.ts'
import type { Person } from '#tests/factories/house.ts'
import { describeStores } from '#tests/factories/stores.ts'
import * as calls from '#features/lists/contract.ts'
import { dayFromToday, type ListsHouse, makeListsHouse } from './listsHouse.ts'

type Plain = Record<string, unknown>
type Question = { params?: Plain; query?: Plain; body?: Plain }

const texts = [
  '',
  '\u0000',
  '\ud800',
  'a\nb\u0007',
  "'); drop table user;--%_\\",
  'x'.repeat(30_000),
  '𠮷'.repeat(150),
]
const numbers = [-2, 1.5, 2 ** 31, Number.MAX_SAFE_INTEGER, 1e300]
const others: unknown[] = [null, true, [], {}, [[]], { __proto__: 1, constructor: 1 }]

/** The same with one of its parts made hostile, for each part and each way. */
function* hostile(part: unknown): Generator<unknown, void, undefined> {
  if (Array.isArray(part)) {
    yield* [null, 'x', {}, [null], ['\u0000'], [{}], [part[0], part[0]]]
    for (const one of hostile(part[0])) yield [one]
  } else if (typeof part === 'object' && part !== null) {
    yield { ...part, undeclared: 1 }
    for (const [name, value] of Object.entries(part)) {
      const { [name]: _, ...rest } = part as Plain
      yield rest
      for (const one of hostile(value)) yield { ...rest, [name]: one }
    }
  } else {
    yield* typeof part === 'number' ? [...numbers, '1', null, []] : [...texts, 1, ...others]
  }
}

/** In an address all is text. */
const asQuery = (query: unknown) =>
  Object.fromEntries(Object.entries(query as Plain).filter(([, value]) => typeof value !== 'object'))

describeStores('the lists, asked what nobody should ask', (store) => {
  let house: ListsHouse
  let all: Person
  const ids: Record<string, number> = {}
  beforeAll(async () => {
    house = await makeListsHouse(store)
    all = await house.editor()
    for (const [name, call, body] of sound()) {
      const { id } = (await all.call<{ id: number }>(call, { body })).data
      ids[name] = id
    }
  })
  afterAll(() => house.dispose())

  const entry = { cgi: 'a', kind: 'player', value: 'v', reason: 'r', note: 'n', expiresOn: dayFromToday(1) }
  const sound = (): [name: string, call: Call, body: Plain][] => [
    ['black', calls.saveBlackEntry, entry],
    ['white', calls.addOrUpdateWhiteList, entry],
    [
      'rule',
      calls.saveBlackRule,
      {
        name: '规则',
        games: ['a'],
        kind: 'player',
        condition: {
          dim: house.dims.player,
          point: house.points.orders,
          least: 5,
          perDay: true,
          days: 7,
          filters: [{ dim: house.dims.player, values: ['11'] }],
        },
        reason: 'r',
        keepDays: 3,
        dailyAt: '03:30',
      },
    ],
    [
      'event',
      calls.addOrUpdateEvList,
      {
        code: 'e',
        name: '事件',
        category: 'c',
        games: ['a'],
        params: [{ name: 'p', title: 't', type: 'text' }],
        describe: 'd',
        state: 'active',
      },
    ],
    [
      'account',
      calls.addOrUpdateAdAccount,
      {
        platform: 'gdt',
        accountId: '1',
        name: '账户',
        games: ['a'],
        keeper: 'k',
        note: 'n',
        token: 'token-of-sixteen-and-more',
      },
    ],
  ]

  const refused: string[] = []
  async function ask(call: Call, question: Question): Promise<void> {
    const { status, envelope, text } = await all.call(call, question)
    const isRefusal = envelope?.isSuccess === false && /\p{Script=Han}/u.test(envelope.msg)
    const isSound = status < 500 && (envelope?.isSuccess === true || isRefusal)
    if (!isSound)
      refused.push(`${call.name} ${JSON.stringify(question).slice(0, 300)}: ${status} ${text.slice(0, 200)}`)
  }

  it.each(['black', 'rule', 'event', 'account'])('saves of a %s', async (name) => {
    const [, call, body] = sound().find(([one]) => one === name) as [string, Call, Plain]
    const whole = { ...body, id: ids[name] as number, revision: 1, overwrite: true }
    for (const one of hostile(whole)) await ask(call, { body: one as Plain })
    expect(refused.splice(0)).toEqual([])
  })

  it('lines pasted, rules tried, ids and questions', async () => {
    const { note: _, ...line } = entry
    for (const one of hostile({ lines: [line], check: true }))
      await ask(calls.pasteBlackEntries, { body: one as Plain })
    const [, , rule] = sound().find(([name]) => name === 'rule') as [string, Call, Plain]
    for (const one of hostile({ condition: rule.condition }))
      await ask(calls.previewBlackRule, { body: { ...rule, ...(one as Plain) } })
    const question = { search: 's', cgi: 'a', kind: 'player', source: 'hand', state: 'active', sort: 'value' }
    for (const one of hostile({ ...question, desc: 'true', offset: 0, limit: 1 }))
      await ask(calls.listWhiteEntries, { query: asQuery(one) })
    for (const call of [calls.restoreEvents, calls.restoreAdAccounts, calls.restoreBlackEntries])
      for (const one of hostile({ ids: [ids.event] })) await ask(call, { body: one as Plain })
    for (const id of [...numbers, 'x', '%00', '1e3', '0x1']) {
      await ask(calls.getAccountInfo, { query: { id } })
      for (const call of [calls.deleteEvent, calls.runBlackRule, calls.undoWhitePublication])
        await ask(call, { params: { id }, body: {} })
      for (const call of [calls.eventUses, calls.whiteEntryHistory]) await ask(call, { params: { id } })
    }
    for (const digest of [...texts, ...others])
      await ask(calls.commitWhiteListDataToMaxCompute, { body: { digest } })
    expect(refused.splice(0)).toEqual([])
  })
})
