// A list of what a data folder holds that can't be regenerated, written at each start. It tells lost files
// from files that never existed, so that a lost store is not replaced by an empty one.
import { createHash, randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { saveFileSync } from '../files/whole.ts'
import { homeOf, homePath } from '../jobs/home.ts'
import type { Metadata } from '../metadata/open.ts'
import { installationSecret, readSecret, secretFingerprint, secretPath, secretWay } from '../secret.ts'
import type { Settings } from '../settings.ts'
import { readManifest, warehouseFolder } from '../warehouse/snapshot/manifest.ts'
import { movedAway } from './moved.ts'
import { StartProblem } from './refusal.ts'

export type Stores = Pick<Settings, 'dataDir' | 'metadata' | 'warehouse'>

interface Inventory {
  /** Identifies the metadata store, wherever it is. */
  metadata: string
  /** Paths relative to the folder. */
  files: string[]
  /** Fingerprint of the secret; null in inventories of earlier releases. */
  secret?: string | null
  /** The folder's id for its jobs. */
  home?: string | null
}

const sqlitePath = (dataDir: string): string => join(dataDir, 'metadata.sqlite')
const pathOf = (dataDir: string): string => join(dataDir, 'inventory.json')
const restore = '请放回原文件，或用备份恢复：npm run restore -- 备份文件'

const files = [
  { name: 'metadata.sqlite', store: 'metadata', title: '元数据文件', way: restore },
  {
    name: 'warehouse/current.json',
    store: 'warehouse',
    title: '数据仓库的清单',
    way: '数据文件若还在，可由它们重建清单：npm run repair；否则请用备份恢复：npm run restore -- 备份文件',
  },
  {
    name: 'secret',
    store: null,
    title: '安装密钥',
    way: secretWay,
  },
] as const

const isUsed = (stores: Stores, { store }: (typeof files)[number]): boolean =>
  store === null || stores[store] === 'embedded'

/** Throws StartProblem where a listed file is gone; nothing has been touched then. */
export async function refuseLoss(stores: Stores): Promise<void> {
  const { dataDir } = stores
  const moved = stores.metadata === 'embedded' ? movedAway(dataDir) : null
  if (moved) throw new StartProblem(moved)
  const noted = readInventory(dataDir)
  for (const file of files) {
    const path = join(dataDir, file.name)
    if (!noted?.files.includes(file.name) || !isUsed(stores, file) || existsSync(path)) continue
    throw new StartProblem(
      `${file.title} ${path} 不见了。${file.way}。若确要不带它继续，请先删除 ${pathOf(dataDir)}`,
    )
  }
  refuseOtherSecret(dataDir, noted)
  if (noted?.home) keepHome(dataDir, noted.home)
  if (stores.warehouse !== 'embedded' || stores.metadata !== 'embedded') return
  if (existsSync(sqlitePath(dataDir))) return
  const { tables } = await readManifest(warehouseFolder(dataDir))
  if (tables.length === 0) return
  throw new StartProblem(
    `数据仓库里有 ${tables.length} 张表，而元数据文件 ${sqlitePath(dataDir)} 不见了。${restore}。` +
      '若确要从空的元数据开始，请先在该处建一个空文件',
  )
}

function refuseOtherSecret(dataDir: string, noted: Inventory | null): void {
  const secret = noted?.secret ? readSecret(dataDir) : null
  if (!secret || secretFingerprint(secret) === noted?.secret) return
  throw new StartProblem(
    `安装密钥 ${secretPath(dataDir)} 与上次启动时不同，可能已损坏或被换过。${secretWay}。` +
      `若确要换用它，请先删除 ${pathOf(dataDir)}`,
  )
}

/** If the id changed, no server would run the folder's jobs. */
function keepHome(dataDir: string, home: string): void {
  const path = homePath(dataDir)
  if (!existsSync(path) || readFileSync(path, 'utf8').trim() !== home) saveFileSync(path, `${home}\n`)
}

function readInventory(dataDir: string): Inventory | null {
  let text: string
  try {
    text = readFileSync(pathOf(dataDir), 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
  try {
    const { sum, ...inventory } = JSON.parse(text) as Inventory & { sum?: string }
    const { metadata, files } = inventory
    const isProven = sum === undefined ? inventory.secret === undefined : sum === sumOf(inventory)
    if (isProven && typeof metadata === 'string' && Array.isArray(files)) return inventory
  } catch {
    // Reported below.
  }
  throw new StartProblem(`${pathOf(dataDir)} 已损坏。它只记着该有哪些文件：核对后删除它，下次启动会重新记下`)
}

const sumOf = (inventory: Inventory): string =>
  createHash('sha256').update(JSON.stringify(inventory)).digest('hex')

const settingKey = 'installation.id'

/** Throws StartProblem where the metadata are not those that the folder was last served with. */
export async function refuseForeignMetadata({ dataDir }: Stores, metadata: Metadata): Promise<void> {
  const noted = readInventory(dataDir)
  if (!noted || noted.metadata === (await idOf(metadata))) return
  if (metadata.dialect === 'postgres' && noted.files.includes('metadata.sqlite')) throw unmoved(dataDir)
  throw new StartProblem(
    `元数据不是 ${dataDir} 原来所用的：METADATA 可能指错了库，或库已被清空。未做任何改动；` +
      `请改正 METADATA 或恢复该库。若确要换用它，请先删除 ${pathOf(dataDir)}`,
  )
}

const unmoved = (dataDir: string) =>
  new StartProblem(
    `${dataDir} 的元数据还在内置的 SQLite 里，不在 METADATA 所指的库里。要迁过去，请先去掉 METADATA，运行 ` +
      'npm run move -- postgres://…（库须是空的），再以 METADATA 启动。' +
      `若确要从这个库开始、不要原来的元数据，请先删除 ${pathOf(dataDir)}`,
  )

/** For a server whose stores are all open. */
export async function noteInventory(stores: Stores, metadata: Metadata): Promise<void> {
  const { dataDir } = stores
  // Otherwise the secret is made on first use.
  const secret = installationSecret(dataDir)
  const present = files.filter((file) => isUsed(stores, file) && existsSync(join(dataDir, file.name)))
  const inventory: Inventory = {
    metadata: (await idOf(metadata)) ?? (await giveId(metadata)),
    files: present.map(({ name }) => name),
    secret: secretFingerprint(secret),
    home: homeOf(dataDir),
  }
  saveFileSync(pathOf(dataDir), `${JSON.stringify({ ...inventory, sum: sumOf(inventory) })}\n`)
}

async function idOf({ db }: Metadata): Promise<string | null> {
  const row = await db.selectFrom('setting').select('value').where('key', '=', settingKey).executeTakeFirst()
  return row ? JSON.parse(row.value) : null
}

/** Where several servers start together on one store, one of them sets the id. */
async function giveId(metadata: Metadata): Promise<string> {
  const value = JSON.stringify(randomBytes(12).toString('base64url'))
  await metadata.db
    .insertInto('setting')
    .values({ key: settingKey, value })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute()
  return (await idOf(metadata)) as string
}
