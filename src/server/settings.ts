// Settings of an installation: the environment, and DATA_DIR/settings.json for what differs by host name.
import { readFileSync } from 'node:fs'
import { delimiter, isAbsolute, join, resolve } from 'node:path'
import { readFilesPlace } from './files/shared/place.ts'
import { type Installation, readInstallation } from './installation.ts'
import { netsOf } from './outbound/addresses.ts'
import { spokenStorage } from './storage.ts'
import { readTracing, type TracingSettings } from './tracing/settings.ts'
import { readTagSecret } from './userTagSettings.ts'
import { readAddresses } from './warehouse/clickhouse/address.ts'

export interface Settings {
  port: number
  host: string
  /** Absolute path; all state lies in it. */
  dataDir: string
  /** `embedded` (DuckDB in dataDir) or a ClickHouse address, which may hold a password. */
  warehouse: string
  /** Address of an account that may write to the ClickHouse, with its password; null where nothing is written. */
  warehouseWriter: string | null
  /** Address of the account that runs users' SQL on the ClickHouse, with its password; null: they run none. */
  warehouseSql: string | null
  /** `embedded` (SQLite in dataDir) or a PostgreSQL address. */
  metadata: string
  /**
   * Storage that several servers share for results and files: a folder, or a bucket with its key
   * (server/files/shared). Null: each server keeps its own.
   */
  files: string | null
  /** How other servers reach this one, such as http://10.0.0.2:3000; null: by the address that it listens at. */
  peerAddress: string | null
  production: boolean
  /** Whether the product itself is worked on (`npm run dev`). */
  development: boolean
  logLevel: string
  /** How long a server that is told to stop still serves while /readyz says that it leaves. */
  stopDelayMs: number
  /** IANA zone of the business. */
  zone: string
  /** Hour at which the business's day starts, 0 to 23. */
  cutoffHour: number
  installation: Installation
  /** Who sends it may read /metrics from elsewhere. */
  metricsToken: string | null
  /** Where traces go; null where nothing is traced. */
  tracing: TracingSettings | null
  /** Of the account that sends mail. */
  mailPassword: string | null
  /** Under which requests for players' tags are signed, where the installation gives its own. */
  userTagSecret: string | null
  /** Seals the secret in a backup, and opens it at a restore. */
  backupPassphrase: string | null
  /** Bytes of the largest file that may be uploaded. */
  importMostBytes: number
  /** Folders in which sources may read files; absolute paths. None: no source of this kind. */
  sourceFolders: readonly string[]
  /** Private addresses and nets in which sources may lie. None: sources lie at public addresses alone. */
  sourceNets: readonly string[]
  /** Of no environment: tests alone make it cheap. */
  passwordCost: PasswordCost
}

/** Of scrypt: N (as a power of two), r and p. */
export interface PasswordCost {
  logN: number
  r: number
  p: number
}

/** What OWASP asks for: 128 MB each. */
export const passwordCost: PasswordCost = { logN: 17, r: 8, p: 1 }

/** A value that stops the start; the message says which and what would do. */
export class SettingsProblem extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'SettingsProblem'
  }
}

type Environment = Record<string, string | undefined>

export function readSettings(env: Environment): Settings {
  const dataDir = resolve(env.DATA_DIR || 'data')
  const production = readProduction(env.NODE_ENV)
  const installation = readInstallationFile(join(dataDir, 'settings.json'))
  return {
    port: wholeNumber(env, 'PORT', 3000, 0, 65535),
    host: readHost(env.HOST || '127.0.0.1'),
    dataDir,
    warehouse: readWarehouse(env.WAREHOUSE),
    warehouseWriter: readBeside('WAREHOUSE_WRITER', env),
    warehouseSql: readBeside('WAREHOUSE_SQL', env),
    metadata: readMetadata(env.METADATA),
    files: readFiles(env.FILES, env.METADATA),
    peerAddress: readPeerAddress(env.PEER_ADDRESS),
    production,
    development: env.NODE_ENV === 'development',
    logLevel: readLevel(env.LOG_LEVEL || (production ? 'info' : 'warn')),
    stopDelayMs: wholeNumber(env, 'STOP_DELAY', 0, 0, 600) * 1000,
    zone: readZone(env.BUSINESS_ZONE || 'Asia/Shanghai'),
    cutoffHour: wholeNumber(env, 'DAY_CUTOFF', 0, 0, 23),
    installation,
    passwordCost,
    importMostBytes: wholeNumber(env, 'IMPORT_MAX_MB', 2048, 1, 65_536) * 1024 * 1024,
    sourceFolders: readFolders(env.SOURCE_FOLDERS),
    sourceNets: readNets(env.SOURCE_NETS),
    metricsToken: readMetricsToken(env.METRICS_TOKEN),
    tracing: tracingOf(env),
    mailPassword: env.MAIL_PASSWORD || null,
    backupPassphrase: env.BACKUP_PASSPHRASE || null,
    userTagSecret: tagSecretOf(env.USER_TAG_SECRET, installation),
  }
}

function wholeNumber(env: Environment, name: string, fallback: number, least: number, most: number): number {
  const text = env[name]
  if (text === undefined || text === '') return fallback
  const value = Number(text)
  if (/^\d+$/.test(text) && value >= least && value <= most) return value
  throw new SettingsProblem(`${name} 应为 ${least} 到 ${most} 的整数，现为「${text}」`)
}

function readHost(text: string): string {
  if (/^[\w.:-]+$/.test(text)) return text
  throw new SettingsProblem(`HOST 应为主机名或 IP 地址，现为「${text}」`)
}

function readProduction(text: string | undefined): boolean {
  if (text === undefined || ['', 'development', 'production', 'test'].includes(text))
    return text === 'production'
  throw new SettingsProblem(`NODE_ENV 应为 production、development 或 test，现为「${text}」`)
}

function readLevel(text: string): string {
  if (['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'].includes(text)) return text
  throw new SettingsProblem(
    `LOG_LEVEL 应为 trace、debug、info、warn、error、fatal 或 silent，现为「${text}」`,
  )
}

function readZone(text: string): string {
  try {
    new Intl.DateTimeFormat('en', { timeZone: text })
    return text
  } catch {
    throw new SettingsProblem(`BUSINESS_ZONE 应为 IANA 时区名（如 Asia/Shanghai），现为「${text}」`)
  }
}

function readWarehouse(text: string | undefined): string {
  if (!text || text === 'embedded') return 'embedded'
  if (readAddresses(text)) return text
  // The address may hold a password, so it is not repeated.
  throw new SettingsProblem(
    'WAREHOUSE 应为 embedded（内置 DuckDB）或 ClickHouse 的地址 http(s)://用户:密码@主机:端口/库；' +
      '用户名和密码里的特殊字符须按网址编码（如 @ 写作 %40）；几个副本的地址用逗号隔开，账号、密码与库须相同',
  )
}

/** The reports' account reads alone: loads and users' SQL have accounts of their own, at the same place. */
function readBeside(name: 'WAREHOUSE_WRITER' | 'WAREHOUSE_SQL', env: Environment): string | null {
  const text = env[name]
  if (!text) return null
  const reader = readAddresses(env.WAREHOUSE ?? '')
  if (!reader) throw new SettingsProblem(`${name} 只在 WAREHOUSE 是 ClickHouse 的地址时填写`)
  const isWriter = name === 'WAREHOUSE_WRITER'
  const writer = readAddresses(text)
  // The address may hold a password, so it is not repeated.
  if (!writer) throw new SettingsProblem(`${name} 应为 ClickHouse 的地址 http(s)://用户:密码@主机:端口/库`)
  // Rows that are sent lie on one server: which one is not left to chance.
  if (isWriter && writer.urls.length > 1)
    throw new SettingsProblem('WAREHOUSE_WRITER 只能是一个地址：数据只写到这一台')
  if (!isWriter && writer.username === reader.username)
    throw new SettingsProblem('WAREHOUSE_SQL 须是单独的账号，不能是 WAREHOUSE 的账号')
  if (writer.urls.every((url) => reader.urls.includes(url)) && writer.database === reader.database)
    return text
  throw new SettingsProblem(`${name} 与 WAREHOUSE 须是同一个服务器和库，只有账号不同`)
}

function readMetadata(text: string | undefined): string {
  if (!text || text === 'embedded') return 'embedded'
  if (isPostgresAddress(text)) return text
  // The address may hold a password, so it is not repeated.
  throw new SettingsProblem('METADATA 应为 embedded（内置 SQLite）或 postgres:// 开头的地址')
}

export const isPostgresAddress = (text: string): boolean =>
  /^postgres(ql)?:\/\//.test(text) && URL.canParse(text)

/** One server alone has nothing to share: it would only be slower. */
function readFiles(text: string | undefined, metadata: string | undefined): string | null {
  if (!text) return null
  // It may hold a key, so it is not repeated.
  if (!readFilesPlace(text))
    throw new SettingsProblem(
      'FILES 应为各服务器共用的文件夹的绝对路径，或 s3://密钥:口令@主机/桶/前缀（可加 ?region=…、?tls=off）；' +
        '密钥里的特殊字符须按网址编码（如 / 写作 %2F）',
    )
  if (readMetadata(metadata) !== 'embedded') return text
  throw new SettingsProblem(
    'FILES 只在几台服务器共用一个 PostgreSQL 时填写：请让 METADATA 指向它（已有的元数据由 npm run move 迁过去），或去掉 FILES',
  )
}

function readPeerAddress(text: string | undefined): string | null {
  if (!text) return null
  if (/^http:\/\/[^/@\s]+\/?$/.test(text) && URL.canParse(text)) return text.replace(/\/$/, '')
  throw new SettingsProblem(
    `PEER_ADDRESS 应为其他服务器访问本机的地址，如 http://10.0.0.2:3000，现为「${text}」`,
  )
}

function readFolders(text: string | undefined): string[] {
  const folders = (text ?? '').split(delimiter).filter((folder) => folder !== '')
  const wrong = folders.find((folder) => !isAbsolute(folder) || resolve(folder) === '/')
  if (wrong === undefined) return folders.map((folder) => resolve(folder))
  throw new SettingsProblem(
    `SOURCE_FOLDERS 应为绝对路径，几个之间用「${delimiter}」隔开，不能是根目录，现有「${wrong}」`,
  )
}

function readNets(text: string | undefined): string[] {
  const nets = (text ?? '').split(/[,\s]+/).filter((net) => net !== '')
  try {
    netsOf(nets)
    return nets
  } catch (error) {
    throw new SettingsProblem(`SOURCE_NETS ${(error as Error).message}；应如 10.0.0.0/8,127.0.0.1`)
  }
}

function readMetricsToken(text: string | undefined): string | null {
  if (!text) return null
  // It is a secret, so it is not repeated.
  if (/^[\x21-\x7e]{24,}$/.test(text)) return text
  throw new SettingsProblem(
    'METRICS_TOKEN 应为至少 24 个字符的随机文本，不含空白（如 openssl rand -hex 24 的输出）',
  )
}

function tracingOf(env: Environment): TracingSettings | null {
  try {
    return readTracing(env)
  } catch (error) {
    throw new SettingsProblem((error as Error).message)
  }
}

function tagSecretOf(given: string | undefined, { userTags }: Installation): string | null {
  try {
    return readTagSecret(given, userTags.secretFile)
  } catch (error) {
    throw new SettingsProblem((error as Error).message)
  }
}

function readInstallationFile(path: string): Installation {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    // A folder that is none is told when it is entered.
    const { code = '' } = error as NodeJS.ErrnoException
    if (['ENOENT', 'ENOTDIR', 'ENAMETOOLONG'].includes(code)) return readInstallation({})
    const spoken = spokenStorage(error, path)
    throw new SettingsProblem(`无法读取 ${path}：${spoken ?? (error as Error).message}`)
  }
  try {
    // Some editors put a byte order mark first.
    return readInstallation(JSON.parse(text.replace(/^\uFEFF/, '')))
  } catch (error) {
    throw new SettingsProblem(`${path} 有误：${(error as Error).message}`)
  }
}
