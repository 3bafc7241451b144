// The API's document: valid, whole, and its examples answer in the demo.
import { createRequire } from 'node:module'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { callsOf } from '#server/slice.ts'
import { type Call, effectOf } from '#shared/call.ts'
import { errors } from '#shared/errors.ts'
import { makeDemoHouse } from '#tests/factories/demo/house.ts'
import type { House } from '#tests/factories/house.ts'
import { openApi } from '#features/programs/contract.ts'
import { exampleOf } from '#features/programs/server/openApi/examples.ts'
import * as slices from '#features/server.ts'

interface Operation {
  operationId: string
  summary: string
  tags: string[]
  security: object[]
  'x-permissions': string[]
  responses: Record<string, object>
}
interface Document {
  openapi: string
  paths: Record<string, Record<string, Operation>>
  components: { responses: Record<string, { description: string }> }
}

const calls = callsOf(slices)
let house: House
let cookie: string
let document: Document
beforeAll(async () => {
  house = await makeDemoHouse()
  const signedIn = await house.app.inject({
    method: 'POST',
    url: '/api/s1/data/login',
    payload: { user: 'admin@example.com', password: 'analytics-demo' },
  })
  cookie = [signedIn.headers['set-cookie']]
    .flat()
    .map((line) => String(line).split(';')[0])
    .join('; ')
  document = JSON.parse((await house.send(openApi, {}, { cookie })).text) as Document
})
afterAll(() => house.dispose())

const operations = () =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  )

it('is valid OpenAPI 3.1 for another reader', async () => {
  // The parser comes with the generator of clients.
  const load = createRequire(createRequire(import.meta.url).resolve('swagger-typescript-api'))
  const { default: Parser } = (await import(load.resolve('@apidevtools/swagger-parser'))) as {
    default: { validate(document: object): Promise<object> }
  }
  expect(document.openapi).toBe('3.1.0')
  await Parser.validate(structuredClone(document))
  const broken = structuredClone(document) as unknown as { info: { title?: string } }
  delete broken.info.title
  await expect(Parser.validate(broken)).rejects.toThrow()
})

it('names each call with a Chinese title, its rights and its failures', () => {
  const byId = new Map(
    operations().map(({ operation, ...at }) => [operation.operationId, { ...at, operation }]),
  )
  for (const call of calls) {
    const found = byId.get(call.name)
    // A word that programming languages keep is no name of a variable.
    const path = call.path.replace('{export}', '{exportValue}')
    expect([call.name, found?.path, found?.method]).toEqual([call.name, path, call.method.toLowerCase()])
    expect(
      found?.operation.summary,
      `give ${call.name} its title in src/features/programs/server/openApi/titles`,
    ).toMatch(/\p{Script=Han}/u)
    const keys = typeof call.access === 'object' && 'keys' in call.access ? call.access.keys : null
    if (keys) expect(found?.operation['x-permissions']).toEqual(keys)
    expect('203' in (found?.operation.responses ?? {})).toBe(call.access !== 'public')
  }
  const told = JSON.stringify(document.components)
  for (const [code, { message }] of Object.entries(errors)) {
    expect(told).toContain(code)
    expect(told).toContain(JSON.stringify(message).slice(1, -1))
  }
})

/** Their examples name what each installation gives anew: an object’s id, a link, a moment, a rule’s definitions. */
const placeholders: Readonly<Record<string, string>> = {
  openPasswordLink: 'link_invalid',
  getUserInfo: 'signature_expired',
  testSource: 'parameter_wrong',
  previewBlackRule: 'parameter_wrong',
  mcpStream: 'request_malformed',
}
const isPlaceholder = (name: string, code: string | undefined): boolean =>
  code === (placeholders[name] ?? 'object_missing')

it('has examples that answer in the demo, for each call that reads', async () => {
  const failed: string[] = []
  let answered = 0
  for (const call of calls.filter((one: Call) => effectOf(one) === 'read')) {
    const { status, envelope } = await house.send(call, exampleOf(call), { cookie })
    if (envelope ? envelope.isSuccess : status === 200) answered += 1
    else if (!isPlaceholder(call.name, envelope?.code))
      failed.push(`${call.name}: ${status} ${envelope?.code} ${envelope?.msg}`)
  }
  expect(failed).toEqual([])
  expect(answered).toBeGreaterThan(100)
})
