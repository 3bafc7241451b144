// Looks at a start whether the published files are all there and whole, cheaply: by what their own headers say.
// Flipped bits inside are found by DuckDB's checksums when a block is read. (Format: DuckDB storage, version 64 on:
// a main header and two database headers of 4 KiB each, the newer one in force, then equal blocks.)
import { type FileHandle, open } from 'node:fs/promises'
import { join } from 'node:path'
import { filesOf, readManifest } from './manifest.ts'

const headerBytes = 4096

/** What is wrong, with the file's path; null where all is well. Throws ManifestProblem. */
export async function findDamage(folder: string): Promise<string | null> {
  for (const name of filesOf(await readManifest(folder))) {
    const path = join(folder, name)
    const problem = await findFileDamage(path)
    if (problem) return `${path}：${problem}`
  }
  return null
}

export async function findFileDamage(path: string): Promise<string | null> {
  let file: FileHandle
  try {
    file = await open(path, 'r')
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT' ? '文件不见了' : (error as Error).message
  }
  try {
    const head = Buffer.alloc(3 * headerBytes)
    const { bytesRead } = await file.read(head, 0, head.length, 0)
    if (bytesRead < head.length || head.toString('latin1', 8, 12) !== 'DUCK') return '不是完整的数据文件'
    const { size } = await file.stat()
    return size < expectedSize(head) ? '文件不完整' : null
  } finally {
    await file.close()
  }
}

function expectedSize(head: Buffer): number {
  const iteration = (at: number) => head.readBigUInt64LE(at + 8)
  const newer = iteration(headerBytes) >= iteration(2 * headerBytes) ? headerBytes : 2 * headerBytes
  const blocks = Number(head.readBigUInt64LE(newer + 32))
  const blockBytes = Number(head.readBigUInt64LE(newer + 40))
  return 3 * headerBytes + blocks * blockBytes
}
