import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { openMetadata } from '#server/metadata/open.ts'
import { MetadataProblem } from '#server/metadata/problem.ts'
import { platformTables } from '#server/metadata/tables.ts'
import { silentLog } from '#tests/factories/stores.ts'

const makeFolder = () => mkdtempSync(join(tmpdir(), 'damage-'))
const remove = (folder: string) => rmSync(folder, { recursive: true, force: true })

let dataDir: string
beforeEach(() => {
  dataDir = makeFolder()
})
afterEach(() => remove(dataDir))

/** Made once: a store that was closed in good order, and one whose process was killed. Each test gets a copy. */
const [closed, killed] = [makeFolder(), makeFolder()]
beforeAll(async () => {
  await fillAndClose(closed)
  fillAndDie(killed)
})
afterAll(() => [closed, killed].forEach(remove))
const copy = (folder: string) => cpSync(folder, dataDir, { recursive: true })

const path = () => join(dataDir, 'metadata.sqlite')
const openIn = (folder: string) =>
  openMetadata({ metadata: 'embedded', dataDir: folder }, silentLog, platformTables)
const open = () => openIn(dataDir)
const names = async () => {
  const metadata = await open()
  const rows = await metadata.db.selectFrom('role').select('name').orderBy('id').execute()
  await metadata.stop()
  return rows.map(({ name }) => name)
}

async function fillAndClose(folder: string): Promise<void> {
  const metadata = await openIn(folder)
  for (let at = 0; at < 20; at++) {
    await metadata.db
      .insertInto('role')
      .values({ name: `role ${at}`, authority_info: 'x'.repeat(3000) })
      .execute()
  }
  await metadata.stop()
}

/** Writes in a process that ends without closing, as a kill does. */
function fillAndDie(folder: string): void {
  const script = `
    const { openMetadata } = await import('${new URL('../../../src/server/metadata/open.ts', import.meta.url)}')
    const { platformTables } = await import('${new URL('../../../src/server/metadata/tables.ts', import.meta.url)}')
    const { makeLog } = await import('${new URL('../../../src/server/log.ts', import.meta.url)}')
    const { db } = await openMetadata({ metadata: 'embedded', dataDir: ${JSON.stringify(folder)} }, makeLog('silent'), platformTables)
    for (let at = 0; at < 20; at++) {
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
  copy(closed)
  expect(await names()).toEqual(all)
})

test.each([0, 20, 100, 5000, 30_000, 60_000])('a flipped bit at byte %i is refused by name', async (at) => {
  copy(closed)
  flip(path(), at)
  await expectRefusal(path())
})

test.each([0, 10, 4096, 20_000])('a file cut to %i bytes is refused by name', async (size) => {
  copy(closed)
  truncateSync(path(), size)
  await expectRefusal(path())
})

test('other content under its name is refused by name', async () => {
  writeFileSync(path(), 'not a database, but long enough to be read as one'.repeat(100))
  await expectRefusal(path())
})

test('a file that is gone is not silently begun anew', async () => {
  copy(closed)
  rmSync(path())
  await expect(open()).rejects.toThrow(path())
  expect(existsSync(path())).toBe(false)
})

test('a change that was meant opens once the hash is taken away', async () => {
  copy(closed)
  const { DatabaseSync } = await import('node:sqlite')
  const database = new DatabaseSync(path())
  database.exec("update role set name = 'changed' where name = 'role 3'")
  database.close()
  await expectRefusal(path())
  rmSync(`${path()}.sha256`)
  expect(await names()).toContain('changed')
})

test('after a kill everything is there', async () => {
  copy(killed)
  expect(existsSync(`${path()}-wal`)).toBe(true)
  expect(await names()).toEqual(all)
})

test.each([0, 30, 40, 2000, 10_000, 100_000])(
  'after a kill, a flipped bit at byte %i of the journal is refused',
  async (at) => {
    copy(killed)
    flip(`${path()}-wal`, at)
    await expectRefusal(`${path()}-wal`)
  },
)

test('after a kill, a write cut short at the end of the journal is dropped, and the rest is there', async () => {
  copy(killed)
  const journal = `${path()}-wal`
  truncateSync(journal, readFileSync(journal).length - 100)
  expect(await names()).toEqual(all.slice(0, 19))
})
