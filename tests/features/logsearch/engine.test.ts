// A search returns what a check of every line returns, for random logs and queries: order on all pages, counts, bars
// and values, also while files grow, are renamed, emptied and deleted.
import { appendFileSync, mkdtempSync, renameSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readInstallation } from '#server/installation.ts'
import { drawn } from '#tests/factories/drawn.ts'
import { type House, makeHouse, type Person } from '#tests/factories/house.ts'
import {
  countValues,
  exportLogs,
  getIndex,
  getLogs,
  type LogContext,
  type LogFound,
  type LogIndex,
  type LogLine,
  type LogTail,
  type LogValues,
  type LogWholeLine,
  readContext,
  readLine,
  tailLogs,
} from '#features/logsearch/contract.ts'
import { choosing, type MadeLine, makeAsked, makeLines } from './madeLogs.ts'

const seed = Number(process.env.SEED ?? 1)
const rounds = Number(process.env.ROUNDS ?? 10)
const folder = mkdtempSync(join(tmpdir(), 'logs-'))
const stores = ['random', 'growing', 'odd', 'games', 'text']
let house: House
let person: Person

beforeAll(async () => {
  const given = stores.map((name) => [
    name,
    { files: join(folder, `${name}*.log*`), ...(name === 'games' && { games: 'in.game' }) },
  ])
  const installation = readInstallation({
    logs: { own: { title: '样例', stores: Object.fromEntries(given) } },
  })
  house = await makeHouse({ settings: { installation } })
  person = await house.person({ keys: ['search_log'] })
})
afterAll(async () => {
  await house.dispose()
  rmSync(folder, { recursive: true, force: true })
})

const found = async (logStore: string, body: object, who = person): Promise<LogFound> => {
  const answer = await who.call<LogFound>(getLogs, {
    body: { entrance: 'own', logStore, waitMs: 20_000, ...body },
  })
  return answer.data
}
const linesOf = async (logStore: string, body: object = {}): Promise<LogLine[]> =>
  (await found(logStore, body)).page?.lines ?? []

/** All pages, one after another. */
async function allLines(logStore: string, body: object): Promise<LogLine[]> {
  const lines: LogLine[] = []
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const { page } = await found(logStore, { ...body, limit: 500, ...(cursor && { cursor }) })
    lines.push(...(page?.lines ?? []))
    cursor = page?.cursor ?? null
  }
  return lines
}

const shown = (text: string) => text.slice(0, 8_192)

describe('random questions to random logs', () => {
  const chance = choosing(drawn(seed))
  let lines: MadeLine[]

  beforeAll(() => {
    const files = [makeLines(0, 3_000, chance), makeLines(1, 2_000, chance)]
    files.forEach((made, at) => {
      const end = at === 0 ? '\n' : '\r\n'
      writeFileSync(
        join(folder, `random${at}.log`),
        made.map(({ text }) => text).join(end) + (at === 0 ? end : ''),
      )
    })
    lines = files.flat().sort((one, other) => other.time - one.time || other.place - one.place)
  })

  it(`are answered as by a plain look (${rounds})`, async () => {
    for (let round = 0; round < rounds; round += 1) {
      const { query, fits } = round === 0 ? { query: '', fits: () => true } : makeAsked(2, chance)
      const [first, last] = [lines.at(-1)?.time ?? 0, lines[0]?.time ?? 0]
      const from = chance.often(0.5) ? null : first + chance.below(last - first)
      const to = chance.often(0.5) ? null : (from ?? first) + 1 + chance.below(last - first)
      const wanted = lines.filter(
        (line) => fits(line) && (from === null || line.time >= from) && (to === null || line.time < to),
      )
      const newest = chance.often(0.7)
      const body = {
        query,
        ...(from !== null && { from: new Date(from).toISOString() }),
        ...(to !== null && { to: new Date(to).toISOString() }),
        order: newest ? 'newest' : 'oldest',
      }
      const { progress } = await found('random', body)
      expect([query, progress?.count, progress?.state], query).toEqual([query, wanted.length, 'done'])
      const { bars } = progress ?? {}
      const counts = (bars?.counts ?? []).map(() => 0)
      for (const { time } of wanted) {
        const bar = Math.floor((time - Date.parse(bars?.from ?? '')) / (bars?.stepMs ?? 1))
        counts[bar] = (counts[bar] ?? 0) + 1
      }
      expect(bars?.counts, query).toEqual(counts)
      const told = (await allLines('random', { ...body, bars: 0 })).map(({ text }) => text)
      const inOrder = newest ? wanted : wanted.toReversed()
      expect(
        told.length === wanted.length && told.every((text, at) => text === shown(inOrder[at]?.text ?? '')),
        query,
      ).toBe(true)
    }
  })

  it('count the values of a field', async () => {
    const body = { entrance: 'own', logStore: 'random', field: 'user', query: 'status>=404' }
    const { values, having } = (await person.call<LogValues>(countValues, { body })).data
    const wanted = lines.filter(({ fields }) => Number(fields?.status) >= 404 && fields?.user !== undefined)
    expect(having).toBe(wanted.length)
    const counts = Map.groupBy(wanted, ({ fields }) => fields?.user ?? '')
    expect(Object.fromEntries(values.map(({ value, count }) => [value, count]))).toEqual(
      Object.fromEntries([...counts].map(([value, { length }]) => [value, length])),
    )
  })

  it('are exported whole, in their order', async () => {
    const body = { entrance: 'own', logStore: 'random', query: 'status=404', format: 'csv', fields: ['user'] }
    const { text } = await person.call(exportLogs, { body })
    const wanted = lines.filter(({ fields }) => fields?.status === '404')
    const rows = wanted.map(({ time, fields }) => `${new Date(time).toISOString()},${fields?.user ?? ''}`)
    expect(text.slice(1).split('\r\n')).toEqual(['时间,user', ...rows, ''])
  })

  it('tell what stands around each line as the file does', async () => {
    const [line] = await linesOf('random', { query: 'timeout', limit: 1, bars: 0 })
    const params = { entrance: 'own', logStore: 'random', line: line?.id ?? '' }
    const around = (await person.call<LogContext>(readContext, { params, query: { before: 5, after: 5 } }))
      .data
    const made = lines
      .filter(({ file }) => line?.file === `random${file}.log`)
      .sort((one, other) => one.place - other.place)
    const texts = made.map(({ text }) => shown(text))
    const told = [...around.before, around.line, ...around.after].map(({ text }) => text)
    const at = texts.findIndex((_, start) => told.every((text, index) => text === texts[start + index]))
    expect(at).toBeGreaterThanOrEqual(0)
  })
})

describe('a file that changes while it is read', () => {
  const path = join(folder, 'growing.log')
  const at = (second: number) => new Date(Date.UTC(2026, 10, 2) + second * 1000).toISOString()
  const line = (number: number) => `${JSON.stringify({ time: at(number), n: number })}\n`
  const numbers = (lines: LogLine[]) => lines.map(({ text }) => (JSON.parse(text) as { n: number }).n)

  it('keeps its pages whatever is written meanwhile, and when it is renamed', async () => {
    writeFileSync(path, Array.from({ length: 100 }, (_, number) => line(number)).join(''))
    const { page } = await found('growing', { limit: 30 })
    appendFileSync(path, Array.from({ length: 50 }, (_, number) => line(100 + number)).join(''))
    const second = await found('growing', { limit: 30, cursor: page?.cursor })
    renameSync(path, join(folder, 'growing.log.1'))
    writeFileSync(path, line(200))
    const third = await found('growing', { limit: 60, cursor: second.page?.cursor })
    const told = [page, second.page, third.page].flatMap((one) => numbers(one?.lines ?? []))
    expect(told).toEqual(Array.from({ length: 100 }, (_, number) => 99 - number))
    expect(third.page?.cursor).toBeNull()
    expect(numbers(await linesOf('growing', { limit: 2 }))).toEqual([200, 149])
  })

  it('is followed when it grows, is renamed and is emptied; a line comes once it is whole', async () => {
    const ask = async (cursor?: string) =>
      (
        await person.call<LogTail>(tailLogs, {
          body: { entrance: 'own', logStore: 'growing', waitMs: 1, ...(cursor && { cursor }) },
        })
      ).data
    const told: number[] = []
    let { cursor } = await ask()
    const look = async () => {
      const tail = await ask(cursor)
      told.push(...numbers(tail.lines))
      cursor = tail.cursor
    }
    appendFileSync(path, line(201).slice(0, 20))
    await look()
    appendFileSync(path, line(201).slice(20))
    await look()
    renameSync(path, join(folder, 'growing.log.2'))
    appendFileSync(join(folder, 'growing.log.2'), line(202))
    writeFileSync(path, line(203))
    await look()
    truncateSync(path, 0)
    await look()
    appendFileSync(path, line(204))
    await look()
    expect(told).toEqual([201, 202, 203, 204])
  })

  it('answers a link to a line that is gone as missing', async () => {
    const [first] = await linesOf('growing', { query: 'n=204' })
    rmSync(path)
    const params = { entrance: 'own', logStore: 'growing', line: first?.id ?? '' }
    expect((await person.call(readContext, { params })).envelope?.code).toBe('object_missing')
    expect((await linesOf('growing', { query: 'n=204' })).length).toBe(0)
  })
})

describe('what is no plain log', () => {
  it('is shown and found all the same: broken UTF-8, a megabyte in one line, no end, a mark at the front', async () => {
    const broken = Buffer.concat([
      Buffer.from(
        '\uFEFF{"time":"2026-11-03T00:00:00Z","msg":"first"}\r\n{"time":"2026-11-03T00:00:01Z","msg":"a',
      ),
      Buffer.from([0xff, 0xfe]),
      Buffer.from('needle"}\n\n'),
      Buffer.from(
        `{"time":"2026-11-03T00:00:02Z","msg":"long","fill":"${'长'.repeat(700_000)}","end":"tail-word"}\n`,
      ),
      Buffer.from('{"time":"2026-11-03T00:00:03Z","msg":"without end"}'),
    ])
    writeFileSync(join(folder, 'odd.log'), broken)
    writeFileSync(join(folder, 'odd-empty.log'), '')
    const texts = (await linesOf('odd')).map(({ text }) => text.slice(0, 60))
    expect(texts.length).toBe(5)
    expect((await linesOf('odd', { query: 'msg:first' }))[0]?.fields[1]).toEqual({
      name: 'msg',
      value: 'first',
    })
    expect((await linesOf('odd', { query: 'needle' }))[0]?.text).toContain('a\uFFFD\uFFFDneedle')
    const [long] = await linesOf('odd', { query: 'tail-word' })
    expect(long?.wholeBytes).toBeGreaterThan(2_000_000)
    const params = { entrance: 'own', logStore: 'odd', line: long?.id ?? '' }
    const { text, cut } = (await person.call<LogWholeLine>(readLine, { params })).data
    expect([cut, text.endsWith('"end":"tail-word"}')]).toEqual([false, true])
  })

  it('has times of many forms: texts, a zone of their own, seconds since 1970', async () => {
    writeFileSync(
      join(folder, 'text.log'),
      [
        '2026-11-04 08:00:00,250 ERROR it broke',
        '    at somewhere',
        '[2026/11/04 08:00:01] info better',
        'Nov  4 08:00:02 host app: syslog',
        '2026-11-04T00:00:03.5+00:00 zoned',
        '1793750404 seconds',
        '',
      ].join('\n'),
    )
    const lines = (await linesOf('text', { order: 'oldest' })).map(({ time, level }) => [
      time?.slice(11, 23),
      level,
    ])
    expect(lines.slice(0, 5)).toEqual([
      ['00:00:00.250', 'error'],
      ['00:00:00.250', null],
      ['00:00:01.000', 'info'],
      ['00:00:02.000', null],
      ['00:00:03.500', null],
    ])
    const { lines: all } = (
      await person.call<LogIndex>(getIndex, { params: { entrance: 'own', logStore: 'text' } })
    ).data
    expect(all).toBe(6)
  })
})

it('shows readers of some games the lines of these, in every answer', async () => {
  const line = (game: string, second: number) =>
    JSON.stringify({
      time: new Date(Date.UTC(2026, 10, 5) + second * 1000).toISOString(),
      in: { game },
      canary: `c-${game}`,
    })
  const games = ['yhxt', 'fhsg', 'yhxt', 'fhsg', 'fhsg', 'yhxt']
  writeFileSync(join(folder, 'games.log'), `${games.map(line).join('\n')}\nno game: c-fhsg\n`)
  const limited = await house.person({ keys: ['search_log'], games: ['yhxt'] })
  const place = { entrance: 'own', logStore: 'games' }
  const first = await found('games', {}, limited)
  expect(first.progress?.count).toBe(3)
  const params = { ...place, line: first.page?.lines[1]?.id ?? '' }
  const answers = [
    JSON.stringify(first),
    (await limited.call(getIndex, { params: place })).text,
    (await limited.call(countValues, { body: { ...place, field: 'canary' } })).text,
    (await limited.call(readContext, { params })).text,
    (await limited.call(getLogs, { body: { ...place, query: 'not c-yhxt', waitMs: 5_000 } })).text,
  ]
  for (const answer of answers) expect(answer).not.toContain('c-fhsg')
  const other = await found('games', { query: 'fhsg' })
  const hidden = await limited.call(readContext, {
    params: { ...place, line: other.page?.lines[0]?.id ?? '' },
  })
  expect(hidden.envelope?.code).toBe('object_missing')
  const others = await limited.call(getLogs, { body: { entrance: 'own', logStore: 'random' } })
  expect(others.envelope?.code).toBe('object_missing')
})
