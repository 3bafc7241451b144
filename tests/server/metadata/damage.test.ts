import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openMetadata } from '../../../src/server/metadata/open.ts'
import { MetadataProblem } from '../../../src/server/metadata/problem.ts'
import { platformTables } from '../../../src/server/metadata/tables.ts'
import { silentLog } from '../../factories/stores.ts'

let dataDir: string
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'damage-'))
})
afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

const path = () => join(dataDir, 'metadata.sqlite')
const open = () => openMetadata({ metadata: 'embedded', dataDir }, silentLog, platformTables)
const names = async () => {
  const metadata = await open()
  const rows = await metadata.db.selectFrom('role').select('name').orderBy('id').execute()
  await metadata.stop()
  return rows.map(({ name }) => name)
}

async function fill(): Promise<void> {
  const metadata = await open()
  for (let at = 0; at < 20; at++) {
    await metadata.db
      .insertInto('role')
      .values({ name: `role ${at}`, authority_info: 'x'.repeat(3000) })
      .execute()
  }
  await metadata.stop()
}

/** Writes in a process that ends without closing, as a kill does. */
function fillAndDie(count = 20): void {
  const script = `
    const { openMetadata } = await import('${new URL('../../../src/server/metadata/open.ts', import.meta.url)}')
    const { platformTables } = await import('${new URL('../../../src/server/metadata/tables.ts', import.meta.url)}')
    const { makeLog } = await import('${new URL('../../../src/server/log.ts', import.meta.url)}')
    const { db } = await openMetadata({ metadata: 'embedded', dataDir: ${JSON.stringify(dataDir)} }, makeLog('silent'), platformTables)
    for (let at = 0; at < ${count}; at++) {
      await db.insertInto('role').values({ name: 'role ' + at, authority_info: 'x'.repeat(3000) }).execute()
    }
    process.kill(process.pid, 'SIGKILL')`
  try {
    execFileSync(process.execPath, ['--input-type=module', '-e', script], { stdio: 'pipe' })
  } catch (error) {
    if ((error as { signal: string }).signal !== 'SIGKILL') throw error
  }
}

const flip = (file: string, at: number) => {
  const bytes = readFileSync(file)
  bytes.writeUInt8(bytes.readUInt8(at) ^ 0x40, at)
  writeFileSync(file, bytes)
}

async function expectRefusal(file: string): Promise<void> {
  const before = readFileSync(file)
  const problem = await open().then(
    () => null,
    (error) => error,
  )
  expect(problem).toBeInstanceOf(MetadataProblem)
  expect(problem.message).toContain(file)
  expect(problem.message).toContain('npm run restore')
  expect(readFileSync(file)).toEqual(before)
}

const all = Array.from({ length: 20 }, (_, at) => `role ${at}`)

test('an untouched file opens', async () => {
  await fill()
  expect(await names()).toEqual(all)
})

test.each([0, 20, 100, 5000, 30_000, 60_000])('a flipped bit at byte %i is refused by name', async (at) => {
  await fill()
  flip(path(), at)
  await expectRefusal(path())
})

test.each([0, 10, 4096, 20_000])('a file cut to %i bytes is refused by name', async (size) => {
  await fill()
  truncateSync(path(), size)
  await expectRefusal(path())
})

test('other content under its name is refused by name', async () => {
  writeFileSync(path(), 'not a database, but long enough to be read as one'.repeat(100))
  await expectRefusal(path())
})

test('a file that is gone is not silently begun anew', async () => {
  await fill()
  rmSync(path())
  await expect(open()).rejects.toThrow(path())
  expect(existsSync(path())).toBe(false)
})

test('a change that was meant opens once the hash is taken away', async () => {
  await fill()
  const { DatabaseSync } = await import('node:sqlite')
  const database = new DatabaseSync(path())
  database.exec("update role set name = 'changed' where name = 'role 3'")
  database.close()
  await expectRefusal(path())
  rmSync(`${path()}.sha256`)
  expect(await names()).toContain('changed')
})

test('after a kill everything is there', async () => {
  fillAndDie()
  expect(existsSync(`${path()}-wal`)).toBe(true)
  expect(await names()).toEqual(all)
})

test.each([0, 30, 40, 2000, 10_000, 100_000])(
  'after a kill, a flipped bit at byte %i of the journal is refused',
  async (at) => {
    fillAndDie()
    flip(`${path()}-wal`, at)
    await expectRefusal(`${path()}-wal`)
  },
)

test('after a kill, a write cut short at the end of the journal is dropped, and the rest is there', async () => {
  fillAndDie()
  const journal = `${path()}-wal`
  truncateSync(journal, readFileSync(journal).length - 100)
  expect(await names()).toEqual(all.slice(0, 19))
})
