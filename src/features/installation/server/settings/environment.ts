// The variables of the environment as managers see them: secrets and addresses that may hold one are not told.
import type { Settings } from '#server/settings.ts'
import type { Setting, SettingValue } from '#features/installation/contract.ts'

type Told = (settings: Settings) => SettingValue

const isSet = (value: unknown): string => (value === null ? '未设置' : '已设置')
const external = (value: string | null): string => (value === null || value === 'embedded' ? '内置' : '外部')

const variables: Record<string, { title: string; told: Told }> = {
  HOST: { title: '监听地址', told: ({ host }) => host },
  PORT: { title: '端口', told: ({ port }) => port },
  METADATA: { title: '元数据库', told: ({ metadata }) => external(metadata) },
  WAREHOUSE: { title: '数据仓库', told: ({ warehouse }) => external(warehouse) },
  WAREHOUSE_WRITER: { title: '可写入的仓库账号', told: ({ warehouseWriter }) => isSet(warehouseWriter) },
  WAREHOUSE_SQL: { title: '运行 SQL 的仓库账号', told: ({ warehouseSql }) => isSet(warehouseSql) },
  FILES: { title: '共用的文件存储', told: ({ files }) => isSet(files) },
  BUSINESS_ZONE: { title: '业务时区', told: ({ zone }) => zone },
  DAY_CUTOFF: { title: '业务日从几点开始', told: ({ cutoffHour }) => cutoffHour },
  IMPORT_MAX_MB: { title: '上传的文件最多（MB）', told: ({ importMostBytes }) => importMostBytes / 2 ** 20 },
  SOURCE_FOLDERS: { title: '数据源可读的文件夹', told: ({ sourceFolders }) => sourceFolders.length },
  SOURCE_NETS: { title: '数据源可在的内网', told: ({ sourceNets }) => [...sourceNets] },
  STOP_DELAY: { title: '停止前继续服务（秒）', told: ({ stopDelayMs }) => stopDelayMs / 1000 },
  LOG_LEVEL: { title: '日志级别', told: ({ logLevel }) => logLevel },
  MAIL_PASSWORD: { title: '邮件服务器的密码', told: ({ mailPassword }) => isSet(mailPassword) },
  BACKUP_PASSPHRASE: { title: '备份口令', told: ({ backupPassphrase }) => isSet(backupPassphrase) },
  METRICS_TOKEN: { title: '读取监控指标的令牌', told: ({ metricsToken }) => isSet(metricsToken) },
  OTEL_EXPORTER_OTLP_ENDPOINT: { title: '调用链的收集器', told: ({ tracing }) => isSet(tracing) },
}

export const environmentSettings = (settings: Settings): Setting[] =>
  Object.entries(variables).map(([key, { title, told }]) => ({
    key,
    group: 'environment',
    title,
    help: '在启动服务的环境里改，重启后生效',
    kind: 'shown',
    choices: [],
    value: told(settings),
    kept: null,
    usual: null,
    source: process.env[key] ? 'environment' : 'default',
    restart: true,
    waits: false,
  }))
