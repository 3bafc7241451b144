// What all servers on one PostgreSQL have in common: the secret that opens what the store keeps encrypted, and the
// warehouse that its definitions describe. The store notes both; a server that differs does not start, because it
// would answer with other figures, and fail jobs for good that another could do.
import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { hostname } from 'node:os'
import type { Kysely } from 'kysely'
import { forgetFiles } from '../files/shared/open.ts'
import { homeOf, homePath } from '../jobs/home.ts'
import type { Metadata } from '../metadata/open.ts'
import type { Database } from '../metadata/schema.ts'
import { installationSecret, readSecret, secretFingerprint, secretPath } from '../secret.ts'
import { readAddresses } from '../warehouse/clickhouse/address.ts'
import type { Stores } from './inventory.ts'
import { StartProblem } from './refusal.ts'

interface Common {
  /** Fingerprint of the secret. */
  secret: string
  /** Fingerprint of the embedded warehouse's folder, or of the ClickHouse's address and database. */
  warehouse: string
  /** The warehouse in words, without account and password. */
  shown: string
}

const settingKey = 'installation.common'
const adopt = 'npm run adopt'

/** SQLite lies in the data folder, which one server has to itself. */
const isShared = ({ metadata }: Stores): boolean => metadata !== 'embedded'

/** Throws StartProblem where this folder's secret or warehouse is not the store's; nothing has been made then. */
export async function refuseUnlike(stores: Stores, { db }: Pick<Metadata, 'db'>): Promise<void> {
  if (!isShared(stores)) return
  const noted = await readCommon(db)
  if (noted) compare(stores, noted)
}

/**
 * Call before the first job may run. The first server notes what later ones must have. Throws StartProblem where
 * another server, which started at the same moment, noted something else.
 */
export async function joinOthers(stores: Stores, { db }: Pick<Metadata, 'db'>): Promise<void> {
  if (!isShared(stores)) return
  await db
    .insertInto('setting')
    .values({ key: settingKey, value: JSON.stringify(commonOf(stores)) })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute()
  compare(stores, (await readCommon(db)) as Common)
}

/** From now on the store belongs to this folder's secret and warehouse. Returns what it belonged to, if anything. */
export async function adoptStore(
  stores: Stores,
  metadata: Metadata,
): Promise<{ before: string | null; now: string }> {
  const common = commonOf(stores)
  const value = JSON.stringify(common)
  return metadata.transaction(async (db) => {
    const before = await readCommon(db)
    await forgetFiles(db)
    await db
      .insertInto('setting')
      .values({ key: settingKey, value })
      .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
      .execute()
    return { before: before?.shown ?? null, now: common.shown }
  })
}

/** After a restore: the next server notes what holds then. */
export async function forgetCommon(db: Kysely<Database>): Promise<void> {
  await db.deleteFrom('setting').where('key', '=', settingKey).execute()
  await forgetFiles(db)
}

function compare(stores: Stores, noted: Common): void {
  const { dataDir } = stores
  const secret = readSecret(dataDir)
  if (!secret || secretFingerprint(secret) !== noted.secret) {
    const path = secretPath(dataDir)
    throw new StartProblem(
      `METADATA 所指的库由另一个安装密钥加密，${secret ? `与 ${path} 不同` : `而 ${path} 还没有`}。` +
        `请从已在运行的服务器把它的 secret 文件复制到 ${path}（权限 0600）再启动。` +
        `若原密钥已无法找回，请运行 ${adopt}：以本机的密钥为准，已存的令牌、密钥和验证码种子须重新填写`,
    )
  }
  const own = warehouseOf(stores)
  if (own.warehouse === noted.warehouse) return
  throw new StartProblem(
    `METADATA 所指的库属于另一个数据仓库：${noted.shown}，而本机是${own.shown}。` +
      '几台服务器要看到同样的数据，须共用一个 ClickHouse：请让 WAREHOUSE 指向它。' +
      `若数据仓库确已迁到这里、原来的服务器不再使用，请运行 ${adopt}`,
  )
}

const commonOf = (stores: Stores): Common => ({
  secret: secretFingerprint(installationSecret(stores.dataDir)),
  ...warehouseOf(stores, homeOf(stores.dataDir)),
})

function warehouseOf({ warehouse, dataDir }: Stores, home = knownHome(dataDir)): Omit<Common, 'secret'> {
  const address = readAddresses(warehouse)
  if (!address)
    return {
      warehouse: fingerprint(`embedded ${home}`),
      shown: `${hostname()} 上 ${dataDir} 里的内置数据仓库`,
    }
  const { url, database } = address
  return { warehouse: fingerprint(`clickhouse ${url} ${database}`), shown: `ClickHouse ${url}/${database}` }
}

const fingerprint = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 32)

/** Makes no id: a folder that has none yet can't be the one that was noted. */
const knownHome = (dataDir: string): string =>
  existsSync(homePath(dataDir)) ? readFileSync(homePath(dataDir), 'utf8').trim() : ''

async function readCommon(db: Kysely<Database>): Promise<Common | null> {
  const row = await db.selectFrom('setting').select('value').where('key', '=', settingKey).executeTakeFirst()
  return row ? (JSON.parse(row.value) as Common) : null
}
