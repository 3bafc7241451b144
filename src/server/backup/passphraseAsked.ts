// Reads a passphrase from BACKUP_PASSPHRASE or from the terminal.
import { askHidden } from '../process/asking.ts'
import { StartProblem } from '../process/refusal.ts'
import type { Settings } from '../settings.ts'
import { leastPassphrase } from './passphrase.ts'

type Given = Pick<Settings, 'backupPassphrase'>

const tooShort = `备份口令至少 ${leastPassphrase} 个字符`

/** Null for none. Throws StartProblem for one that is too short, or whose repetition differs. */
export async function newPassphrase({ backupPassphrase }: Given): Promise<string | null> {
  if (backupPassphrase !== null) return long(backupPassphrase)
  const typed = await askHidden(
    `备份口令（至少 ${leastPassphrase} 个字符，用来加密安装密钥；留空则密钥不进备份）：`,
  )
  if (!typed) return null
  if ((await askHidden('再输入一次：')) !== typed) throw new StartProblem('两次输入的口令不同，请重新运行')
  return long(typed)
}

function long(passphrase: string): string {
  if (passphrase.length < leastPassphrase) throw new StartProblem(tooShort)
  return passphrase
}

/** Null where none is given. */
export async function knownPassphrase({ backupPassphrase }: Given): Promise<string | null> {
  return backupPassphrase ?? ((await askHidden('备份口令（留空则不带安装密钥）：')) || null)
}
