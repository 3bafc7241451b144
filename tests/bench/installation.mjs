// An installation to measure: an empty data folder with one manager, served as in production, signed in.
import { execFileSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { serve } from '../../e2e/product.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const email = 'bench@example.com'

/** What the manager signs in with, after the one-time password. */
const ownPassword = 'measure-me-as-a-manager'

/** Adds a manager through the documented command; returns the one-time password. */
export function addManager(dataDir) {
  const env = { ...process.env, NODE_ENV: 'production', DATA_DIR: dataDir }
  const args = ['src/main-command.ts', 'user', 'add', email, '--role', '管理员']
  const printed = execFileSync(process.execPath, args, { cwd: root, env }).toString()
  const password = printed.match(/密码[:：]\s*(\S+)/)?.[1]
  if (!password) throw new Error(`no password in: ${printed}`)
  return password
}

const post = (address, path, body) =>
  fetch(`${address}/api/s1/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })

/** Signs in, by a one-time password too; returns the headers that later calls need. */
export async function signIn(address, user, password) {
  const reply = await post(address, 'data/login', { user, password, hostname: 'localhost' })
  const { isSuccess, msg, code, data } = await reply.json()
  if (code === 'password_once') {
    await post(address, 'session/setPassword', { token: data.token, password: ownPassword })
    return signIn(address, user, ownPassword)
  }
  if (!isSuccess) throw new Error(`signing in failed: ${msg}`)
  const cookie = reply.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
  return { cookie, 'content-type': 'application/json' }
}

/** A process of the server's that is just ending may still put a file there. */
const removeFolder = (path) => rm(path, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })

/** `prepare(dataDir)` may fill the folder before the server starts. */
export async function withInstallation(work, { prepare, env = {} } = {}) {
  const dataDir = await mkdtemp(join(tmpdir(), 'analytics-bench-'))
  try {
    const password = addManager(dataDir)
    await prepare?.(dataDir)
    const product = await serve(dataDir, { NODE_ENV: 'production', LOG_LEVEL: 'warn', ...env })
    try {
      const headers = await signIn(product.address, email, password)
      return await work({ ...product, pid: product.process.pid, headers, dataDir })
    } finally {
      await product.stop()
    }
  } finally {
    await removeFolder(dataDir)
  }
}

/** The demo's installation, made anew; `work` gets how long the first start took. */
export async function withDemo(work) {
  const dataDir = await mkdtemp(join(tmpdir(), 'analytics-bench-'))
  try {
    const begun = performance.now()
    const product = await serve(dataDir, { LOG_LEVEL: 'warn' })
    const firstStart = performance.now() - begun
    try {
      return await work({ product, dataDir, firstStart })
    } finally {
      await product.stop()
    }
  } finally {
    await removeFolder(dataDir)
  }
}
