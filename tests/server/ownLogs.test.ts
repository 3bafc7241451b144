// The server's own logs on disk: buffered, continued in further files, removed in time, private, and never slowing
// the server.
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { masked } from '#server/ownLogs/masking.ts'
import { OwnLog } from '#server/ownLogs/store.ts'

const folder = mkdtempSync(join(tmpdir(), 'own-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const textOf = (place: string) =>
  readdirSync(place)
    .sort()
    .map((name) => readFileSync(join(place, name), 'utf8'))
    .join('')

describe('a log', () => {
  it('is written in order, for its own user alone', async () => {
    const place = join(folder, 'order')
    const log = new OwnLog(place, { days: 30, megabytes: 512 })
    const lines = Array.from({ length: 5_000 }, (_, at) => `line ${at}`)
    for (const line of lines) log.write(line)
    await log.flush()
    expect(textOf(place)).toBe(`${lines.join('\n')}\n`)
    const [name = ''] = readdirSync(place)
    expect(statSync(join(place, name)).mode & 0o77).toBe(0)
  })

  it('goes on in the day’s file after a restart, behind a line that was cut off', async () => {
    const place = join(folder, 'restart')
    const first = new OwnLog(place, { days: 30, megabytes: 512 })
    first.write('one')
    await first.flush()
    const [name = ''] = readdirSync(place)
    writeFileSync(join(place, name), 'one\nhal')
    const second = new OwnLog(place, { days: 30, megabytes: 512 })
    second.write('two')
    await second.flush()
    expect(textOf(place)).toBe('one\nhal\ntwo\n')
  })

  it('gives up what is old or too much, the oldest first', async () => {
    const place = join(folder, 'old')
    const log = new OwnLog(place, { days: 30, megabytes: 18 })
    log.write('now')
    await log.flush()
    const [present = ''] = readdirSync(place)
    const old = '2020-01-01T00-00-00.000Z.jsonl'
    writeFileSync(join(place, old), 'old\n')
    utimesSync(join(place, old), new Date(0), new Date(0))
    writeFileSync(join(place, '2021-01-01T00-00-00.000Z.jsonl'), 'x'.repeat(3_000_000))
    writeFileSync(join(place, present), 'y'.repeat(17_000_000))
    const next = new OwnLog(place, { days: 30, megabytes: 18 })
    next.write('next')
    await next.flush()
    expect(readdirSync(place).length).toBe(1)
    expect(textOf(place)).toBe('next\n')
  })

  it('that can’t be written drops lines, says how many, and goes on when it can', async () => {
    const place = join(folder, 'full')
    writeFileSync(place, 'no folder')
    const log = new OwnLog(place, { days: 30, megabytes: 512 })
    log.write('lost')
    await log.flush()
    rmSync(place)
    log.write('kept')
    await log.flush()
    const [told = '', kept] = textOf(place).split('\n')
    expect([(JSON.parse(told) as { lost: number }).lost, kept]).toEqual([1, 'kept'])
  })
})

describe('lines of failures', () => {
  const secret = 's3cr3t-v4lue'
  it.each([
    ['a password', `{"msg":"x","password":"${secret}"}`],
    ['one within a text of JSON', `{"msg":"got {\\"password\\": \\"${secret}\\"}"}`],
    ['a token in a text', `{"msg":"access_token=${secret}, next"}`],
    ['a cookie', `{"msg":"Cookie: session=${secret}"}`],
    ['a bearer', `{"msg":"authorization: Bearer ${secret}"}`],
    ['what is in an address', `{"msg":"postgres://me:${secret}@db/x"}`],
    ['parameters', `{"msg":"GET https://a.example/x?code=${secret}&b=1"}`],
    ['a signature', `{"err":{"message":"signature '${secret}' is wrong"}}`],
    ['a seed', `{"seed":"${secret}"}`],
  ])('leave out %s', (_, line) => {
    expect(masked(line)).not.toContain(secret)
    expect(() => JSON.parse(masked(line))).not.toThrow()
  })

  it('stay as they are where nothing is secret', () => {
    const line = '{"level":50,"msg":"a log reader ended","reqId":"a-1","ms":12}'
    expect(masked(line)).toBe(line)
  })
})
