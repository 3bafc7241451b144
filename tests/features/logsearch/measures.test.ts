// Measurements of log files on the disk: a damaged one is taken for none, so no count comes from it.
import { appendFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { damagesOf } from '#tests/factories/damage.ts'
import { type LogFile, listFiles } from '#features/logsearch/server/files.ts'
import { Measures } from '#features/logsearch/server/measures.ts'
import { LogReaders } from '#features/logsearch/server/readers.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'measures-'))
const readers = new LogReaders()
const lineCount = 60_000
let file: LogFile
beforeAll(async () => {
  const path = join(dataDir, 'own.log')
  writeFileSync(path, '')
  const lines = Array.from(
    { length: lineCount },
    (_, at) => `${new Date(1_790_000_000_000 + at * 1000).toISOString()} GET /of/${at} ${'x'.repeat(60)}\n`,
  )
  appendFileSync(path, lines.join(''))
  const { files } = await listFiles({
    ...{ entrance: 'own', name: 'own', title: '', note: '', files: [path], format: 'text', timeField: null },
    ...{ zone: 'UTC', audited: false, narrowedBy: null, titles: {} },
  })
  file = files[0] as LogFile
})
afterAll(() => {
  readers.stop()
  rmSync(dataDir, { recursive: true })
})

/** As after a start: nothing but the files is known. */
async function counted(): Promise<number> {
  const { signal } = new AbortController()
  const measures = new Measures(dataDir, readers)
  await measures.take(file, signal, 'test')
  const blocks = await measures.blocksOf(file, signal, 'test')
  expect(blocks.length).toBeGreaterThan(2)
  return blocks.reduce((sum, { lines }) => sum + lines, 0)
}

/** One more line in the first block. */
function addLine(path: string): void {
  const bytes = readFileSync(path)
  bytes.writeDoubleLE(bytes.readDoubleLE(8) + 1, 8)
  writeFileSync(path, bytes)
}

it.each(damagesOf(addLine))('%s are taken anew', async (_, damage) => {
  expect(await counted()).toBe(lineCount)
  const folder = join(dataDir, 'logs', '.measures')
  await damage(join(folder, readdirSync(folder)[0] as string))
  expect(await counted()).toBe(lineCount)
})
