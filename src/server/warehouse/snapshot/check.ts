// A cheap check at start that the published files exist, are complete and unchanged, by their headers.
// DuckDB's checksums find flipped bits when a block is read. (Format: DuckDB storage from version 64: a main
// header and two database headers of 4 KiB each, the newer one in force, then equal blocks.)
import { type FileHandle, open } from 'node:fs/promises'
import { join } from 'node:path'
import { fingerprintOf, headersBytes } from './fingerprint.ts'
import { filesOf, readManifest } from './manifest.ts'

const headerBytes = headersBytes / 3

/** The fault with the file's path; null where all is well. Throws ManifestProblem. */
export async function findDamage(folder: string): Promise<string | null> {
  const manifest = await readManifest(folder)
  for (const name of filesOf(manifest)) {
    const path = join(folder, name)
    const problem = await findFileDamage(path, manifest.fingerprints[name])
    if (problem) return `${path}：${problem}`
  }
  return null
}

/** Without a fingerprint only the file itself is checked. */
export async function findFileDamage(path: string, fingerprint?: string): Promise<string | null> {
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
    if (size < expectedSize(head)) return '文件不完整'
    return fingerprint && (await fingerprintOf(path)) !== fingerprint ? '与发布时不同，可能已损坏' : null
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
