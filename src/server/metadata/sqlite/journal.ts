// Checks SQLite's write-ahead log before SQLite reads it. SQLite silently ignores everything from the first
// frame with a wrong checksum, which is right for a write cut short by a crash, but would lose acknowledged
// writes after a flipped bit. Each commit is synced before the next begins, so a crash leaves at most one
// unfinished commit at the end; more commits behind a wrong frame mean damage. (Format:
// sqlite.org/fileformat2, 4.)
import { closeSync, existsSync, fstatSync, openSync, readSync } from 'node:fs'
import { damaged } from '../problem.ts'

const headerBytes = 32
const frameHeaderBytes = 24

export function checkJournal(path: string): void {
  const journal = `${path}-wal`
  if (!existsSync(journal)) return
  const file = openSync(journal, 'r')
  const commits = commitsOf(file)
  if (commits > 1) throw damaged(journal, `校验和不符，其后还有 ${commits} 次已确认的写入`)
}

function commitsOf(file: number): number {
  try {
    return commitsBehindDamage(file, fstatSync(file).size)
  } finally {
    closeSync(file)
  }
}

/**
 * The number of commits at or behind the first wrong frame. Reads frame by frame, because the log may exceed
 * the memory.
 */
function commitsBehindDamage(file: number, size: number): number {
  const bytes = Buffer.alloc(headerBytes)
  if (readSync(file, bytes) < headerBytes) return 0
  const magic = bytes.readUInt32BE(0)
  const pageBytes = bytes.readUInt32BE(8)
  // With an invalid header every frame is unreadable, unless nothing was written yet.
  const readable = (magic & 0xfffffffe) === 0x377f0682 && pageBytes >= 512 && pageBytes <= 65536
  if (!readable) return size > headerBytes + 2 * frameHeaderBytes + 1024 ? 2 : 0
  const little = (magic & 1) === 0
  const salts = bytes.subarray(16, 24)
  let sum = checksum(bytes.subarray(0, 24), little, [0, 0])
  let whole = sum[0] === bytes.readUInt32BE(24) && sum[1] === bytes.readUInt32BE(28)
  let commits = 0
  const frame = Buffer.alloc(frameHeaderBytes + pageBytes)
  for (
    let at = headerBytes;
    readSync(file, frame, 0, frame.length, at) === frame.length;
    at += frame.length
  ) {
    const own = salts.equals(frame.subarray(8, 16))
    if (whole) {
      sum = checksum(frame.subarray(0, 8), little, sum)
      sum = checksum(frame.subarray(frameHeaderBytes), little, sum)
      whole = own && sum[0] === frame.readUInt32BE(16) && sum[1] === frame.readUInt32BE(20)
    }
    // Frames from an earlier round of the log have other salts and do not count.
    if (!whole && own && frame.readUInt32BE(4) > 0) commits += 1
  }
  return commits
}

function checksum(bytes: Buffer, little: boolean, [first, second]: [number, number]): [number, number] {
  const word = (at: number) => (little ? bytes.readUInt32LE(at) : bytes.readUInt32BE(at))
  let one = first
  let two = second
  for (let at = 0; at < bytes.length; at += 8) {
    one = (one + word(at) + two) >>> 0
    two = (two + word(at + 4) + one) >>> 0
  }
  return [one, two]
}
