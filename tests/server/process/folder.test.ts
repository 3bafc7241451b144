// Checks of the data folder before its first use: usable, not in use by another server, complete.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { asAppError } from '#server/http/errorHandler.ts'
import { translateFailure } from '#server/metadata/failures.ts'
import { occupyAlone, occupyAsServer } from '#server/occupancy.ts'
import { enterFolder, enterFolderAsServer } from '#server/process/folder.ts'
import { noteInventory, refuseForeignMetadata } from '#server/process/inventory.ts'
import { spokenStorage, storageFailure } from '#server/storage.ts'
import { publish } from '#server/warehouse/publish.ts'
import { describeStores } from '#tests/factories/stores.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'folder-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const storesOf = (dataDir: string) => ({ dataDir, metadata: 'embedded', warehouse: 'embedded' })
const problemOf = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: Error) => [error.name, error.message],
  )

test('of servers that start at one moment one has the folder; commands work beside it, a restore does not', async () => {
  const [one, other] = await Promise.allSettled([
    enterFolderAsServer(storesOf(folder)),
    enterFolderAsServer(storesOf(folder)),
  ])
  expect([one.status, other.status].sort()).toEqual(['fulfilled', 'rejected'])
  const refused = one.status === 'rejected' ? one : (other as PromiseRejectedResult)
  expect(refused.reason).toMatchObject({ name: 'StartProblem', message: expect.stringContaining(folder) })
  const command = await enterFolder(storesOf(folder))
  command.leave()
  expect(occupyAlone(folder)).toBeNull()
  const server = one.status === 'fulfilled' ? one : (other as PromiseFulfilledResult<{ leave(): void }>)
  server.value.leave()
  const next = await enterFolderAsServer(storesOf(folder))
  next.leave()
  occupyAlone(folder)?.leave()
})

test('a killed server has left the folder', () => {
  const occupancy = new URL('../../../src/server/occupancy.ts', import.meta.url)
  const script = `
    const { occupyAsServer } = await import('${occupancy}')
    if (occupyAsServer(${JSON.stringify(folder)})) process.kill(process.pid, 'SIGKILL')`
  expect(spawnSync(process.execPath, ['--input-type=module', '-e', script]).signal).toBe('SIGKILL')
  const next = occupyAsServer(folder)
  expect(next).not.toBeNull()
  next?.leave()
})

test.each([
  ['a file', 'file', '不是文件夹'],
  ['below a file', 'file/data', '不是文件夹'],
  ['too long a name', 'x'.repeat(300), '路径过长'],
  ['too long a path', 'abcdefghi/'.repeat(50), '路径过长'],
  ...(process.platform === 'linux' ? [['where nothing can be made', '/proc/data', '无法建立文件夹']] : []),
])('a folder that is %s is refused in a sentence', async (_, path, message) => {
  writeFileSync(join(folder, 'file'), '')
  const dataDir = path.startsWith('/') ? path : join(folder, path)
  const sentence = expect.stringContaining(message)
  expect(await problemOf(enterFolderAsServer(storesOf(dataDir)))).toEqual(['StartProblem', sentence])
  expect(readdirSync(folder)).toEqual(['file'])
})

test.each([
  [{ code: 'ENOSPC' }, '磁盘空间不足'],
  [{ code: 'EDQUOT' }, '磁盘空间不足'],
  [{ code: 'EFBIG' }, '磁盘空间不足'],
  [{ errcode: 13 }, '磁盘空间不足'],
  [{ errcode: 778 }, '配额已用完'],
  [{ errcode: 4874 }, '配额已用完'],
  [{ message: 'IO Error: Could not write: No space left on device' }, '磁盘空间不足'],
  [{ code: 'EROFS' }, '只读'],
  [{ errcode: 8 + (1 << 8) }, '只读'],
  [{ code: 'EACCES' }, '没有读写 /data 的权限'],
  [{ errcode: 14 }, '没有读写 /data 的权限'],
  [{ code: 'ENOTDIR' }, '不是文件夹'],
  [{ errcode: 10 }, '磁盘出错'],
])('%j is told with the way out', (given, message) => {
  expect(spokenStorage(Object.assign(new Error('x'), given), '/data')).toContain(message)
  expect(spokenStorage(new Error('y', { cause: Object.assign(new Error('x'), given) }), '/data')).toContain(
    message,
  )
})

test.each([
  [{ code: 'ENOSPC' }, '磁盘空间不足'],
  [{ code: 'EDQUOT' }, '磁盘空间不足'],
  [{ code: '53100' }, '磁盘空间不足'],
  [{ errcode: 13 }, '磁盘空间不足'],
  [{ errcode: 778 }, '磁盘无法写入'],
  [{ code: 'EROFS' }, '磁盘是只读的'],
  [{ code: 'EACCES', syscall: 'open' }, '没有数据文件夹的读写权限'],
  [{ code: 'EIO' }, '读写磁盘时出错'],
  [{ message: 'IO Error: Could not write all bytes to file "x": No space left on device' }, '磁盘空间不足'],
])('%j fails a call in words that name no path', (given, message) => {
  const failed = Object.assign(new Error('x'), { path: '/data/x' }, given)
  const spoken = { code: 'storage_full', status: 507, message: expect.stringContaining(message) }
  expect(storageFailure(failed)).toMatchObject(spoken)
  expect(translateFailure(failed)).toMatchObject(spoken)
  expect(asAppError(failed)).toMatchObject(spoken)
  expect(storageFailure(failed)?.message).not.toContain('/data')
})

test.each([
  [{ code: 'ENOENT' }],
  [{ code: 'EEXIST' }],
  [{ code: 'EACCES', syscall: 'connect' }],
  [{ errcode: 5 }],
])('%j is no matter of the disk', (given) => {
  expect(storageFailure(Object.assign(new Error('x'), given))).toBeNull()
})

test('a port that may not be listened on is nothing of the folder', () => {
  const error = Object.assign(new Error('listen EACCES'), { code: 'EACCES', syscall: 'listen' })
  expect(spokenStorage(error, '/data')).toBeNull()
})

const fill = (dataDir: string) =>
  publish(dataDir, async ({ connection }) => {
    await connection.run('CREATE TABLE a AS SELECT 1 AS v')
  })

test('no new metadata are begun beside a filled warehouse', async () => {
  await fill(folder)
  const refused = ['StartProblem', expect.stringContaining('metadata.sqlite')]
  expect(await problemOf(enterFolder(storesOf(folder)))).toEqual(refused)
  expect(await problemOf(enterFolderAsServer(storesOf(folder)))).toEqual(refused)
  // A refusal holds nothing.
  occupyAlone(folder)?.leave()
  writeFileSync(join(folder, 'metadata.sqlite'), '')
  const occupancy = await enterFolder(storesOf(folder))
  occupancy.leave()
})

describeStores('what a folder held', (store) => {
  test('is missed by its name when it is gone, and metadata of others are refused', async () => {
    const metadata = await store.open()
    const stores = {
      dataDir: folder,
      metadata: metadata.dialect === 'sqlite' ? 'embedded' : 'postgres',
      warehouse: 'embedded',
    }
    writeFileSync(join(folder, 'metadata.sqlite'), '')
    await fill(folder)
    await refuseForeignMetadata(stores, metadata)
    await noteInventory(stores, metadata)
    await noteInventory(stores, metadata)
    await refuseForeignMetadata(stores, metadata)
    const enter = () => enterFolder(stores).then((occupancy) => occupancy.leave())
    await enter()
    const missed: Record<string, string> = {
      'metadata.sqlite': 'npm run restore',
      'warehouse/current.json': 'npm run repair',
      secret: '恢复',
    }
    for (const [name, way] of Object.entries(missed)) {
      const path = join(folder, name)
      rmSync(path)
      const problem = await problemOf(enter())
      // A store elsewhere has no file here.
      if (name === 'metadata.sqlite' && metadata.dialect === 'postgres') expect(problem).toBeNull()
      else
        expect(problem).toEqual([
          'StartProblem',
          expect.stringMatching(new RegExp(`${path}.*${way}.*inventory`)),
        ])
      writeFileSync(path, name.endsWith('.json') ? '{"generation":1,"tables":[],"retained":[]}' : '')
    }
    await metadata.db.deleteFrom('setting').execute()
    expect(await problemOf(refuseForeignMetadata(stores, metadata))).toEqual([
      'StartProblem',
      expect.stringContaining('METADATA 可能指错了库'),
    ])
    writeFileSync(join(folder, 'inventory.json'), '{')
    expect(await problemOf(enter())).toEqual(['StartProblem', expect.stringContaining('已损坏')])
  })
})
