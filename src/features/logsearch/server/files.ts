// The present files of a store. A file's key identifies it for as long as it is kept, renamed or not: its
// inode and a hash of its first line, which changes when the file is truncated.
import { createHash } from 'node:crypto'
import type { BigIntStats } from 'node:fs'
import { type FileHandle, glob, open, realpath } from 'node:fs/promises'
import { basename, sep } from 'node:path'
import type { OrderedFile } from './engine/orders.ts'
import { type Format, formatOf } from './engine/reading/formats.ts'
import type { Place } from './places.ts'

export interface LogFile extends OrderedFile {
  key: string
  name: string
}

interface Listing {
  files: LogFile[]
  /** In Chinese: what could not be read. */
  notes: string[]
}

/** Per store. */
const mostFiles = 2_000
const headBytes = 16_384
const firstLine = 512

/** Cached first lines, which stay the same while a file only grows. */
interface Head {
  key: string
  format: Format
  /** Whether the first line is complete. */
  settled: boolean
}
const heads = new Map<string, Head>()
const mostHeads = 10_000

export async function listFiles(place: Place): Promise<Listing> {
  const notes: string[] = []
  const seen = new Map<string, LogFile>()
  for (const path of await pathsOf(place, notes)) {
    try {
      const file = await readHead(path, place)
      if (file && !seen.has(file.key)) seen.set(file.key, file)
    } catch (error) {
      const { code = '' } = error as NodeJS.ErrnoException
      // It may have been deleted since the listing.
      if (code !== 'ENOENT') notes.push(`${basename(path)} 无法读取（${code || '未知原因'}）`)
    }
  }
  return { files: [...seen.values()], notes }
}

async function pathsOf({ files, entrance }: Place, notes: string[]): Promise<string[]> {
  const paths = new Set<string>()
  for (const pattern of files) {
    for await (const path of glob(pattern)) {
      if (paths.size >= mostFiles) {
        notes.push(`文件超过 ${mostFiles} 个，只查前 ${mostFiles} 个`)
        return [...paths]
      }
      paths.add(path)
    }
  }
  const isOwn = entrance === 'server'
  const known = await Promise.all([...paths].sort().map((path) => (isOwn ? path : settledPath(path, files))))
  return [...new Set(known.filter((path) => path !== null))]
}

/** Resolves links, but only within the folders that the settings name. */
async function settledPath(path: string, patterns: readonly string[]): Promise<string | null> {
  const real = await realpath(path).catch(() => null)
  if (real === null) return null
  const folders = await Promise.all(
    patterns.map((pattern) => realpath(fixedFolder(pattern)).catch(() => fixedFolder(pattern))),
  )
  return folders.some(
    (folder) => real === folder || real.startsWith(folder.endsWith(sep) ? folder : folder + sep),
  )
    ? real
    : null
}

/** The part of a pattern before its first wildcard, up to its last folder. */
function fixedFolder(pattern: string): string {
  const [fixed = ''] = pattern.split(/[*?[{!+@(]/, 1)
  return fixed === pattern
    ? pattern.slice(0, Math.max(1, pattern.lastIndexOf(sep)))
    : fixed.slice(0, Math.max(1, fixed.lastIndexOf(sep)))
}

async function readHead(path: string, place: Place): Promise<LogFile | null> {
  // Non-blocking: opening a pipe would wait.
  const file = await open(path, 0o4000)
  try {
    const stats = await file.stat({ bigint: true })
    if (!stats.isFile() || stats.size === 0n || path.endsWith('.gz')) return null
    const head = await headOf(file, stats, place)
    return {
      path,
      inode: `${stats.dev}-${stats.ino}`,
      size: Number(stats.size),
      format: head.format,
      timeField: place.timeField,
      zone: place.zone,
      changed: Number(stats.mtimeMs),
      born: Number(stats.birthtimeMs > 0n ? stats.birthtimeMs : stats.mtimeMs),
      key: head.key,
      name: basename(path),
    }
  } finally {
    await file.close()
  }
}

async function headOf(file: FileHandle, stats: BigIntStats, place: Place): Promise<Head> {
  const bytes = Buffer.alloc(headBytes)
  const { bytesRead } = await file.read(bytes, 0, firstLine, 0)
  const feed = bytes.subarray(0, bytesRead).indexOf(10)
  const first = bytes.subarray(0, feed < 0 ? Math.min(bytesRead, firstLine) : feed)
  const key = createHash('sha256')
    .update(`${place.entrance} ${place.name} ${stats.dev} ${stats.ino} `)
    .update(first)
    .digest('hex')
    .slice(0, 16)
  const known = heads.get(key)
  if (known?.settled) return known
  const { bytesRead: got } = await file.read(bytes, 0, bytes.length, 0)
  const lines = bytes
    .toString('utf8', 0, got)
    .split('\n')
    .slice(0, got === Number(stats.size) ? undefined : -1)
    .filter((line) => line.trim() !== '')
    .slice(0, 20)
  const format = place.format === 'auto' ? formatOf(lines) : place.format
  const head = { key, format, settled: lines.length === 20 || got >= headBytes }
  if (heads.size > mostHeads) heads.clear()
  heads.set(key, head)
  return head
}
