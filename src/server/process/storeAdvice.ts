// When the embedded store has grown so far that a PostgreSQL serves better: told at the start and by 安装检查.
import { statSync } from 'node:fs'
import { sizeText } from '#shared/amounts.ts'
import type { Metadata } from '../metadata/open.ts'
import type { Settings } from '../settings.ts'

/** One writer at a time, and a backup that reads the whole file: measured fine up to here. */
const manyBytes = 2 * 1024 ** 3
/** So many people want a second server, which SQLite does not allow. */
const manyPeople = 300

/** Null where the store serves well, or is a PostgreSQL already. */
export async function storeAdvice(
  { metadata, dataDir }: Pick<Settings, 'metadata' | 'dataDir'>,
  { db }: Pick<Metadata, 'db'>,
): Promise<string | null> {
  if (metadata !== 'embedded') return null
  const bytes = statSync(`${dataDir}/metadata.sqlite`, { throwIfNoEntry: false })?.size ?? 0
  const { people } = await db
    .selectFrom('user')
    .select((each) => each.fn.countAll<number>().as('people'))
    .where('disabled', '=', 0)
    .executeTakeFirstOrThrow()
  const reasons = [
    ...(bytes >= manyBytes ? [`已有 ${sizeText(bytes)}`] : []),
    ...(Number(people) >= manyPeople ? [`有 ${people} 个账号在用`] : []),
  ]
  if (reasons.length === 0) return null
  return (
    `内置的元数据库${reasons.join('、')}：建议停服务后用 npm run move -- postgres://… 迁到 PostgreSQL，` +
    '之后可以由几台服务器一起服务'
  )
}
