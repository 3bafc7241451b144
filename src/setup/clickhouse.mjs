// Installs the ClickHouse engine for the tests: one library, pinned by a lock file of its own, because it is
// no package of the product. It is large (570 MB) and kept beside the packages until they are reinstalled.
import { spawnSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './install.mjs'

const wanted = join(root, 'src/setup/clickhouse')
const target = join(root, 'node_modules/.cache/clickhouse')
const stamp = join(target, '.installed')
const binding = join(target, 'node_modules/@chdb/lib-linux-x64-gnu/chdb_node.node')

const lock = () => readFileSync(join(wanted, 'package-lock.json'), 'utf8')

/** Path of the engine's Node binding; undefined when missing, or when only embedded stores are wanted. */
export function findClickHouse() {
  if (process.env.EMBEDDED_ALONE) return undefined
  const there = existsSync(stamp) && existsSync(binding) && readFileSync(stamp, 'utf8') === lock()
  return there ? binding : undefined
}

/** Available only for Linux with glibc on x64. */
const isSupported = () =>
  process.platform === 'linux' &&
  process.arch === 'x64' &&
  process.report.getReport().header.glibcVersionRuntime !== undefined

/** False where it is unavailable; the tests then report that they skip it. */
export function ensureClickHouse() {
  if (findClickHouse()) return true
  if (!isSupported()) return false
  console.log('Installing the engine of ClickHouse for the tests (once) …')
  rmSync(target, { recursive: true, force: true })
  mkdirSync(target, { recursive: true })
  for (const name of ['package.json', 'package-lock.json'])
    copyFileSync(join(wanted, name), join(target, name))
  const args = ['ci', '--no-audit', '--no-fund', '--loglevel=error', '--omit-lockfile-registry-resolved']
  const npm = process.env.npm_execpath
  const { status } = spawnSync(npm ? process.execPath : 'npm', npm ? [npm, ...args] : args, {
    cwd: target,
    stdio: 'inherit',
  })
  if (status === 0) writeFileSync(stamp, lock())
  return findClickHouse() !== undefined
}
