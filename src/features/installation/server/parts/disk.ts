// Checks the disk of the data folder: free space, and a file that is written, synced, read and removed.
import { randomBytes } from 'node:crypto'
import { readFile, rm, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { makeFile } from '#server/files/whole.ts'
import { sizeText } from '#shared/amounts.ts'
import { detail, type Look } from './finding.ts'

const gibibyte = 1024 ** 3

export const lookAtDisk: Look = async ({ settings: { dataDir } }) => {
  const { bsize, bavail, blocks, files, ffree } = await statfs(dataDir)
  const [free, all] = [bsize * bavail, bsize * blocks]
  const writeMs = await writeAndRead(dataDir)
  const isLow = free < gibibyte || free < all / 20
  const details = [
    detail('数据文件夹', dataDir),
    detail('可用', `${sizeText(free)}，共 ${sizeText(all)}`),
    detail('写入、落盘、读回', `${writeMs.toFixed(1)} ms`),
    ...(files > 0 ? [detail('可用的文件数', ffree)] : []),
  ]
  return isLow
    ? { state: 'warning', says: '能写入，但空间快用完了；请管理员腾出空间或换大一些的磁盘', details }
    : { state: 'ok', says: '能写入，空间够用', details }
}

/** As large as the biggest single writes of SQLite and the caches. */
export async function writeAndRead(folder: string, bytes = 64 * 1024): Promise<number> {
  const path = join(folder, `check-${randomBytes(9).toString('hex')}.part`)
  const content = randomBytes(bytes)
  const begun = performance.now()
  try {
    await makeFile(path, [content], { flags: 'wx' })
    if (!(await readFile(path)).equals(content))
      throw Object.assign(new Error('read otherwise'), { code: 'EIO' })
  } finally {
    await rm(path, { force: true })
  }
  return performance.now() - begun
}
