// Checks every declared call: who may call it, the order of refusals, and that the server serves nothing else.
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { patternOf } from '#server/http/registerCall.ts'
import { callsOf } from '#server/slice.ts'
import type { Call } from '#shared/call.ts'
import { type PermissionKey, permissionKeys, permissions } from '#shared/permissions.ts'
import * as slices from '#features/server.ts'
import { authorityOf, changePassword, setDisabled } from '#features/session/server/index.ts'
import { dumpMetadata } from '../factories/dump.ts'
import { type Answer, type House, makeHouse, type Person } from '../factories/house.ts'

const calls = callsOf(slices)
let house: House
const people = new Map<string, Person>()

/** One user per set of keys, created on first use. */
async function holder(keys: readonly PermissionKey[]): Promise<Person> {
  const name = keys.join()
  const known = people.get(name) ?? (await house.person({ keys }))
  people.set(name, known)
  return known
}

beforeAll(async () => {
  house = await makeHouse()
})
afterAll(() => house.dispose())

const keysOf = ({ access }: Call): readonly PermissionKey[] | null =>
  typeof access === 'object' && 'keys' in access ? access.keys : null
const isShared = ({ access }: Call) => typeof access === 'object' && 'shared' in access
const sharing = calls.filter(isShared)
/** These ask for a token (401): tests/features/programs. */
const isAsking = ({ bearer }: Call) => bearer === 'asked'
const guarded = calls.filter((call) => call.access !== 'public' && !isShared(call) && !isAsking(call))
const keyed = calls.filter((call) => keysOf(call) !== null)
/** One call per method and access: the guard depends on these two alone, so the other calls behave alike. */
const distinct = (list: Call[]): Call[] =>
  [...Map.groupBy(list, ({ access, method }) => `${method} ${JSON.stringify(access)}`).values()].flatMap(
    ([first]) => first ?? [],
  )
const rightKeys = (call: Call): readonly PermissionKey[] => keysOf(call)?.slice(0, 1) ?? []
const refused = (answer: Answer, status: number, code: string) => {
  expect([answer.status, answer.envelope?.code, answer.envelope?.isSuccess]).toEqual([status, code, false])
}
const named = (list: Call[]) => list.map((call) => [call.name, call] as const)

describe('without a session', () => {
  test.each(named(guarded))('%s answers 203, even to a malformed request', async (_, call) => {
    const answer = await house.send(call, call.example)
    refused(answer, 203, 'session_missing')
    expect(answer.envelope?.msg).toBe('登录失效，请重新登录')
    if (call.method === 'POST')
      refused(await house.send(call, { ...call.example, body: '{' }), 203, 'session_missing')
  })

  test.each([
    ['forged', async () => `session=${'A'.repeat(43)}`],
    ['of a wrong shape', async () => "session=' or 1=1 --"],
    ['the readable name alone', async () => 'username=admin'],
    ['expired', () => spoiled({ last_seen_at: new Date(0).toISOString() })],
    ['too old', () => spoiled({ created_at: new Date(0).toISOString() })],
    ['signed out', () => ended((person) => house.app.sessions.end(house.deps.metadata.db, person.cookie))],
    ['of a disabled user', () => ended((person) => setDisabled(house.deps.metadata.db, person.id, true))],
    [
      'of before a new password',
      () => ended((person) => changePassword(house.deps.metadata.db, person.id, 'new')),
    ],
    [
      'of a deleted user',
      () =>
        ended((person) => house.deps.metadata.db.deleteFrom('user').where('id', '=', person.id).execute()),
    ],
  ])('a session that is %s counts as none, in every call', async (_, makeCookie) => {
    const cookie = await makeCookie()
    for (const call of guarded)
      refused(await house.send(call, call.example, { cookie }), 203, 'session_missing')
  })

  async function ended(work: (person: Person) => Promise<unknown>): Promise<string> {
    const person = await house.person({ keys: permissionKeys })
    await work(person)
    return person.cookie
  }
  const spoiled = (times: Record<string, string>) =>
    ended((person) =>
      house.deps.metadata.db.updateTable('session').set(times).where('user_id', '=', person.id).execute(),
    )
})

describe('shared content', () => {
  test.each(named(sharing))('%s gives everyone the same answer to a missing id', async (_, call) => {
    const answers = [
      await house.send(call, call.example),
      await house.send(call, call.example, { cookie: `session=${'A'.repeat(43)}` }),
      await (await holder([])).call(call, call.example),
      await (await holder(permissionKeys)).call(call, call.example),
    ]
    for (const answer of answers) refused(answer, 404, 'object_missing')
    const [texts, advice] = [
      new Set(answers.map(({ text }) => text)),
      'answer a missing id alike for everyone',
    ]
    expect([...texts], advice).toHaveLength(1)
  })
})

describe('with a wrong key', () => {
  test('there are calls that ask for keys', () => {
    expect(keyed.length).toBeGreaterThan(0)
  })

  const othersOf = (call: Call) => permissionKeys.filter((key) => !keysOf(call)?.includes(key))

  test.each(named(keyed))(
    '%s answers 403 without keys, and with all keys except its own',
    async (_, call) => {
      for (const keys of [[], othersOf(call)])
        refused(await (await holder(keys)).call(call, call.example), 403, 'permission_missing')
    },
  )

  test.each(named(distinct(keyed)))(
    '%s, as all of its access, answers 403 to each other key alone',
    async (_, call) => {
      for (const key of othersOf(call))
        refused(await (await holder([key])).call(call, call.example), 403, 'permission_missing')
    },
  )

  test.each(named(keyed))('%s answers 403 before it validates the request', async (_, call) => {
    const nobody = await holder([])
    if (call.method === 'POST')
      refused(await nobody.call(call, { ...call.example, body: '{' }), 403, 'permission_missing')
  })

  test.each(named(keyed))('%s answers 403 to its key in another rule list', async (_, call) => {
    const person = await house.person()
    const key = rightKeys(call)[0] as PermissionKey
    const foreign = Object.keys(authorityOf(permissionKeys)).find((list) => list !== permissions[key].rule)
    await house.deps.metadata.db
      .updateTable('role')
      .set({ authority_info: JSON.stringify({ [foreign ?? '']: [key] }) })
      .where('id', '=', person.user.roleId)
      .execute()
    refused(await person.call(call, call.example), 403, 'permission_missing')
  })
})

describe('with the right to call', () => {
  test.each(named(guarded))('%s passes the guard with its example', async (_, call) => {
    const answer = await (await holder(permissionKeys)).call(call, call.example)
    expect([203, 403, 400, 500], 'correct the example of the contract').not.toContain(answer.status)
  })

  test.each(named(keyed))('%s passes with each of its keys alone', async (_, call) => {
    for (const key of keysOf(call) ?? []) {
      expect([203, 403]).not.toContain((await (await holder([key])).call(call, call.example)).status)
    }
  })

  const written = calls.filter(({ method }) => method === 'POST')
  const malformed = [
    '',
    '{',
    'null',
    '"text"',
    '{"__proto__":{"admin":true}}',
    '{"constructor":{"prototype":{}}}',
  ]
  // Who has no token is refused before the body is read: tests/features/sources.
  const reading = written.filter(({ name }) => name !== 'pushRows')
  test.each(named(reading))('%s answers 400 to a malformed body', async (_, call) => {
    const person = await holder(permissionKeys)
    for (const body of malformed)
      refused(await person.call(call, { ...call.example, body }), 400, 'request_malformed')
    const wrongKind = Array.isArray(call.example.body) ? {} : []
    refused(await person.call(call, { ...call.example, body: wrongKind }), 400, 'request_malformed')
  })

  test.each(named(calls))('%s refuses a host name that is not the server’s', async (_, call) => {
    const { cookie } = await holder(permissionKeys)
    const host = 'evil.example'
    refused(await house.send(call, call.example, { host }), 421, 'host_foreign')
    refused(await house.send(call, call.example, { host, cookie }), 421, 'host_foreign')
  })

  test.each(named(written))('%s refuses a foreign origin', async (_, call) => {
    const { cookie } = await holder(permissionKeys)
    const headers = { cookie, origin: 'https://evil.example' }
    refused(await house.send(call, call.example, headers), 403, 'origin_foreign')
  })
})

test('refused calls change no state and run no query', async () => {
  const [nobody, all] = [await holder([]), await holder(permissionKeys)]
  const { metadata, warehouse } = house.deps
  const queries = vi.spyOn(warehouse, 'run')
  const before = await dumpMetadata(metadata)
  for (const call of guarded) {
    await house.send(call, call.example)
    if (keysOf(call)) await nobody.call(call, call.example)
    if (call.method === 'POST') {
      await house.send(call, call.example, { cookie: all.cookie, origin: 'https://evil.example' })
      await house.send(call, call.example, { cookie: all.cookie, host: 'evil.example' })
      await all.call(call, { ...call.example, body: '{' })
    }
  }
  expect(await dumpMetadata(metadata)).toEqual(before)
  expect(queries).not.toHaveBeenCalled()
  queries.mockRestore()
})

describe('the routes', () => {
  const served = ['GET /healthz', 'GET /metrics', 'GET /readyz', 'GET *', 'HEAD *']

  test('are exactly the declared calls, the health calls, the metrics and the pages', async () => {
    // Fastify registers two routes for an optional parameter: with and without its slash.
    const declared = calls.flatMap((call) => {
      const whole = patternOf(call).replace('?', '')
      return [whole, patternOf(call).replace(/\/:\w+\?/, '')]
        .filter((pattern, at, all) => all.indexOf(pattern) === at)
        .map((pattern) => `${call.method} ${pattern}`)
    })
    expect(
      routesOf(house.app.printRoutes({ commonPrefix: false })).sort(),
      'register each declared call by registerCall, and nothing else',
    ).toEqual([...declared, ...served].sort())
  })

  test('have unique names and addresses', () => {
    const twice = (texts: string[]) => texts.filter((text, at) => texts.indexOf(text) !== at)
    expect(twice(calls.map(({ name }) => name)), 'give these calls different names').toEqual([])
    const addresses = calls.map(({ method, path }) => `${method} ${path}`)
    expect(twice(addresses), 'give these calls different addresses').toEqual([])
  })
})

/** Parses Fastify's printed routes: `├── /path (GET, POST)`, indented by four columns per level. */
function routesOf(drawing: string): string[] {
  const above: string[] = []
  return drawing.split('\n').flatMap((line) => {
    const found = line.match(/^([│ ]*)[├└]── (.*?)(?: \(([A-Z, ]+)\))?$/)
    if (!found) return []
    const [, indent = '', part = '', methods] = found
    above.length = indent.length / 4
    above.push(part)
    return methods ? methods.split(', ').map((method) => `${method} ${above.join('')}`) : []
  })
}
