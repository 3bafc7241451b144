// Each call limits what a caller may send, so that no request keeps others waiting: texts and lists have a maximum,
// and a body that exceeds a limit is refused before validation.
import { Type } from 'typebox'
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import { bodyLimitOf } from '#server/http/body/limits.ts'
import { callsOf } from '#server/slice.ts'
import type { Call } from '#shared/call.ts'
import { permissionKeys } from '#shared/permissions.ts'
import * as slices from '#features/server.ts'
import { type House, makeHouse, type Person } from '../factories/house.ts'
import { unboundedIn } from './guards/bounds.ts'

const calls = callsOf(slices)
/** Calls without a session that refuse whoever they do not know before they read the body. */
const admitted = { pushRows: 'by its token: tests/features/sources/push.test.ts' }
const withBody = calls.filter(({ body, name }) => body !== undefined && !(name in admitted))
const named = (list: Call[]) => list.map((call) => [call.name, call] as const)
const kibi = 1024

describe('every contract', () => {
  it('bounds its texts, lists and records', () => {
    const found = calls.flatMap(({ name, params = {}, query = {}, body = {} }) =>
      Object.entries({ params, query, body }).flatMap(([part, schema]) =>
        unboundedIn(schema, `${name} ${part}`),
      ),
    )
    expect(found, 'give these schemas maxLength, maxItems or maxProperties').toEqual([])
  })

  it.each([
    ['a text', Type.Object({ name: Type.String() }), ['.name']],
    ['a text of an endless pattern', Type.String({ pattern: '^a+$' }), ['']],
    ['a text of a pattern that is not the whole', Type.String({ pattern: '^a{1,3}' }), ['']],
    ['a list', Type.Union([Type.Null(), Type.Array(Type.Number())]), ['']],
    ['items', Type.Array(Type.String(), { maxItems: 3 }), ['[]']],
    ['a record', Type.Record(Type.String({ maxLength: 3 }), Type.Number()), ['']],
  ])('would be found with %s that has no end', (_, schema, places) => {
    expect(unboundedIn(schema)).toEqual(places)
  })

  it('limits the body to a size that can be read without a pause', () => {
    for (const call of calls) {
      const { bytes, values, members, depth, scalar } = bodyLimitOf(call)
      const isOpen = call.access === 'public' && !(call.name in admitted)
      const most = isOpen ? 16 * kibi : (call.bodyLimit ?? 2 * kibi * kibi)
      expect(bytes, call.name).toBeLessThanOrEqual(Math.min(most, 24 * kibi * kibi))
      expect(values, call.name).toBeLessThanOrEqual(call.bodyValues ?? 120_000)
      expect([members, depth, scalar], call.name).toEqual([2_000, 64, 4 * kibi * kibi])
    }
  })

  it('accepts no larger body than its schema could need', () => {
    const small = Type.Object({
      name: Type.String({ maxLength: 100 }),
      ids: Type.Array(Type.Integer(), { maxItems: 9 }),
    })
    const { bytes, values } = bodyLimitOf({ access: 'session', body: small, bodyLimit: 8 * kibi * kibi })
    expect(bytes).toBeLessThan(8 * kibi)
    expect(values).toBeLessThan(200)
  })
})

describe('a body that exceeds a limit', () => {
  let house: House
  let person: Person
  beforeAll(async () => {
    house = await makeHouse()
    person = await house.person({ keys: permissionKeys })
  })
  afterAll(() => house.dispose())

  /** Bodies that exceed one limit each. They stay small in bytes where the call accepts many. */
  const tooMuch = (call: Call): Record<string, string> => {
    const { bytes, values, members, depth } = bodyLimitOf(call)
    const numbers = Math.min(values + 1, bytes)
    const list = `[${'0,'.repeat(numbers)}0]`
    return {
      depth: '['.repeat(depth + 1) + ']'.repeat(depth + 1),
      members: `{${Array.from({ length: members + 1 }, (_, at) => `"k${at}":0`).join()}}`,
      // Left out for the largest bodies: counting works the same there, and building them takes long.
      ...(values <= 120_000 && { values: list }),
    }
  }

  test.each(named(withBody))('is refused by %s before it is parsed', async (_, call) => {
    for (const [what, body] of Object.entries(tooMuch(call))) {
      const answer = await person.call(call, { ...call.example, body })
      const refused = [answer.status, answer.envelope?.code, answer.envelope?.msg]
      expect(refused, what).toEqual([413, 'body_too_large', '请求内容过大'])
    }
  })
})
