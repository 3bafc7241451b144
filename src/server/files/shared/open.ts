// Opens the storage that several servers share, and makes sure that all of them mean the same one.
import { randomBytes } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Database } from '#server/metadata/schema.ts'
import { StartProblem } from '#server/process/refusal.ts'
import { spokenStorage } from '#server/storage.ts'
import { readFilesPlace, shownPlace } from './place.ts'
import type { FilesPlace, SharedFiles } from './types.ts'

const settingKey = 'installation.files'
/** Holds the id that the store has noted. */
const markKey = 'installation'
const adopt = 'npm run adopt'

export async function makeFiles(place: FilesPlace): Promise<SharedFiles> {
  if (place.kind === 'bucket') return (await import('./bucket.ts')).openBucketFiles(place)
  const { FolderFiles } = await import('./folder.ts')
  return new FolderFiles(place.path)
}

/** Undefined without `FILES`. Throws StartProblem where the storage can't be used, or is not that of the store. */
export async function openFiles(
  { files }: { files: string | null },
  { db }: { db: Kysely<Database> },
): Promise<SharedFiles | undefined> {
  const place = files === null ? null : readFilesPlace(files)
  const noted = await readMark(db)
  if (!place) {
    if (noted === null) return undefined
    throw new StartProblem(
      'METADATA 所指的库的其他服务器把结果存在共享存储里（FILES），本机没有指定。' +
        `请以相同的 FILES 启动；若已不再共用，请停止所有服务器并运行 ${adopt}`,
    )
  }
  const opened = await makeFiles(place)
  const own = await said(place, () => opened.read(markKey))
  const id = noted ?? (await noteMark(db, own?.toString() ?? randomBytes(12).toString('base64url')))
  if (own === null) {
    await said(place, () => opened.putBytes(markKey, Buffer.from(id)))
    return opened
  }
  if (own.toString() === id) return opened
  throw new StartProblem(
    `FILES 所指的 ${shownPlace(place)} 属于另一套安装，或与其他服务器的不同。` +
      `请让所有服务器指向同一处；若确要改用这里，请停止所有服务器并运行 ${adopt}`,
  )
}

/** From now on the store has no shared storage; the next server to start with one notes it. */
export async function forgetFiles(db: Kysely<Database>): Promise<void> {
  await db.deleteFrom('setting').where('key', '=', settingKey).execute()
}

async function readMark(db: Kysely<Database>): Promise<string | null> {
  const row = await db.selectFrom('setting').select('value').where('key', '=', settingKey).executeTakeFirst()
  return row ? (JSON.parse(row.value) as string) : null
}

/** Of servers that start at the same moment, the first one's id holds. */
async function noteMark(db: Kysely<Database>, id: string): Promise<string> {
  await db
    .insertInto('setting')
    .values({ key: settingKey, value: JSON.stringify(id) })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute()
  return (await readMark(db)) as string
}

async function said<Done>(place: FilesPlace, work: () => Promise<Done>): Promise<Done> {
  try {
    return await work()
  } catch (error) {
    const where = shownPlace(place)
    const why = place.kind === 'folder' ? spokenStorage(error, where) : bucketWords(error)
    if (why === null) throw error
    throw new StartProblem(`无法使用 FILES 所指的 ${where}：${why}`)
  }
}

function bucketWords(error: unknown): string | null {
  const { status, cause, code } = error as { status?: number; cause?: { code?: string }; code?: string }
  if (status === 401 || status === 403) return '密钥不对，或没有读写这个桶的权限'
  if (status === 404) return '没有这个桶，或这个地址不是 S3 服务'
  if (status !== undefined) return `对方答复 ${status}`
  const why = cause?.code ?? code
  return why ? `连接不上（${why}）` : null
}
