import { describe, expect, it } from 'vitest'
import { bodyLimitOf } from '#server/http/body/limits.ts'
import { parseBody } from '#server/http/body/parse.ts'

const most = {
  ...bodyLimitOf({ access: 'session' }),
  values: 1_000_000,
}
const read = (text: string) => parseBody(Buffer.from(text), most, JSON.parse)

const wide = '长 "a\\" [{,:}] \\\\ 😀\t'
const rows = Array.from({ length: 6_000 }, (_, at) => ({
  at,
  name: `${wide}${at}`,
  list: [at, [], {}, null],
}))
const long = 'x'.repeat(200_000)

describe('a long body', () => {
  it.each([
    ['a list', rows],
    ['a list in an object', { before: 1, rows, after: [true] }],
    ['a list alone in an object', { rows }],
    ['long lists in lists', [[rows], 1, rows, [], { rows }, 'end']],
    ['long members beside each other', { one: rows, 'two "quoted",': rows, three: { rows } }],
    [
      'many small members',
      Object.fromEntries(rows.slice(0, 1_900).map((row) => [`k${row.at}`, [row, wide]])),
    ],
    ['long texts', { sql: long, more: [long, `${wide}${long}`], [long]: 1 }],
    ['a text alone', long],
    ['an empty list behind it', [rows, []]],
  ])('is read as it stands: %s', async (_, value) => {
    expect(await read(JSON.stringify(value))).toEqual(value)
    expect(await read(` ${JSON.stringify(value, null, 2)}\n`)).toEqual(value)
  })

  const text = JSON.stringify(rows)
  it.each([
    ['a comma before its end', `${text.slice(0, -1)},]`],
    ['a comma before the end of what holds it', `{"rows":${text},}`],
    ['a comma at its beginning', `[,${text.slice(1)}`],
    ['two commas behind a long part', `[${text},,1]`],
    ['no comma behind a long part', `[${text}1,2]`],
    ['no comma between long parts', `[${text}${text}]`],
    ['a word before a long part', `[x${text}]`],
    ['no name of a long part', `{${text}}`],
    ['two names of a long part', `{"a":"b":${text}}`],
    ['a name in a list', `["rows":${text}]`],
    ['another bracket at its end', `${text.slice(0, -1)}}`],
    ['no end', text.slice(0, -1)],
    ['no end of its last text', `${text.slice(0, -1)},"`],
    ['a second value', `${text}{}`],
    ['a value before it', `1 ${text}`],
    ['a name that is an object’s own machinery', `{"constructor":${text}}`],
  ])('is malformed with %s', async (_, body) => {
    await expect(read(body)).rejects.toThrow()
  })

  it('gives way to others while it is read', async () => {
    let turns = 0
    let isRead = false
    const count = () => {
      turns += 1
      if (!isRead) setImmediate(count)
    }
    setImmediate(count)
    await read(JSON.stringify(Array.from({ length: 12 }, () => rows)))
    isRead = true
    expect(turns).toBeGreaterThan(3)
  })
})

describe('what is too much', () => {
  const refusal = { code: 'body_too_large' }
  it.each([
    ['values', '[1,2,3,[4]]', { values: 5 }],
    ['values in objects', '{"a":1,"b":{},"c":2}', { values: 4 }],
    ['members', '[{"a":1,"b":2},{"a":1,"b":2,"c":3}]', { members: 2 }],
    ['depth', '[[[]]]', { depth: 2 }],
    ['a text', `["${'x'.repeat(50)}"]`, { scalar: 40 }],
    ['blanks', `[1${' '.repeat(50)}]`, { scalar: 40 }],
  ])('is refused: %s', async (_, body, less) => {
    const reading = parseBody(Buffer.from(body), { ...most, ...less }, JSON.parse)
    await expect(reading).rejects.toMatchObject(refusal)
    await expect(read(body)).resolves.toEqual(JSON.parse(body))
  })

  it('is counted outside of texts alone', async () => {
    const body = '["[[[[,,,,{::::", "\\"[[[[,,"]'
    const few = { ...most, values: 3, depth: 1, members: 0 }
    expect(await parseBody(Buffer.from(body), few, JSON.parse)).toEqual(JSON.parse(body))
  })
})

it('a text with a NUL is malformed, wherever it stands', async () => {
  for (const body of ['"\\u0000"', '{"a":["b\\u0000c"]}', '{"\\u0000":1}', `["${long}\\u0000"]`])
    await expect(read(body)).rejects.toMatchObject({ code: 'request_malformed' })
  expect(await read('["\\\\u0000", "\\u0001"]')).toEqual(['\\u0000', '\u0001'])
})
