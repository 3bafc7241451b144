// Installs the packages of package-lock.json, once per change of it. Runs on Node 20: the pinned Node is one
// of the packages.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, lstatSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { quickStart } from './packed.mjs'

export const root = join(dirname(fileURLToPath(import.meta.url)), '../..')
export const pinnedNode = join(
  root,
  'node_modules/node/bin',
  process.platform === 'win32' ? 'node.exe' : 'node',
)
const stamp = join(root, 'node_modules/.installed')

/**
 * Runs a program in our terminal; rejects unless it exits with 0. Signals are forwarded. With `tethered`, an
 * IPC channel tells the program when we end, for whatever reason; and we stop waiting when npm is gone.
 */
export function run(program, args, { env = {}, quiet = false, tethered = false } = {}) {
  // Installed and compiled files are executed later: no other user may write them, whatever umask we
  // inherited.
  process.umask(process.umask() | 0o022)
  return new Promise((resolve, reject) => {
    const streams = quiet ? ['ignore', 'ignore', 'inherit'] : ['inherit', 'inherit', 'inherit']
    const child = spawn(program, args, {
      cwd: root,
      env: { ...process.env, ...env },
      stdio: tethered ? [...streams, 'ipc'] : streams,
    })
    const forward = (signal) => child.kill(signal)
    for (const signal of passedOn) process.on(signal, forward)
    const watch = tethered ? whenLeft(() => child.connected && child.disconnect()) : undefined
    child.on('error', reject)
    child.on('exit', (code, signal) => {
      clearInterval(watch)
      for (const name of passedOn) process.off(name, forward)
      if (code === 0) resolve()
      else reject(Object.assign(new Error(`${program} ended with ${signal ?? code}`), { code: code ?? 1 }))
    })
  })
}

/** The server, which ends with us. */
export const runServer = () =>
  run(pinnedNode, ['src/main-server.ts'], { env: quickStart(pinnedNode), tethered: true })

export const passedOn = ['SIGTERM', 'SIGINT', 'SIGHUP']

/** Calls back when the npm that started us has died: the system then gives us another parent. */
export function whenLeft(callBack) {
  if (process.env.npm_lifecycle_event === undefined) return undefined
  const npm = process.ppid
  return setInterval(() => process.ppid !== npm && callBack(), 200)
}

/** Hash of the lock file and the kind: an installation with development tools serves production as well. */
function wanted(kind) {
  const lock = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex')
  return `${lock} ${kind}`
}

function installed(kind) {
  if (!existsSync(stamp) || !existsSync(pinnedNode)) return false
  const found = readFileSync(stamp, 'utf8')
  return found === wanted('full') || found === wanted(kind)
}

/** `kind` is `full`, or `production` without development tools. */
export async function ensureInstalled(kind = 'full') {
  if (installed(kind)) return
  if (lstatSync(join(root, 'node_modules'), { throwIfNoEntry: false })?.isSymbolicLink()) {
    throw new Error('node_modules is a link: installing would empty what it leads to. Remove it first.')
  }
  console.log('Installing packages (once, about a minute) …')
  const npm = process.env.npm_execpath
  const args = [
    'ci',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
    kind === 'full' ? '--include=dev' : '--omit=dev',
  ]
  if (npm) await run(process.execPath, [npm, ...args])
  else await run(process.platform === 'win32' ? 'npm.cmd' : 'npm', args)
  if (!existsSync(pinnedNode)) {
    throw new Error('The package "node" has not been set up. Are install scripts switched off in npm?')
  }
  writeFileSync(stamp, wanted(kind))
}

/** `.bin` is first in PATH, so that `node` is the pinned one. */
export const pinnedEnvironment = () => ({
  PATH: `${join(root, 'node_modules/.bin')}${process.platform === 'win32' ? ';' : ':'}${process.env.PATH}`,
})

/** Runs a script on the pinned Node. */
export function runPinned(args, options = {}) {
  return run(pinnedNode, args, { ...options, env: { ...pinnedEnvironment(), ...options.env } })
}

/** Exits like the program it ran, without a stack trace for user errors. */
export function endWith(error) {
  if (error.code === undefined) console.error(error.message)
  process.exitCode = typeof error.code === 'number' ? error.code : 1
}
