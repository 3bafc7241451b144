// The installation's secret in a backup: with a passphrase, encrypted values open in the restored installation;
// without one, each affected list says so. Backups are verified by restoring them.
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readBackupCommand, readRestoreCommand } from '#server/backup/command.ts'
import { openMetadata } from '#server/metadata/open.ts'
import type { ColumnShape } from '#server/metadata/table.ts'
import { seal, sealedPlace, unseal } from '#server/sealed.ts'
import { forgetSecret, installationSecret } from '#server/secret.ts'
import { readSettings, type Settings } from '#server/settings.ts'
import { findUnopened } from '#server/unopened.ts'
import { publish } from '#server/warehouse/publish.ts'
import { warehouseFolder } from '#server/warehouse/snapshot/manifest.ts'
import { silentLog } from '#tests/factories/stores.ts'
import { authorityOf, createUser, upsertRole } from '#features/session/server/index.ts'
import { tables } from '../../../src/main-tables.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'secret-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const passphrase = '正确的 口令 2026'
const settingsOf = (name: string, phrase: string | null = null): Settings => ({
  ...readSettings({ DATA_DIR: join(folder, name), ...(phrase !== null && { BACKUP_PASSPHRASE: phrase }) }),
  passwordCost: { logN: 4, r: 8, p: 1 },
})
const archive = () => join(folder, 'backup.tar')

/** Each column of encrypted texts whose table backups hold. */
const kept = tables.filter(({ backup }) => typeof backup === 'string')
const sealedColumns = kept.flatMap((table) =>
  Object.entries(table.columns).flatMap(([column, { sealed }]) =>
    sealed ? [{ table, column, sealed }] : [],
  ),
)

const cellOf = ({ kind, refersTo }: ColumnShape, userId: number): unknown => {
  if (refersTo) return userId
  return kind === 'text' ? '1' : 1
}

/** A row in each of them. */
async function fill({ dataDir }: Settings): Promise<void> {
  await publish(dataDir, async ({ connection }) => {
    await connection.run('CREATE TABLE one AS SELECT range AS id FROM range(1000)')
  })
  const metadata = await openMetadata({ dataDir, metadata: 'embedded' }, silentLog, tables)
  const roleId = await upsertRole(metadata.db, '管理员', authorityOf(['search_config']))
  const user = { email: 'mei@example.com', passwordHash: 'p', roleId, games: ['a'] }
  const userId = await createUser(metadata.db, user)
  for (const { table, column, sealed } of sealedColumns) {
    const shapes = Object.entries(table.columns).filter(
      ([, { kind, nullable }]) => kind !== 'counted' && !nullable,
    )
    const values = Object.fromEntries(shapes.map(([name, shape]) => [name, cellOf(shape, userId)]))
    const place = sealedPlace({ dataDir }, table.name, sealed, 1)
    const row = { ...values, [sealed.named]: `名 ${table.name}`, [column]: seal(`内容 ${table.name}`, place) }
    await metadata.db
      .insertInto(table.name as 'setting')
      .values(row as never)
      .execute()
  }
  await metadata.stop()
}

async function said(work: Promise<void>): Promise<string> {
  const write = process.stdout.write
  let text = ''
  process.stdout.write = ((part: string) => {
    text += part
    return true
  }) as typeof write
  try {
    await work
  } finally {
    process.stdout.write = write
  }
  return text
}

const backup = (settings: Settings) => said(readBackupCommand([archive()], tables)(settings, silentLog))
const verify = (settings: Settings) =>
  said(readBackupCommand(['--verify', archive()], tables)(settings, silentLog))
const restore = (settings: Settings) => said(readRestoreCommand([archive()], tables)(settings, silentLog))

async function openedIn({ dataDir }: Settings): Promise<(string | null)[]> {
  const metadata = await openMetadata({ dataDir, metadata: 'embedded' }, silentLog, tables)
  const opened: (string | null)[] = []
  for (const { table, column, sealed } of sealedColumns) {
    const rows = await metadata.db
      .selectFrom(table.name as 'setting')
      .selectAll()
      .execute()
    const [row] = rows as unknown as Record<string, string>[]
    opened.push(unseal(row?.[column] ?? '', sealedPlace({ dataDir }, table.name, sealed, 1)))
  }
  await metadata.stop()
  return opened
}

const whole = sealedColumns.map(({ table }) => `内容 ${table.name}`)
const lists = sealedColumns.map(({ sealed }) => sealed.list)

test('there are encrypted texts of four lists at least', () => {
  expect(sealedColumns.length).toBeGreaterThanOrEqual(4)
})

test('with a passphrase all that is encrypted opens elsewhere, and the archive shows neither it nor the secret', async () => {
  const here = settingsOf('here', passphrase)
  await fill(here)
  expect(await backup(here)).toContain('安装密钥已用口令加密放进备份')
  const bytes = readFileSync(archive())
  const secret = readFileSync(join(here.dataDir, 'secret'), 'utf8').trim()
  for (const hidden of [secret, Buffer.from(secret, 'hex'), passphrase])
    expect(bytes.includes(hidden)).toBe(false)

  const there = settingsOf('there', passphrase)
  const own = installationSecret(there.dataDir).toString('hex')
  const told = await restore(there)
  expect(told).toContain('安装密钥已随备份恢复')
  expect(told).not.toContain('无法解密')
  expect(await openedIn(there)).toEqual(whole)
  const before = readdirSync(there.dataDir).find((name) => name.startsWith('before-restore-')) ?? ''
  expect(readFileSync(join(there.dataDir, before, 'secret'), 'utf8').trim()).toBe(own)
})

test('a wrong passphrase is refused, and nothing is changed', async () => {
  const here = settingsOf('here', passphrase)
  await fill(here)
  await backup(here)
  const there = settingsOf('there', 'some other words')
  installationSecret(there.dataDir)
  const kept = () =>
    readdirSync(there.dataDir, { recursive: true }).filter((name) => !/lock/.test(String(name)))
  const before = kept()
  await expect(restore(there)).rejects.toThrow('备份口令不对')
  expect(kept()).toEqual(before)
})

test('without a passphrase both commands name every list, and how to seal', async () => {
  const here = settingsOf('here')
  await fill(here)
  const made = await backup(here)
  expect(made).toContain('安装密钥不在备份里')
  expect(made).toContain('BACKUP_PASSPHRASE')
  const there = settingsOf('there')
  const told = await restore(there)
  expect(told).toContain('这些内容无法解密')
  for (const list of lists) {
    expect(made).toContain(`${list}：1 项`)
    expect(told).toContain(`${list}：1 项`)
  }
  expect(await openedIn(there)).toEqual(whole.map(() => null))
  const metadata = await openMetadata({ ...there }, silentLog, tables)
  const found = await findUnopened(metadata.db, tables, installationSecret(there.dataDir))
  expect(found.map(({ list }) => list)).toEqual(lists)
  await metadata.stop()
})

test('where it came from it is restored without a question', async () => {
  const here = settingsOf('here', passphrase)
  await fill(here)
  await backup(here)
  const again = settingsOf('here')
  expect(await restore(again)).toContain('安装密钥与备份时相同')
  expect(await openedIn(again)).toEqual(whole)
})

test('a damaged secret is mended by a backup that brings it', async () => {
  const here = settingsOf('here', passphrase)
  await fill(here)
  await backup(here)
  writeFileSync(join(here.dataDir, 'secret'), 'nothing')
  forgetSecret(here.dataDir)
  expect(await restore(here)).toContain('安装密钥已随备份恢复')
  expect(await openedIn(here)).toEqual(whole)
})

test('too short a passphrase makes no backup', async () => {
  const here = settingsOf('here', '1234567')
  await fill(here)
  await expect(backup(here)).rejects.toThrow('至少 8 个字符')
  expect(existsSync(archive())).toBe(false)
})

test('a backup is tried by restoring it, and leaves nothing', async () => {
  const here = settingsOf('here', passphrase)
  await fill(here)
  await backup(here)
  const before = readdirSync(folder)
  const told = await verify(here)
  expect(told).toContain('备份完好')
  expect(told).toContain('数据仓库 1 张表')
  expect(told).toContain('口令正确，安装密钥能打开全部加密的内容')
  expect(await verify(settingsOf('here'))).toContain('没有口令，其中的安装密钥未核对')
  await expect(verify(settingsOf('here', 'some other words'))).rejects.toThrow('备份口令不对')
  expect(readdirSync(folder)).toEqual(before)
})

test('a backup of a warehouse that was damaged before is found out, though the archive is as it was made', async () => {
  const here = settingsOf('here', passphrase)
  await fill(here)
  const name = readdirSync(warehouseFolder(here.dataDir)).find((file) => file.endsWith('.duckdb')) ?? ''
  const path = join(warehouseFolder(here.dataDir), name)
  const bytes = readFileSync(path)
  bytes.writeUInt8(bytes.readUInt8(3 * 4096 + 100) ^ 1, 3 * 4096 + 100)
  writeFileSync(path, bytes)
  await backup(here)
  await expect(verify(here)).rejects.toThrow(/不能使用：其中 warehouse\/facts-/)
})

test('an archive with one bit flipped is found out', async () => {
  const here = settingsOf('here', passphrase)
  await fill(here)
  await backup(here)
  const bytes = readFileSync(archive())
  for (const at of [600, bytes.length >> 1, bytes.length - 3000]) {
    const damaged = Buffer.from(bytes)
    damaged.writeUInt8(damaged.readUInt8(at) ^ 1, at)
    writeFileSync(archive(), damaged)
    await expect(verify(here)).rejects.toThrow('不能使用')
  }
})
