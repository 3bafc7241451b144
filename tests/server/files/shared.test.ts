// Storage that several servers share, as a folder and as a bucket.
import { randomBytes } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeFiles, openFiles } from '#server/files/shared/open.ts'
import { readFilesPlace } from '#server/files/shared/place.ts'
import type { FilesPlace, SharedFiles } from '#server/files/shared/types.ts'
import { openMetadata } from '#server/metadata/open.ts'
import { forgetCommon } from '#server/process/common.ts'
import { accessKey, secretKey, startBucket } from '#tests/factories/databases/bucket.ts'
import { copyMigrated } from '#tests/factories/migrated.ts'
import { silentLog } from '#tests/factories/stores.ts'
import { tables } from '../../../src/main-tables.ts'

let folder: string
let bucket: Awaited<ReturnType<typeof startBucket>>
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'shared-'))
  bucket = await startBucket('shared')
})
afterAll(async () => {
  await bucket.stop()
  rmSync(folder, { recursive: true, force: true })
})

const addressOf = (kind: string, name: string): string =>
  kind === 'folder'
    ? join(folder, name)
    : `s3://${accessKey}:${secretKey}@${bucket.endpoint.replace('http://', '')}/shared/${name}?tls=off`

describe.each(['folder', 'bucket'])('a shared %s', (kind) => {
  let files: SharedFiles
  beforeAll(async () => {
    files = await makeFiles(readFilesPlace(addressOf(kind, 'store')) as FilesPlace)
  })

  it('gives back what was put, whole, and nothing else', async () => {
    // Larger than two parts of an upload.
    const large = randomBytes(17 * 1024 * 1024)
    const from = join(folder, `${kind}.from`)
    writeFileSync(from, large)
    await files.put('results/large.rows', from)
    await files.putBytes('results/small.rows', Buffer.from('first'))
    await files.putBytes('results/small.rows', Buffer.from('second'))
    await files.putBytes('other/small.rows', Buffer.from('other'))
    const to = join(folder, `${kind}.to`)
    expect(await files.fetch('results/large.rows', to)).toBe(true)
    expect(readFileSync(to).equals(large)).toBe(true)
    expect(await files.sizeOf('results/large.rows')).toBe(large.length)
    expect((await files.read('results/small.rows'))?.toString()).toBe('second')
    const listed = []
    for await (const { key, bytes } of files.list('results/')) listed.push(`${key} ${bytes}`)
    expect(listed.sort()).toEqual([`results/large.rows ${large.length}`, 'results/small.rows 6'])

    await files.remove('results/small.rows')
    await files.remove('results/small.rows')
    const gone = join(folder, `${kind}.gone`)
    expect(await files.read('results/small.rows')).toBeNull()
    expect(await files.sizeOf('results/small.rows')).toBeNull()
    // A longer name that begins alike is another one.
    expect(await files.sizeOf('results/large')).toBeNull()
    expect(await files.fetch('results/small.rows', gone)).toBe(false)
    expect(readdirSync(folder).filter((name) => name.startsWith(`${kind}.gone`))).toEqual([])
    for (const key of ['../secret', '/etc/passwd', 'a//b', 'a/../b', ''])
      await expect(files.read(key), key).rejects.toThrow('not a key')
  })

  it('is that of the store, or the start is refused', async () => {
    const dataDir = mkdtempSync(join(folder, 'data-'))
    await copyMigrated(dataDir)
    const metadata = await openMetadata({ metadata: 'embedded', dataDir }, silentLog, tables)
    const open = (text: string | null) => openFiles({ files: text }, metadata)
    try {
      expect(await open(null)).toBeUndefined()
      const [one, two] = [addressOf(kind, 'one'), addressOf(kind, 'two')]
      await open(one)
      await open(one)
      await expect(open(null)).rejects.toThrow(/没有指定.*npm run adopt/)
      // An empty place becomes that of the store; one of another installation never does.
      await forgetCommon(metadata.db)
      await (await makeFiles(readFilesPlace(two) as FilesPlace)).putBytes(
        'installation',
        Buffer.from('theirs'),
      )
      await open(one)
      const refused = await open(two).catch((error: Error) => `${error.name} ${error.message}`)
      expect(refused).toMatch(/^StartProblem .*另一套安装/)
      expect(refused).not.toContain(`${secretKey}@`)
    } finally {
      await metadata.stop()
    }
  })
})

it('a bucket that is not there, or a wrong key, stops the start in words', async () => {
  const dataDir = mkdtempSync(join(folder, 'data-'))
  await copyMigrated(dataDir)
  const metadata = await openMetadata({ metadata: 'embedded', dataDir }, silentLog, tables)
  const host = bucket.endpoint.replace('http://', '')
  const refusal = (text: string) =>
    openFiles({ files: text }, metadata).then(
      () => 'opened',
      (error: Error) => `${error.name} ${error.message}`,
    )
  try {
    expect(await refusal(`s3://nobody:${secretKey}@${host}/shared?tls=off`)).toMatch(
      /^StartProblem .*密钥不对/,
    )
    expect(await refusal(`s3://${accessKey}:${secretKey}@${host}/absent?tls=off`)).toMatch(
      /^StartProblem .*没有这个桶/,
    )
    writeFileSync(join(folder, 'file'), '')
    expect(await refusal(join(folder, 'file'))).toMatch(/^StartProblem .*不是文件夹/)
  } finally {
    await metadata.stop()
  }
})
