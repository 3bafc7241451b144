// A file that is one line, as large as `LINE_MB` says: it is refused in words, the server's memory stays as it is, and
// the files beside it are loaded.
import { createWriteStream } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { makeSourcesHouse, type SourcesHouse } from './sourcesHouse.ts'

const megabytes = Number(process.env.LINE_MB ?? 80)

let house: SourcesHouse
beforeAll(async () => {
  house = await makeSourcesHouse()
})
afterAll(() => house.dispose())

function* line(before: string, after: string): Generator<Buffer> {
  const piece = Buffer.alloc(1024 * 1024, 'x')
  yield Buffer.from(before)
  for (let at = 0; at < megabytes; at += 1) yield piece
  yield Buffer.from(after)
}

async function write(name: string, before: string, after: string): Promise<void> {
  const path = join(house.drop, 'long', name)
  await mkdir(dirname(path), { recursive: true })
  const packing = name.endsWith('.gz') ? [createGzip({ level: 1 })] : []
  await pipeline([Readable.from(line(before, after)), ...packing, createWriteStream(path)])
}

it(`of ${megabytes} MB is refused in words, and what stands beside it is loaded`, {
  timeout: 120_000 + megabytes * 3_000,
}, async () => {
  await write('cell.csv', 'day,text\n2026-01-01,', '\n')
  await write('quoted.csv', 'day,text\n2026-01-01,"', '')
  await write('packed.csv.gz', 'day,text\n2026-01-01,', '\n')
  await write('rows.ndjson', '{"day":"2026-01-01","text":"', '"}\n')
  await write('array.json', '[{"day":"2026-01-01","text":"', '"}]')
  house.put('long/own.csv', 'day,text\n2026-01-02,short\n', 0)
  const settings = { path: join(house.drop, 'long'), pattern: '*', settle: 1 }
  const source = await house.save({ name: 'long', table: 'long', settings })
  let most = 0
  const watching = setInterval(() => {
    most = Math.max(most, process.memoryUsage().rss)
  }, 50)
  const before = process.memoryUsage().rss
  const { runs, loads } = await house.run(source.id)
  clearInterval(watching)
  console.info(`memory of the server ${Math.round((most - before) / 2 ** 20)} MB more`)
  expect(runs[0]).toMatchObject({ outcome: 'failed', loaded: 1, failed: 5, rows: 1 })
  for (const { name, outcome, problem } of loads) {
    if (name === 'own.csv') continue
    expect({ name, outcome }).toEqual({ name, outcome: 'failed' })
    expect(problem).toMatch(/[\u4e00-\u9fff]/)
    expect(problem).not.toMatch(/xxxxxxxxxx.{200}/)
  }
  console.info(loads.map(({ name, ms, problem }) => `${name} ${ms} ms ${problem?.slice(0, 200)}`).join('\n'))
  expect(await house.warehouse.rows('SELECT text FROM long')).toEqual([['short']])
  expect(most - before).toBeLessThan(300 * 2 ** 20)
})
