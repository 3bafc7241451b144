// Background exports: written to a temporary file, synced and renamed, so that a broken file can never be
// downloaded.
import { randomBytes } from 'node:crypto'
import { type FileHandle, mkdir, open, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { crc32 } from 'node:zlib'
import type { Deps } from '#server/deps.ts'
import { type SheetFormat, sheetContentTypes } from '#server/files/sheets.ts'
import { writeAll } from '#server/files/whole.ts'
import type { BlobReply } from '#server/http/reply.ts'
import type { SessionUser } from '#server/http/session.ts'
import type { Jobs } from '#server/jobs/jobs.ts'
import { writeAudit } from '#server/metadata/audit.ts'
import { AppError } from '#shared/errors.ts'
import { exportFileName } from '#shared/exportName.ts'
import { keptExportFolder, sharedExport } from '../runs/expiry.ts'
import { noteQueueChange } from '../runs/queued.ts'
import type { RunFile, Runs, RunTask } from '../runs/types.ts'
import { exportJob } from './job.ts'
import type { Prepared } from './orders.ts'
import { type Writing, writeExport } from './writing.ts'

/** Limits of one file, and of all kept files of one user. */
const largestFile = 4 * 2 ** 30
const largestSum = 8 * 2 ** 30

export function handleExports(deps: Deps, runs: Runs, jobs: Jobs): void {
  jobs.handle(exportJob, {
    run: async (writing, { id, owner, fence, signal }) => {
      if (!owner) throw new AppError('object_missing')
      // Rights to the result may have been revoked since the request.
      if (writing.kept) await runs.assertKept(owner, writing.kept.runId)
      const file = asideOf(deps, id, writing, fence)
      const note = await runs.perform(owner, id, signal, (task) => writeFile(deps, writing, task, file))
      return {
        commit: async (db) => {
          await file.settle()
          await note(db)
        },
      }
    },
    changed: noteQueueChange,
  })
}

export async function startBackgroundExport(
  deps: Deps,
  runs: Runs,
  jobs: Jobs,
  user: SessionUser,
  { order, writing }: Prepared,
): Promise<string> {
  const kept = await keptBytes(deps, user)
  if (kept >= largestSum) {
    throw new AppError('quota_exceeded', '后台导出的文件已超过 8 GB，请等待旧文件过期后再试')
  }
  const { id, note } = await runs.draft(user, order)
  await jobs.transaction(async (db, enqueue) => {
    await note(db)
    await enqueue({ kind: exportJob, id, payload: writing, userId: user.id })
  })
  return id
}

interface Aside {
  path: string
  stored: string
  /** Renames the file to its final name. */
  settle(): Promise<void>
}

/** The name contains the run's fence, so that it can't collide with a later run's. */
function asideOf({ settings, files }: Deps, id: string, { format }: Writing, fence: number): Aside {
  const folder = keptExportFolder(settings.dataDir)
  if (files) {
    const stored = `${id}.${fence}.${format}`
    return { path: join(folder, `${stored}.part`), stored, settle: async () => undefined }
  }
  const stored = `${id}.${format}`
  const path = join(folder, `${stored}.${fence}.part`)
  let isPlaced = false
  const settle = async () => {
    if (!isPlaced) await rename(path, join(folder, stored))
    isPlaced = true
  }
  return { path, stored, settle }
}

async function keptBytes({ metadata: { db } }: Deps, user: SessionUser): Promise<number> {
  const rows = await db
    .selectFrom('sql_run')
    .select('file')
    .where('user_id', '=', user.id)
    .where('kind', '=', 'export')
    .where('file', 'is not', null)
    .where('expires_at', '>', new Date().toISOString())
    .execute()
  return rows.reduce((sum, { file }) => sum + ((JSON.parse(file ?? '{}') as Partial<RunFile>).bytes ?? 0), 0)
}

async function writeFile(
  deps: Deps,
  writing: Writing,
  task: RunTask,
  { path, stored }: Aside,
): Promise<{ rowCount: number; file: RunFile }> {
  await mkdir(keptExportFolder(deps.settings.dataDir), { recursive: true })
  const file = await open(path, 'w', 0o600)
  let [bytes, crc] = [0, 0]
  try {
    const rowCount = await writeExport(deps, writing, task, async (part) => {
      bytes += part.length
      if (bytes > largestFile) throw new AppError('export_too_large', '导出文件超过 4 GB，请缩小范围')
      await writeAll(file, part)
      crc = crc32(part, crc)
    })
    await file.sync()
    await file.close()
    if (deps.files) {
      await deps.files.put(sharedExport(stored), path)
      await rm(path, { force: true })
    }
    const name = exportFileName(writing.title, new Date(), deps.settings.zone, writing.format)
    return { rowCount, file: { name, format: writing.format, bytes, stored, crc } }
  } catch (error) {
    await file.close().catch(() => undefined)
    await rm(path, { force: true })
    throw error
  }
}

/** The file of a finished, unexpired export of the user. */
export async function downloadFile(
  deps: Deps,
  runs: Runs,
  user: SessionUser,
  id: string,
): Promise<BlobReply> {
  const run = await runs.state(user, id)
  if (run.kind !== 'export' || !run.file) throw new AppError('object_missing')
  const format: SheetFormat = run.file.name.endsWith('.xlsx') ? 'xlsx' : 'csv'
  const noted = await readNoted(deps, id)
  const file = run.expiresAt === null ? null : await fileOf(deps, noted.stored ?? `${id}.${format}`)
  if (!file) throw new AppError('result_expired', '导出文件已过期，请重新导出')
  await writeAudit(deps.metadata.db, {
    userId: user.id,
    action: 'sql.download',
    detail: { queryId: id, name: run.file.name, rows: run.rowCount },
  })
  return {
    fileName: run.file.name,
    contentType: sheetContentTypes[format],
    body: await readProven(file.path, file.size, noted).finally(file.letGo),
    headers: { 'content-length': String(file.size) },
  }
}

interface LocalFile {
  path: string
  size: number
  /** Once it is open. */
  letGo(): Promise<void>
}

/** The file in the data folder, or a copy of the one in the shared storage. */
async function fileOf({ settings, files }: Deps, stored: string): Promise<LocalFile | null> {
  const folder = keptExportFolder(settings.dataDir)
  const own = join(folder, stored)
  const found = await stat(own).catch(() => null)
  if (found) return { path: own, size: found.size, letGo: async () => undefined }
  if (!files) return null
  await mkdir(folder, { recursive: true })
  const path = join(folder, `${stored}.${randomBytes(6).toString('hex')}.copy`)
  if (!(await files.fetch(sharedExport(stored), path))) return null
  return { path, size: (await stat(path)).size, letGo: () => rm(path, { force: true }) }
}

async function readNoted({ metadata: { db } }: Deps, id: string): Promise<Partial<RunFile>> {
  const row = await db.selectFrom('sql_run').select('file').where('id', '=', id).executeTakeFirst()
  return JSON.parse(row?.file ?? '{}') as Partial<RunFile>
}

/**
 * Reads the file completely before its first byte is sent, so that a damaged file is refused with a message
 * and never partly saved.
 */
async function readProven(path: string, size: number, { bytes, crc }: Partial<RunFile>): Promise<Readable> {
  const isWhole = bytes === undefined || bytes === size
  if (isWhole && (crc === undefined || (await crcOf(path)) === crc))
    return (await open(path)).createReadStream()
  throw new AppError('result_damaged', '导出的文件已损坏，请重新导出')
}

async function crcOf(path: string): Promise<number> {
  await using file = await open(path)
  let crc = 0
  for await (const piece of pieces(file)) crc = crc32(piece, crc)
  return crc
}

const pieceBytes = 1024 * 1024

async function* pieces(file: FileHandle): AsyncGenerator<Buffer> {
  const piece = Buffer.allocUnsafe(pieceBytes)
  for (let read = await file.read(piece); read.bytesRead > 0; read = await file.read(piece)) {
    yield piece.subarray(0, read.bytesRead)
  }
}
