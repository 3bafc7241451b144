// Interrupted backups and restores: killed at any moment, or stopped by a full disk.
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { completeSwap } from '#server/backup/swap.ts'
import { findPostgres } from '#setup/postgres.mjs'
import { makeInstallation } from '#tests/factories/installation.ts'
import { makeDatabase } from '#tests/factories/postgres.ts'
import { addRecords } from '#tests/factories/records.ts'
import { mountDisk } from '#tests/factories/smallDisk.ts'

const recordBytes = 18_000_000

/** A large one, and a backup of it; and a small one that knows another user. */
let large: Awaited<ReturnType<typeof makeInstallation>>
let small: Awaited<ReturnType<typeof makeInstallation>>
let backup: string
let folder: string
const kept = mkdtempSync(join(tmpdir(), 'backups-'))
beforeAll(async () => {
  large = await makeInstallation()
  small = await makeInstallation()
  await small.command('user', 'add', 'old@example.com', '--role', '管理员')
  addRecords(large.dataDir, recordBytes)
  writeFileSync(join(large.dataDir, 'settings.json'), '{"title":"新"}')
  writeFileSync(join(small.dataDir, 'settings.json'), '{"title":"旧"}')
  backup = join(kept, 'large.tar')
  await large.command('backup', backup)
})
afterAll(() => {
  large.dispose()
  small.dispose()
  rmSync(kept, { recursive: true })
})
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cut-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** Kills as soon as `moment` is there, if it doesn't end before: then it is to be tried again. */
async function killAt(child: ChildProcess, moment: () => boolean): Promise<void> {
  const ended = once(child, 'exit')
  await vi.waitFor(() => expect(child.exitCode !== null || moment()).toBe(true), {
    timeout: 60_000,
    interval: 2,
  })
  child.kill('SIGKILL')
  await ended
}

/** A copy of the small one. */
function target(): string {
  const dataDir = join(folder, 'data')
  cpSync(small.dataDir, dataDir, { recursive: true })
  return dataDir
}

/** Which of the two a folder is, by its users and by its settings. */
async function whichIs(dataDir: string): Promise<[users: string, settings: string]> {
  const { out, err } = await small.commandIn(dataDir, 'user', 'list')
  expect(err).toBe('')
  const { title } = JSON.parse(readFileSync(join(dataDir, 'settings.json'), 'utf8'))
  return [out.includes('old@example.com') ? '旧' : '新', title]
}

const holds = (dataDir: string, pattern: RegExp) => () =>
  readdirSync(dataDir, { recursive: true, encoding: 'utf8' }).some((name) => pattern.test(name))

test('a backup that is killed leaves nothing that looks like one, and the next one is whole', async () => {
  const path = join(folder, 'backup.tar')
  const begun = () => readdirSync(folder).some((name) => statSync(join(folder, name)).size > 1_000_000)
  let child: ChildProcess
  do {
    rmSync(path, { force: true })
    child = large.begin(['backup', path])
    await killAt(child, begun)
  } while (child.exitCode === 0)
  expect(readdirSync(folder)).toEqual([expect.stringMatching(/^backup\.tar\.\d+\.partial$/)])
  const refused = await small.commandIn(target(), 'restore', join(folder, readdirSync(folder)[0] as string))
  expect([refused.code, refused.err]).toEqual([1, expect.stringContaining('不能使用')])
  rmSync(join(folder, 'data'), { recursive: true })
  expect((await large.command('backup', path)).code).toBe(0)
  expect(readdirSync(folder)).toEqual(['backup.tar'])
  expect(readdirSync(large.dataDir).filter((name) => name.startsWith('backup'))).toEqual([])
  expect((await small.commandIn(target(), 'restore', path)).code).toBe(0)
  expect(await whichIs(join(folder, 'data'))).toEqual(['新', '新'])
})

test.each([
  ['as it unpacks', /^restore-[^/]*\/metadata\.jsonl$/, ['旧', '旧']],
  ['as it fills the metadata', /^restore-.*\/metadata\.sqlite$/, ['旧', '旧']],
])('a restore that is killed %s leaves what was there', async (_, moment, is) => {
  const dataDir = join(folder, 'data')
  let child: ChildProcess
  do {
    rmSync(dataDir, { recursive: true, force: true })
    target()
    child = small.begin(['restore', backup], { DATA_DIR: dataDir })
    await killAt(child, holds(dataDir, moment))
  } while (child.exitCode === 0)
  expect(await whichIs(dataDir)).toEqual(is)
  expect((await small.commandIn(dataDir, 'restore', backup)).code).toBe(0)
  expect(await whichIs(dataDir)).toEqual(['新', '新'])
  expect(readdirSync(dataDir).filter((name) => name.startsWith('restore'))).toEqual([])
})

const own = [
  'brand',
  'inventory.json',
  'metadata.sqlite',
  'metadata.sqlite.sha256',
  'settings.json',
  'warehouse',
]

test.each(Array.from({ length: 2 * own.length + 2 }, (_, step) => [step]))(
  'a restore that was killed after %i steps of the exchange is completed by whoever comes next',
  async (step) => {
    const [dataDir, staged, before] = ['data', 'data/restore-x', 'data/before-restore-x'].map((name) =>
      join(folder, name),
    ) as [string, string, string]
    const fill = (root: string, text: string) => {
      mkdirSync(root, { recursive: true })
      for (const name of own) writeFileSync(join(root, name), text)
    }
    fill(dataDir, '旧')
    fill(staged, '新')
    writeFileSync(
      join(dataDir, 'restore.json'),
      JSON.stringify({ staged: 'restore-x', before: 'before-restore-x' }),
    )
    const moves = (from: string, to: string) =>
      own.map((name) => () => renameSync(join(from, name), join(to, name)))
    // As completeSwap takes them.
    const steps = [
      () => void mkdirSync(before),
      ...moves(dataDir, before),
      () => writeFileSync(join(before, 'whole'), ''),
      ...moves(staged, dataDir),
    ]
    for (const take of steps.slice(0, step)) take()
    await completeSwap(dataDir)
    const textsIn = (root: string) => own.map((name) => readFileSync(join(root, name), 'utf8'))
    expect(textsIn(dataDir)).toEqual(own.map(() => '新'))
    expect(textsIn(before)).toEqual(own.map(() => '旧'))
    expect(readdirSync(dataDir).sort()).toEqual(['before-restore-x', ...own].sort())
  },
)

describe.skipIf(!findPostgres())('with the metadata in a PostgreSQL', () => {
  test('a restore that is killed as it fills it is named by each start, until one is whole', async () => {
    const dataDir = target()
    const metadata = await makeDatabase('migrated')
    const env = { DATA_DIR: dataDir, METADATA: metadata }
    const filling = () => {
      const path = join(dataDir, 'restore.json')
      return existsSync(path) && readFileSync(path, 'utf8').includes('filling')
    }
    const few = join(folder, 'few')
    cpSync(small.dataDir, few, { recursive: true })
    addRecords(few, 2_000_000)
    const backup = join(folder, 'few.tar')
    await small.commandIn(few, 'backup', backup)
    await killAt(small.begin(['restore', backup], env), filling)
    for (const _ of [1, 2]) {
      const { code, err } = await small.startRefused(env)
      expect([code, err.trim().split('\n')]).toEqual([
        1,
        [expect.stringContaining('上一次恢复在填写 METADATA')],
      ])
      const [, present = ''] = /恢复前的元数据在 (\S+?)，/.exec(err) ?? []
      expect(existsSync(present)).toBe(true)
    }
    expect((await small.run(['restore', backup], env)).code).toBe(0)
    expect((await small.run(['user', 'list'], env)).out).toContain('old@example.com')
  })
})

/** Where no disk can be made, for one. */
const limit = ['prlimit', '--fsize=10000000']

test('a restore onto a disk without room is refused in a sentence, and nothing changes', async () => {
  const disk = mountDisk(25)
  const dataDir = disk ? join(disk.folder, 'data') : join(folder, 'data')
  try {
    cpSync(small.dataDir, dataDir, { recursive: true })
    const before = readdirSync(dataDir, { recursive: true }).sort()
    const { code, err } = await small.run(['restore', backup], { DATA_DIR: dataDir }, disk ? [] : limit)
    expect([code, err.trim().split('\n')]).toEqual([1, [expect.stringContaining('磁盘空间不足')]])
    expect(readdirSync(dataDir, { recursive: true }).sort()).toEqual(before)
    expect(await whichIs(dataDir)).toEqual(['旧', '旧'])
  } finally {
    disk?.dispose()
  }
})

test('a backup onto a disk without room is refused in a sentence, and leaves no file', async () => {
  const disk = mountDisk(8)
  try {
    const path = join(disk?.folder ?? folder, 'backup.tar')
    const { code, err } = await large.run(['backup', path], {}, disk ? [] : limit)
    expect([code, err]).toEqual([
      1,
      `磁盘空间不足，备份没有完成，也没有留下文件：${path}。请换一个磁盘，或腾出空间后重试\n`,
    ])
    expect(readdirSync(disk?.folder ?? folder)).toEqual([])
  } finally {
    disk?.dispose()
  }
})
