// `npm run clickhouse -- script`: prints the SQL that sets up the account for users' SQL on a ClickHouse, from the
// definitions, and from the games and row rules of everybody who may run SQL.
import type { Deps } from '#server/deps.ts'
import type { Log } from '#server/log.ts'
import { openMetadata } from '#server/metadata/open.ts'
import type { Table } from '#server/metadata/table.ts'
import { enterFolder } from '#server/process/folder.ts'
import { StartProblem } from '#server/process/refusal.ts'
import { readArguments, UsageProblem } from '#server/process/terminal.ts'
import type { Settings } from '#server/settings.ts'
import { readAddresses } from '#server/warehouse/clickhouse/address.ts'
import { openWarehouseStores } from '#server/warehouse/openStores.ts'
import { accountScript } from '#server/warehouse/sandbox/clickhouse/script.ts'
import { readModel } from '#features/config/server/index.ts'
import { accountScopes } from './runs/roles.ts'
import { seenTables } from './runs/scope.ts'

export const clickhouseUsage =
  '用法：npm run clickhouse -- script   （输出 SQL：在 ClickHouse 上建立或更新运行用户 SQL 的账号、角色与行策略，由数据库管理员执行）'

/** Throws UsageProblem. The returned function does the work and prints its outcome. */
export function readClickhouseCommand(args: string[], readTables: () => Promise<readonly Table[]>) {
  const { positionals } = readArguments(args, { positionals: ['要做什么'], options: {} })
  if (positionals[0] !== 'script') throw new UsageProblem(`没有「${positionals[0] ?? ''}」这个命令`)
  return async (settings: Settings, log: Log): Promise<void> => {
    const address = readAddresses(settings.warehouse)
    if (!address) throw new StartProblem('WAREHOUSE 不是 ClickHouse 的地址，不需要这个账号')
    const occupancy = await enterFolder(settings)
    const metadata = await openMetadata(settings, log, await readTables())
    const stores = await openWarehouseStores({ ...settings, warehouseSql: null }, log)
    try {
      process.stdout.write(await scriptFor({ settings, metadata, log, ...stores } as Deps))
    } finally {
      await stores.warehouse.stop()
      await metadata.stop()
      occupancy.leave()
    }
  }
}

/** Of all users that are not disabled: what each may see, whatever their role allows them to do. */
export async function scriptFor(deps: Deps): Promise<string> {
  const [model, scopes] = await Promise.all([readModel(deps), accountScopes(deps)])
  const { settings, warehouse } = deps
  const reader = readAddresses(settings.warehouse)
  const account = settings.warehouseSql === null ? null : readAddresses(settings.warehouseSql)
  return accountScript({
    database: reader?.database ?? 'default',
    username: account?.username ?? 'analytics_sql',
    password: account?.password ?? null,
    zone: settings.zone,
    tables: warehouse.tables(),
    sights: scopes.flatMap((scope) => seenTables(deps, model, scope).tables),
  })
}
