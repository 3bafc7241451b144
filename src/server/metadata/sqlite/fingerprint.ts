// SQLite has no page checksums, so a flipped bit in a text would go unnoticed. Therefore a hash of the file
// is stored beside it while no process has it open, and a file that differs at the next start is not trusted.
import { createHash } from 'node:crypto'
import { closeSync, existsSync, openSync, readFileSync, readSync, rmSync } from 'node:fs'
import { saveFileSync } from '#server/files/whole.ts'
import { isFull } from '#server/storage.ts'
import { MetadataProblem } from '../problem.ts'

const fingerprintPath = (path: string): string => `${path}.sha256`

export function checkFingerprint(path: string): void {
  const kept = fingerprintPath(path)
  // A journal beside the file means that another process has the file open or was killed; the hash is not
  // valid then.
  if (!existsSync(kept) || existsSync(`${path}-wal`)) return
  if (!existsSync(path)) {
    throw new MetadataProblem(
      `元数据文件 ${path} 不见了。请用备份恢复：npm run restore -- 备份文件；若确要从空库开始，请先删除 ${kept}`,
    )
  }
  if (readFileSync(kept, 'utf8').trim() === hashOf(path)) return
  throw new MetadataProblem(
    `元数据文件 ${path} 与上次停止时不同，可能已损坏。文件未被改动；请用备份恢复：npm run restore -- 备份文件。` +
      `若改动确是有意为之，请先删除 ${kept} 再启动`,
  )
}

/** Called before the file is opened for writing. */
export const forgetFingerprint = (path: string): void => rmSync(fingerprintPath(path), { force: true })

/** Called after closing, if no other process has the file open: the last one to close removes the journal. */
export function writeFingerprint(path: string): void {
  if (!existsSync(path) || existsSync(`${path}-wal`)) return
  try {
    saveFileSync(fingerprintPath(path), `${hashOf(path)}\n`)
  } catch (error) {
    // Without the hash the next start can't compare, which is no reason to fail here.
    if (!isFull(error)) throw error
  }
}

/** In chunks, because a file of more than 2 GiB can't be read at once. */
function hashOf(path: string): string {
  const hash = createHash('sha256')
  const piece = Buffer.allocUnsafe(4 * 1024 * 1024)
  const file = openSync(path, 'r')
  try {
    for (let read = readSync(file, piece); read > 0; read = readSync(file, piece)) {
      hash.update(piece.subarray(0, read))
    }
  } finally {
    closeSync(file)
  }
  return hash.digest('hex')
}
