// Composition root of the server: opens the stores, creates the demo on a first start, listens.
import { existsSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { beginSettings } from './features/installation/server/index.ts'
import { build } from './main-build.ts'
import { tables } from './main-tables.ts'
import { openCache } from './server/cache/open.ts'
import type { Deps } from './server/deps.ts'
import { openFiles } from './server/files/shared/open.ts'
import { clearExports } from './server/files/xls.ts'
import { isLoopback } from './server/http/hosts.ts'
import { makeLog } from './server/log.ts'
import { hasDemoPasswords } from './server/metadata/demoPasswords.ts'
import type { Metadata } from './server/metadata/open.ts'
import { forgetAddress, noteAddress, peerAddressOf } from './server/process/address.ts'
import { joinOthers } from './server/process/common.ts'
import { enterFolderAsServer } from './server/process/folder.ts'
import { stopOnSignals, stopServer } from './server/process/graceful.ts'
import { noteInventory } from './server/process/inventory.ts'
import { askForPort, takePort } from './server/process/port.ts'
import { makeProgress } from './server/process/progress.ts'
import { refuse, StartProblem } from './server/process/refusal.ts'
import { openSound } from './server/process/sound.ts'
import { storeAdvice } from './server/process/storeAdvice.ts'
import { outliveReaders } from './server/process/terminal.ts'
import { openResults } from './server/results/open.ts'
import { readSettings, type Settings } from './server/settings.ts'
import { openWarehouseStores } from './server/warehouse/openStores.ts'
import { compileAhead } from './server/warehouse/sandbox/compileAhead.ts'
import { readManifest, warehouseFolder } from './server/warehouse/snapshot/manifest.ts'
import { businessDay } from './shared/businessDay.ts'

async function hasUsers({ db }: Metadata): Promise<boolean> {
  return (await db.selectFrom('user').select('id').limit(1).executeTakeFirst()) !== undefined
}

/** The demo is created only in an empty installation; one that a kill interrupted is completed. */
async function wantsDemo(settings: Settings, metadata: Metadata): Promise<boolean> {
  const { production, host, warehouse } = settings
  // The demo has its own data, and a ClickHouse holds others' data.
  if (production || warehouse !== 'embedded' || (await hasUsers(metadata))) return false
  if ((await contentOf(settings)) === 'others') return false
  if (isLoopback(host)) return true
  throw new StartProblem('演示只能在本机使用；正式使用请以 NODE_ENV=production 启动')
}

async function openStores(settings: Settings): Promise<Deps> {
  const log = makeLog(settings.logLevel)
  const metadata = await openSound(settings, log, tables)
  await joinOthers(settings, metadata)
  await beginSettings({ settings, metadata, log })
  const files = await openFiles(settings, metadata)
  const demo = await wantsDemo(settings, metadata)
  const show = makeProgress('生成演示数据')
  if (demo) await fillWarehouse(settings, show)
  const { warehouse, sandbox } = await openWarehouseStores(settings, log)
  for (const line of sandbox.defences()) log.info(line)
  const results = await openResults({ dataDir: settings.dataDir, log, files })
  const cache = await openCache({ dataDir: settings.dataDir, log })
  const deps = { settings, metadata, warehouse, sandbox, results, cache, log, files }
  if (demo) {
    const { makeDemoMetadata } = await import('./demo/metadata/make.ts')
    await makeDemoMetadata(deps)
    show(1, '完成')
  }
  return deps
}

type Show = ReturnType<typeof makeProgress>

async function contentOf({ dataDir }: Settings): Promise<'none' | 'demo' | 'others'> {
  const { tables } = await readManifest(warehouseFolder(dataDir))
  if (tables.length === 0) return 'none'
  // All of the demo's tables are published at once.
  return tables.some(({ name }) => name === 'login_day') ? 'demo' : 'others'
}

async function fillWarehouse(settings: Settings, show: Show): Promise<void> {
  const { dataDir } = settings
  if ((await contentOf(settings)) === 'demo') return
  const today = businessDay(settings)
  const { makeDemoWarehouse } = await import('./demo/warehouse/make.ts')
  await makeDemoWarehouse({ dataDir, today, onProgress: ({ fraction, step }) => show(fraction * 0.95, step) })
}

async function refuseDemoOutside({ settings, metadata }: Deps): Promise<void> {
  if (isLoopback(settings.host) || !(await hasDemoPasswords(metadata.db))) return
  throw new StartProblem(
    `演示账号的密码人人皆知，只能在本机使用，不能监听 ${settings.host}。` +
      '请改用 HOST=127.0.0.1；正式使用请另设 DATA_DIR 并以 NODE_ENV=production 启动',
  )
}

async function announce(address: string, { settings, metadata }: Deps): Promise<void> {
  const lines = [`analytics V3 已就绪：${address}`]
  if (!(await hasUsers(metadata))) {
    lines.push('还没有账号，请添加第一位管理员：npm run user -- add 邮箱 --role 管理员')
  } else if (await hasDemoPasswords(metadata.db)) {
    lines.push('演示账号（密码均为 analytics-demo）：')
    for (const name of ['admin', 'analyst', 'sql', 'viewer']) lines.push(`  ${name}@example.com`)
  }
  const advice = await storeAdvice(settings, metadata)
  if (advice !== null) lines.push(advice)
  process.stdout.write(`${lines.join('\n')}\n`)
}

async function main(): Promise<void> {
  const settings = readSettings(process.env)
  // A running server of this folder is reported first, and no missing folder is created in vain.
  const isNew = !existsSync(settings.dataDir)
  if (isNew) await askForPort(settings)
  const occupancy = await enterFolderAsServer(settings)
  if (!isNew) await askForPort(settings)
  await clearExports(settings.dataDir)
  const deps = await openStores(settings)
  await refuseDemoOutside(deps)
  const app = await build(deps)
  const address = await takePort(settings, () => app.listen({ host: settings.host, port: settings.port }))
  noteAddress(settings.dataDir, address)
  await app.places.join(peerAddressOf(settings, address))
  await noteInventory(settings, deps.metadata)
  stopOnSignals(async () => {
    app.leaving.begin()
    await wait(settings.stopDelayMs)
    forgetAddress(settings.dataDir, address)
    await app.places.leave()
    await stopServer(app, deps)
    occupancy.leave()
  })
  await announce(address, deps)
  await compileAhead()
}

outliveReaders()
await main().catch(refuse)
