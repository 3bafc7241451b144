// Verifies a backup by restoring it into a temporary folder. The restored metadata are compared with the
// archive row by row; each table of the warehouse is read whole.
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Log } from '../log.ts'
import { openMetadata } from '../metadata/open.ts'
import type { Table } from '../metadata/table.ts'
import { findUnopened, type Unopened } from '../unopened.ts'
import { formersOf, readManifest, warehouseFolder } from '../warehouse/snapshot/manifest.ts'
import { rebuildManifest } from '../warehouse/snapshot/rebuild.ts'
import type { BackupList } from './backup.ts'
import { contentsOf } from './contents.ts'
import { dumpParts, loadMetadata } from './dump.ts'
import { openSecret, sealedSecretName } from './passphrase.ts'
import { BackupProblem } from './problem.ts'
import type { AskPassphrase } from './restore.ts'
import { dumpOf, unpack } from './unpacking.ts'

interface Verified {
  list: BackupList
  rows: number
  /** Tables of the warehouse, and former versions of replaced ones. */
  tables: number
  formers: number
  /** `none`: the archive contains no secret; `unasked`: it contains one, and no passphrase was given. */
  secret: 'opened' | 'unasked' | 'none'
  /**
   * Values that can't be decrypted where the archive is restored elsewhere, as far as the secret is known.
   */
  unopened: Unopened[]
}

/** Throws BackupProblem where something is not restored as it was. */
export async function verifyBackup(
  path: string,
  log: Log,
  tables: readonly Table[],
  ask: AskPassphrase,
): Promise<Verified> {
  // Beside the archive, where an archive of this size had room.
  const dataDir = await mkdtemp(join(dirname(path), '.verify-'))
  try {
    const list = await unpack(path, dataDir)
    const secret = await tryPassphrase(path, dataDir, list, ask)
    const { rows, unopened } = await tryMetadata(path, dataDir, list, log, tables, secret.key)
    return { list, rows, unopened, secret: secret.outcome, ...(await tryWarehouse(path, dataDir)) }
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
}

async function tryPassphrase(
  path: string,
  dataDir: string,
  { files }: BackupList,
  ask: AskPassphrase,
): Promise<{ outcome: Verified['secret']; key: Buffer | null }> {
  if (!files.some(({ name }) => name === sealedSecretName)) return { outcome: 'none', key: null }
  const passphrase = await ask()
  if (passphrase === null) return { outcome: 'unasked', key: null }
  const key = await openSecret(await readFile(join(dataDir, sealedSecretName)), passphrase)
  if (!key) throw new BackupProblem(`备份口令不对，打不开 ${path} 里的安装密钥`)
  return { outcome: 'opened', key }
}

async function tryMetadata(
  path: string,
  dataDir: string,
  list: BackupList,
  log: Log,
  tables: readonly Table[],
  secret: Buffer | null,
): Promise<Pick<Verified, 'rows' | 'unopened'>> {
  const dump = dumpOf(list)
  const held = () => dump.read(join(dataDir, dump.name))
  const metadata = await openMetadata({ metadata: 'embedded', dataDir }, log, tables)
  try {
    await loadMetadata(metadata, held())
    const wanted = await contentsOf(held(), tables)
    const found = await metadata.snapshot((snapshot) =>
      contentsOf(dumpParts(snapshot, tables), tables, wanted),
    )
    for (const [name, content] of wanted) {
      if (found.get(name)?.equals(content)) continue
      throw new BackupProblem(`备份 ${path} 不能使用：恢复后 ${name} 的内容与备份里的不同`)
    }
    const rows = [...wanted.values()].reduce((sum, content) => sum + content.rows, 0)
    return { rows, unopened: await findUnopened(metadata.db, tables, secret) }
  } finally {
    await metadata.stop()
  }
}

/** Reads every block of every file. */
async function tryWarehouse(path: string, dataDir: string): Promise<Pick<Verified, 'tables' | 'formers'>> {
  const folder = warehouseFolder(dataDir)
  const damage = await rebuildManifest(folder)
  const [left] = damage?.left ?? []
  if (left) throw new BackupProblem(`备份 ${path} 不能使用：其中 warehouse/${left.file} ${left.problem}`)
  const manifest = await readManifest(folder)
  return { tables: manifest.tables.length, formers: formersOf(manifest).length }
}
