// `npm run backup -- FILE` and `npm run restore -- FILE`.
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Log } from '../log.ts'
import { openMetadata } from '../metadata/open.ts'
import type { Table } from '../metadata/table.ts'
import { enterFolder, enterFolderAlone } from '../process/folder.ts'
import { StartProblem } from '../process/refusal.ts'
import { readArguments, say } from '../process/terminal.ts'
import { readSecret } from '../secret.ts'
import type { Settings } from '../settings.ts'
import { isFull } from '../storage.ts'
import { findUnopened, type Unopened, unopenedLines } from '../unopened.ts'
import { writeBackup } from './backup.ts'
import { noteIfRoom } from './noting.ts'
import { sealSecret } from './passphrase.ts'
import { knownPassphrase, newPassphrase } from './passphraseAsked.ts'
import { restoreBackup, type SecretOutcome } from './restore.ts'
import { verifyBackup } from './verify.ts'

export const backupUsage =
  '用法：npm run backup -- 文件      （服务运行时也可以；文件不能已存在）\n' +
  '      npm run backup -- --verify 文件  （恢复到临时文件夹里核对，什么也不改动）\n' +
  '      口令（BACKUP_PASSPHRASE，或在终端里输入）把安装密钥加密放进备份'
export const restoreUsage =
  '用法：npm run restore -- 文件     （须先停止服务；原有数据留在 DATA_DIR 下的 before-restore-… 里）\n' +
  '      备份里有安装密钥时需要备份时的口令（BACKUP_PASSPHRASE，或在终端里输入）'

const elsewhere =
  '注意：数据仓库是 ClickHouse，其中的数据不在备份里；请用 ClickHouse 自己的 BACKUP 与 RESTORE 备份和恢复'

const noRoom = (path: string): string =>
  `磁盘空间不足，备份没有完成，也没有留下文件：${path}。请换一个磁盘，或腾出空间后重试`

const unnoted = (dataDir: string): string =>
  `注意：${dataDir} 所在的磁盘空间不足，这次备份没有完整记入审计；备份本身是完整的`

const noSecret =
  '注意：没有口令，安装密钥不在备份里。恢复到别处后，旧的追踪码不再续用，下列内容无法解密，须重新填写'

const withSecret =
  '安装密钥已用口令加密放进备份。恢复到别处时要用同一个口令，请另行保管；忘了口令，密钥就打不开'

const howToSeal = '要带上密钥，请设 BACKUP_PASSPHRASE 再备份，或在终端里运行并按提示输入口令'

export function readBackupCommand(args: string[], tables: readonly Table[]) {
  const { values, positionals } = readArguments(args, {
    positionals: ['文件'],
    options: { verify: { type: 'boolean', default: false } },
  })
  const path = resolve(positionals[0] ?? '')
  return values.verify ? verifying(path, tables) : backingUp(path, tables)
}

function backingUp(path: string, tables: readonly Table[]) {
  return async (settings: Settings, log: Log): Promise<void> => {
    if (existsSync(path)) throw new StartProblem(`${path} 已存在，请换一个文件名`)
    const passphrase = await newPassphrase(settings)
    const occupancy = await enterFolder(settings, { mayBeFull: true })
    const metadata = await openMetadata(settings, log, tables)
    try {
      const isNoted = await noteIfRoom(metadata.db, { action: 'backup.begin', path })
      const secret = passphrase === null ? null : readSecret(settings.dataDir)
      const sealed = secret && (await sealSecret(secret, passphrase ?? '', settings.passwordCost))
      const made = writeBackup(settings.dataDir, metadata, path, sealed)
      const { list, rows, bytes, formers } = await made.catch((error) => {
        throw error?.path?.startsWith(path) && isFull(error) ? new StartProblem(noRoom(path)) : error
      })
      const isEndNoted = await noteIfRoom(metadata.db, {
        action: 'backup.end',
        path,
        detail: { rows, bytes },
      })
      say(`已备份到 ${path}：${list.files.length} 个文件，${(bytes / 1_000_000).toFixed(1)} MB`)
      if (formers > 0) say(`其中有可以取回的旧版数据表 ${formers} 个`)
      if (sealed) say(withSecret)
      else sayList(noSecret, await findUnopened(metadata.db, tables, null), howToSeal)
      if (!isNoted || !isEndNoted) say(unnoted(settings.dataDir))
      if (settings.warehouse !== 'embedded') say(elsewhere)
    } finally {
      await metadata.stop()
      occupancy.leave()
    }
  }
}

function sayList(title: string, found: readonly Unopened[], then: string): void {
  say(`${title}：${found.length === 0 ? '没有这样的内容' : ''}`)
  for (const line of unopenedLines(found)) say(`  ${line}`)
  say(then)
}

function verifying(path: string, tables: readonly Table[]) {
  return async (settings: Settings, log: Log): Promise<void> => {
    if (!existsSync(path)) throw new StartProblem(`${path} 不存在`)
    const verified = await verifyBackup(path, log, tables, () => knownPassphrase(settings))
    const { list, rows, unopened, secret } = verified
    say(
      `备份完好（${list.madeAt}）：已恢复到临时文件夹并逐项核对，${list.files.length} 个文件、` +
        `${rows} 行元数据、数据仓库 ${verified.tables} 张表${verified.formers > 0 ? `（另有旧版数据表 ${verified.formers} 个）` : ''}，与备份里的相同`,
    )
    if (secret === 'opened' && unopened.length === 0) say('口令正确，安装密钥能打开全部加密的内容')
    else if (secret === 'opened') sayList('口令正确，但这些内容在备份时就已无法解密', unopened, keptAsIs)
    else if (secret === 'unasked') say('没有口令，其中的安装密钥未核对')
    else sayList(noSecret, unopened, howToSeal)
  }
}

const keptAsIs = '请在各列表里重新填写'

export function readRestoreCommand(args: string[], tables: readonly Table[]) {
  const path = resolve(readArguments(args, { positionals: ['文件'] }).positionals[0] ?? '')
  return async (settings: Settings, log: Log): Promise<void> => {
    if (!existsSync(path)) throw new StartProblem(`${path} 不存在`)
    const occupancy = await enterFolderAlone(settings.dataDir, { replaces: true })
    try {
      const ask = () => knownPassphrase(settings)
      const { list, before, secret, unopened } = await restoreBackup(settings, path, log, tables, ask)
      say(`已恢复 ${list.madeAt} 的备份；所有人需要重新登录`)
      say(secretTold[secret])
      if (unopened.length > 0) sayList('这些内容无法解密', unopened, '请在各列表里重新填写')
      if (settings.warehouse !== 'embedded') say(elsewhere)
      say(`原有数据留在 ${before}，确认无误后可以删除`)
    } finally {
      occupancy.leave()
    }
  }
}

const secretTold: Record<SecretOutcome, string> = {
  same: '安装密钥与备份时相同',
  brought: '安装密钥已随备份恢复',
  left: '注意：备份里的安装密钥没有恢复（备份里没有，或没有给出口令），以后使用这里自己的密钥；旧的追踪码不再续用',
}
