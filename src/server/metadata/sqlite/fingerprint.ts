// SQLite has no checksums over its pages: a flipped bit in a text is read as another text. So the file's hash is
// kept beside it while no process has it open, and a file that differs at the next start is not trusted.
import { createHash } from 'node:crypto'
import { closeSync, existsSync, openSync, readFileSync, readSync, rmSync } from 'node:fs'
import { saveFileSync } from '#server/files/whole.ts'
import { isFull } from '#server/storage.ts'
import { MetadataProblem } from '../problem.ts'

const fingerprintPath = (path: string): string => `${path}.sha256`

export function checkFingerprint(path: string): void {
  const kept = fingerprintPath(path)
  // With a journal beside it another process has the file open, or one was killed: the hash says nothing then.
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

/** Before the file is opened for writing. */
export const forgetFingerprint = (path: string): void => rmSync(fingerprintPath(path), { force: true })

/** After it was closed, if no other process has it open: the last one to close takes the journal away. */
export function writeFingerprint(path: string): void {
  if (!existsSync(path) || existsSync(`${path}-wal`)) return
  try {
    saveFileSync(fingerprintPath(path), `${hashOf(path)}\n`)
  } catch (error) {
    // Without it the next start has nothing to compare with, which is no reason to end in a failure.
    if (!isFull(error)) throw error
  }
}

/** In pieces: a file of more than 2 GiB can't be read at once. */
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
