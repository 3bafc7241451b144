// Checks the metadata store: a read, and a transaction that writes, reads, deletes and is rolled back.
import { randomBytes } from 'node:crypto'
import { storeAdvice } from '#server/process/storeAdvice.ts'
import { detail, type Look } from './finding.ts'

const takenBack = Symbol('taken back')

export const lookAtMetadata: Look = async ({ metadata, settings }) => {
  const begun = performance.now()
  await metadata.db.selectFrom('user').select('id').limit(1).execute()
  const readMs = performance.now() - begun
  const key = `check ${randomBytes(9).toString('base64url')}`
  const value = JSON.stringify(key)
  let isSame = false
  await metadata
    .transaction(async (db) => {
      await db.insertInto('setting').values({ key, value }).execute()
      const found = await db.selectFrom('setting').select('value').where('key', '=', key).executeTakeFirst()
      isSame = found?.value === value
      await db.deleteFrom('setting').where('key', '=', key).execute()
      throw takenBack
    })
    .catch((error: unknown) => {
      if (error !== takenBack) throw error
    })
  const writeMs = performance.now() - begun - readMs
  const advice = await storeAdvice(settings, metadata)
  return {
    state: isSame ? 'ok' : 'failed',
    says: isSame
      ? '能读能写：报表、权限、配置都可以保存'
      : '写入的内容读回来不一样；请停止使用并联系管理员检查磁盘',
    details: [
      ...(advice === null ? [] : [detail('建议', advice)]),
      detail('种类', metadata.dialect === 'sqlite' ? 'SQLite（内置）' : 'PostgreSQL'),
      detail('读', `${readMs.toFixed(1)} ms`),
      detail('写、读、删后撤回', `${writeMs.toFixed(1)} ms`),
      detail('表', metadata.tables.length),
    ],
  }
}
