// Replaces an installation by a backup. Everything is unpacked and checked in a separate folder first; the
// former content is kept in a folder beside.
import { mkdir, readFile, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { saveFile } from '../files/whole.ts'
import type { Log } from '../log.ts'
import { refuseNewer } from '../metadata/migrate.ts'
import { openMetadata } from '../metadata/open.ts'
import type { Table } from '../metadata/table.ts'
import { forgetCommon } from '../process/common.ts'
import { forgetSecret, readSecret, secretFingerprint, secretPath, secretText } from '../secret.ts'
import type { Settings } from '../settings.ts'
import { findUnopened, type Unopened } from '../unopened.ts'
import { syncPath } from '../warehouse/snapshot/manifest.ts'
import { type BackupList, writeBackup } from './backup.ts'
import { loadMetadata } from './dump.ts'
import { noteBackup } from './noting.ts'
import type { DumpPart } from './parts.ts'
import { openSecret, sealedSecretName } from './passphrase.ts'
import { BackupProblem } from './problem.ts'
import { clearStaged, intendFilling, type Swap, stagedPrefix, startSwap } from './swap.ts'
import { dumpOf, unpack } from './unpacking.ts'

/** Asked only where the backup holds a different secret; null restores without it. */
export type AskPassphrase = () => Promise<string | null>

/**
 * `same`: the folder already had it; `brought`: taken from the backup; `left`: the folder keeps its own or
 * gets a new one.
 */
export type SecretOutcome = 'same' | 'brought' | 'left'

interface Staged {
  list: BackupList
  secret: SecretOutcome
  /** Encrypted values that the resulting secret can't open. */
  unopened: Unopened[]
}

interface Restored extends Staged {
  /** Folder with the former content. */
  before: string
}

/** For the only process on the data folder. */
export async function restoreBackup(
  settings: Pick<Settings, 'dataDir' | 'metadata'>,
  path: string,
  log: Log,
  tables: readonly Table[],
  ask: AskPassphrase = async () => null,
): Promise<Restored> {
  const { dataDir } = settings
  const stamp = new Date().toISOString().replace(/[:.]/g, '-')
  const swap: Swap = { staged: `${stagedPrefix}${stamp}`, before: `before-restore-${stamp}` }
  await clearStaged(dataDir)
  const staged = await stage(settings, path, log, tables, swap, ask)
  // Once begun the swap is completed, if necessary by the next process that enters the folder.
  await startSwap(dataDir, swap)
  forgetSecret(dataDir)
  return { ...staged, before: join(dataDir, swap.before) }
}

async function stage(
  settings: Pick<Settings, 'dataDir' | 'metadata'>,
  path: string,
  log: Log,
  tables: readonly Table[],
  swap: Swap,
  ask: AskPassphrase,
): Promise<Staged> {
  const { dataDir } = settings
  const folder = join(dataDir, swap.staged)
  try {
    const list = await unpack(path, folder)
    const dump = dumpOf(list)
    await refuseNewerDump(dump.read(join(folder, dump.name)), tables)
    const present = presentSecret(dataDir)
    const brought = await bringSecret(folder, path, list, present, ask)
    const fillIn = (target: Target) =>
      fill(target, dump.read(join(folder, dump.name)), log, tables, brought.secret, async (db) => {
        await forgetCommon(db)
        await noteBackup(db, { action: 'backup.restore', path, detail: { madeAt: list.madeAt } })
      })
    let unopened: Unopened[]
    if (settings.metadata === 'embedded') {
      unopened = await fillIn({ metadata: 'embedded', dataDir: folder })
    } else {
      await keepPresent(settings, join(dataDir, swap.before, 'metadata-backup.tar'), log, tables)
      const takeBack = await intendFilling(dataDir, swap)
      unopened = await fillIn(settings).catch(async (error) => {
        await takeBack()
        throw error
      })
    }
    await rm(join(folder, dump.name))
    return { list, secret: brought.outcome, unopened }
  } catch (error) {
    await rm(folder, { recursive: true, force: true })
    throw error
  }
}

/** A damaged secret opens nothing: the backup's secret replaces it. */
function presentSecret(dataDir: string): Buffer | null {
  try {
    return readSecret(dataDir)
  } catch {
    return null
  }
}

/** Stages the backup's secret where the folder does not have it; returns the secret that will be in force. */
async function bringSecret(
  folder: string,
  path: string,
  list: BackupList,
  present: Buffer | null,
  ask: AskPassphrase,
): Promise<{ outcome: SecretOutcome; secret: Buffer | null }> {
  const hasSealed = list.files.some(({ name }) => name === sealedSecretName)
  const sealed = hasSealed ? await readFile(join(folder, sealedSecretName)) : null
  await rm(join(folder, sealedSecretName), { force: true })
  if (present && list.secret === secretFingerprint(present)) return { outcome: 'same', secret: present }
  const passphrase = sealed ? await ask() : null
  if (!sealed || passphrase === null) return { outcome: 'left', secret: present }
  const secret = await openSecret(sealed, passphrase)
  if (!secret) throw new BackupProblem(`备份口令不对，打不开 ${path} 里的安装密钥。什么也没有改动，请重试`)
  await saveFile(secretPath(folder), secretText(secret))
  return { outcome: 'brought', secret }
}

async function refuseNewerDump(parts: AsyncIterable<DumpPart>, tables: readonly Table[]): Promise<void> {
  for await (const part of parts) {
    if (!('migrations' in part)) continue
    refuseNewer(part.migrations, tables)
    return
  }
}

type Target = Pick<Settings, 'dataDir' | 'metadata'>

/** Returns the values that `secret` can't open. */
async function fill(
  target: Target,
  parts: AsyncIterable<DumpPart>,
  log: Log,
  tables: readonly Table[],
  secret: Buffer | null,
  add: Parameters<typeof loadMetadata>[2],
): Promise<Unopened[]> {
  const metadata = await openMetadata(target, log, tables)
  try {
    await loadMetadata(metadata, parts, add)
    return await findUnopened(metadata.db, tables, secret)
  } finally {
    await metadata.stop()
  }
}

/** An external database has no files to set aside: its content is backed up instead. */
async function keepPresent(
  settings: Pick<Settings, 'dataDir' | 'metadata'>,
  path: string,
  log: Log,
  tables: readonly Table[],
): Promise<void> {
  const metadata = await openMetadata(settings, log, tables)
  try {
    await mkdir(dirname(path), { recursive: true })
    await writeBackup(settings.dataDir, metadata, path)
    await syncPath(dirname(path))
  } finally {
    await metadata.stop()
  }
}
