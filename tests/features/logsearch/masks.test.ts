// Logs under marks of personal data: fields named as marked columns are masks to who lacks the right, wherever a line is
// shown, and what is asked is decided by what is shown.
import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { maskText } from '#semantic/sql/masks.ts'
import { readInstallation } from '#server/installation.ts'
import { maskedText } from '#server/personalMask.ts'
import { personalKinds } from '#shared/personal.ts'
import { type House, makeHouse, type Person } from '#tests/factories/house.ts'
import { markPersonal } from '#features/config/contract.ts'
import * as calls from '#features/logsearch/contract.ts'

const folder = mkdtempSync(join(tmpdir(), 'masked-logs-'))
let house: House
let holder: Person
let reader: Person

const phones = ['13812345678', '13987654321']
const player = { id: 12345678901234567890n, phone: phones[0] }
const json = [
  `{"time":"2026-11-01T08:00:00Z","msg":"bind ${phones[0]}","user":{"phone":"${phones[0]}","level":7},"id":${player.id}}`,
  `{"time":"2026-11-01T08:00:01Z","msg":"bind","phone":${phones[1]},"device":"dev-1"}`,
  '{"time":"2026-11-01T08:00:02Z","msg":"phone is not asked","device":"dev-1"}',
  '{"time":"2026-11-01T08:00:03Z","msg":"login","device":"dev-2"}',
]
const plain = [
  `time=2026-11-01T08:00:00Z msg="bind it" phone=${phones[0]} ms=3`,
  'time=2026-11-01T08:00:01Z msg=login device=d ms=4',
]

beforeAll(async () => {
  const written = { json, plain }
  for (const [name, lines] of Object.entries(written))
    writeFileSync(join(folder, `${name}.log`), `${lines.join('\n')}\n`)
  const stores = Object.fromEntries(
    Object.keys(written).map((name) => [name, { files: join(folder, `${name}.log`) }]),
  )
  const installation = readInstallation({ logs: { own: { title: '样例', stores } } })
  house = await makeHouse({
    settings: { installation },
    warehouseSql: ["CREATE TABLE person AS SELECT '13812345678' AS phone, 'dev-1' AS device"],
  })
  holder = await house.person({ keys: ['search_log', 'search_config', 'see_personal'] })
  reader = await house.person({ keys: ['search_log'] })
  const columns = [
    { name: 'phone', kind: 'phone' },
    { name: 'device', kind: 'device' },
  ]
  expect((await holder.call(markPersonal, { body: { table: 'person', columns } })).envelope?.msg).toBe('')
})
afterAll(async () => {
  await house.dispose()
  rmSync(folder, { recursive: true, force: true })
})

const asked = (logStore: string, query = '') => ({ entrance: 'own', logStore, query })
const find = async (person: Person, logStore: string, query = '') => {
  const body = { ...asked(logStore, query), waitMs: 20_000, order: 'oldest' }
  const { page, progress } = (await person.call<calls.LogFound>(calls.getLogs, { body })).data
  return { lines: page?.lines ?? [], count: progress?.count }
}

it('are masked in a line’s text and fields, nested and repeated ones, with everything else as it was', async () => {
  const [first, second, ...rest] = (await find(reader, 'json')).lines
  expect(first?.fields).toContainEqual({ name: 'user.phone', value: '138****5678' })
  expect(first?.fields).toContainEqual({ name: 'msg', value: 'bind 138****5678' })
  expect(first?.text).toBe(json[0]?.replaceAll('13812345678', '138****5678'))
  expect(second?.fields).toContainEqual({ name: 'phone', value: '139****4321' })
  const hash = second?.fields.find(({ name }) => name === 'device')?.value
  expect(hash).toMatch(/^#[0-9a-f]{20}$/)
  expect(rest[0]?.fields).toContainEqual({ name: 'device', value: hash })
  const [text, short] = (await find(reader, 'plain')).lines.map(({ text }) => text)
  expect(text).toBe(plain[0]?.replace(phones[0] as string, '138****5678'))
  // A value that is too short to be found in the text: the line is told by its fields.
  expect(short).toMatch(/^time=\S+ msg=login device=#[0-9a-f]{20} ms=4$/)
  expect((await find(holder, 'json')).lines.map(({ text }) => text)).toEqual(json)
})

it('answer no search for a value, by word, by field, or by what is left over', async () => {
  for (const query of [phones[0], `phone:${phones[1]}`, `user.phone:${phones[0]}`, 'device:dev-1', 'phone>1'])
    expect([query, (await find(reader, 'json', query)).count]).toEqual([query, 0])
  expect((await find(reader, 'json', `not ${phones[0]}`)).count).toBe(json.length)
  expect((await find(reader, 'json', 'not device:dev-1')).count).toBe(json.length)
  expect((await find(reader, 'plain', phones[0])).count).toBe(0)
  expect((await find(holder, 'json', phones[0])).count).toBe(1)
  // What is shown is found, and so is everything else.
  expect((await find(reader, 'json', 'user.phone:"138****5678"')).count).toBe(1)
  expect((await find(reader, 'json', '"phone is not asked"')).count).toBe(1)
  expect((await find(reader, 'json', 'login')).count).toBe(1)
})

it('are masked around a line, in a whole line, in counted values, sampled fields, new lines and files', async () => {
  const [line] = (await find(reader, 'json')).lines
  const params = { ...asked('json'), line: line?.id ?? '' }
  const told: unknown[] = []
  for (const person of [reader, holder]) {
    const around = await person.call(calls.readContext, { params, query: { before: 5, after: 5 } })
    const whole = await person.call(calls.readLine, { params })
    const values = await person.call(calls.countValues, { body: { ...asked('json'), field: 'phone' } })
    const index = await person.call(calls.getIndex, { params: asked('json') })
    const file = await person.call(calls.exportLogs, { body: { ...asked('json'), format: 'jsonl' } })
    const { cursor } = (await person.call<calls.LogTail>(calls.tailLogs, { body: asked('json') })).data
    appendFileSync(join(folder, 'json.log'), `${json[0]}\n`)
    const body = { ...asked('json'), cursor, waitMs: 20_000 }
    const tail = await person.call<calls.LogTail>(calls.tailLogs, { body })
    expect(tail.data.lines).toHaveLength(1)
    const texts = [around.data, whole.data, values.data, index.data, tail.data].map((one) =>
      JSON.stringify(one),
    )
    texts.push(file.bytes.toString())
    told.push(texts.map((text) => phones.some((phone) => text.includes(phone))))
  }
  expect(told).toEqual([Array(6).fill(false), Array(6).fill(true)])
})

it('are the masks of reports and SQL', async () => {
  const values = [
    '',
    '1',
    '13812345678',
    '张三',
    '👨王',
    'a@b@c.com',
    'nobody',
    '1.2.3.4',
    '2001:db8::1',
    'x',
    '110101199001011234',
  ]
  const connection = await (await DuckDBInstance.create()).connect()
  for (const kind of personalKinds) {
    const texts = values.map((value) => `(${maskText(`'${value}'`, kind, "'key'")})`)
    const reply = await connection.runAndReadAll(`SELECT ${texts.join(', ')}`)
    expect([kind, values.map((value) => maskedText(value, kind, 'key'))]).toEqual([kind, reply.getRows()[0]])
  }
})
