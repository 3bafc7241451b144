// Checks that the installation's secret decrypts the stored data; after a restore on another machine it may
// not.
import { installationSecret } from '#server/secret.ts'
import { findUnopened, unopenedLines } from '#server/unopened.ts'
import { detail, type Look } from './finding.ts'

export const lookAtSecret: Look = async ({ metadata: { db, tables }, settings: { dataDir } }) => {
  const found = await findUnopened(db, tables, installationSecret(dataDir))
  const count = found.reduce((sum, { names }) => sum + names.length, 0)
  if (count === 0) return { state: 'ok', says: '已加密保存的令牌、密钥和种子都能打开' }
  return {
    state: 'failed',
    says: `${count} 项加密保存的内容无法解密（安装密钥不是加密时的那一个）；请在各列表里重新填写，或用带密钥的备份恢复`,
    details: unopenedLines(found).map((line) => {
      const [list = '', rest = ''] = line.split(/：(.*)/s)
      return detail(list, rest)
    }),
  }
}
