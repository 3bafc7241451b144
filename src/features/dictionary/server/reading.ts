// Reads an uploaded Excel file: written to a temporary file, parsed in a separate process with limits, and
// deleted.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Deps } from '#server/deps.ts'
import { makeFile } from '#server/files/whole.ts'
import { breathe } from '#server/limits/breath.ts'
import type { CellsOrder } from '#server/warehouse/import/reading/orders.ts'
import { readInProcess, readingLimits } from '#server/warehouse/import/reading/process.ts'
import { sourceAt } from '#server/warehouse/import/source.ts'
import { AppError } from '#shared/errors.ts'
import { mostAttributes, mostSentRows, type ReadFile } from '../contract.ts'

/** Limits for the process, for files of a few megabytes. */
const limits = { ...readingLimits, timeMs: 60_000, residentMiB: 1_000, heapMiB: 512, fileMiB: 1 }

export async function readSentFile(
  { settings }: Deps,
  { name, parts }: { name: string; parts: readonly string[] },
  signal: AbortSignal,
): Promise<ReadFile> {
  const folder = await mkdtemp(join(tmpdir(), 'dictionary-'))
  try {
    const path = join(folder, 'file')
    const size = await makeFile(path, bytesOf(parts), { durable: false })
    const source = await sourceAt(path, name, size)
    const order = { kind: 'cells' as const, source, folder, zone: settings.zone, mostRows: mostSentRows }
    const { sheet, rows, more } = await readInProcess<CellsOrder>(order, { signal, limits })
    const most = mostSentRows.toLocaleString('en-US')
    if (more) throw new AppError('import_invalid', `${name} 超过 ${most} 行，请拆成几个文件`)
    const widest = rows.reduce((width, row) => Math.max(width, row.length), 0)
    if (widest > mostAttributes * 4)
      throw new AppError('import_invalid', `${name} 有 ${widest} 列，字典最多 ${mostAttributes} 列`)
    return { sheet, rows }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function* bytesOf(parts: readonly string[]): AsyncGenerator<Buffer> {
  for (const part of parts) {
    await breathe()
    yield Buffer.from(part, 'base64')
  }
}
