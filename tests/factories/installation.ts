// A production installation, used through its processes: the server and the terminal commands.
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { serve } from '#e2e/product.ts'
import { Sessions } from '#server/http/session.ts'
import { openMetadata } from '#server/metadata/open.ts'
import { login, setPassword } from '#features/session/contract.ts'
import { tables } from '../../src/main-tables.ts'
import { silentLog } from './stores.ts'

const root = join(import.meta.dirname, '../..')
const production = { NODE_ENV: 'production', LOG_LEVEL: 'warn' }

interface Ended {
  code: number
  out: string
  err: string
}

/** With a first manager whose user name is `boss`. */
export async function makeInstallation() {
  const dataDir = mkdtempSync(join(tmpdir(), 'installation-'))
  /** `under`: a command that runs the process, such as `prlimit` with its options. */
  const run = (script: string, args: string[], env: Record<string, string> = {}, under: string[] = []) =>
    new Promise<Ended>((resolve) => {
      const options = {
        cwd: root,
        env: { ...process.env, ...production, DATA_DIR: dataDir, PORT: '0', ...env },
        timeout: 180_000,
      }
      const [file = '', ...rest] = [...under, process.execPath, script, ...args]
      execFile(file, rest, options, (error, out, err) =>
        // Without an exit code, the process was killed after its time limit.
        resolve({ code: error ? Number(error.code ?? -1) : 0, out, err }),
      )
    })
  const command = (...args: string[]) => run('src/main-command.ts', args)
  const added = await command('user', 'add', 'boss@example.com', '--role', '管理员')
  return {
    dataDir,
    command,
    commandIn: (folder: string, ...args: string[]) => run('src/main-command.ts', args, { DATA_DIR: folder }),
    run: (args: string[], env?: Record<string, string>, under?: string[]) =>
      run('src/main-command.ts', args, env, under),
    /** A running command, to be killed. */
    begin: (args: string[], env: Record<string, string> = {}): ChildProcess =>
      spawn(process.execPath, ['src/main-command.ts', ...args], {
        cwd: root,
        env: { ...process.env, ...production, DATA_DIR: dataDir, ...env },
        stdio: 'ignore',
      }),
    password: passwordIn(added.out),
    /** Runs the server where it is expected to refuse to start. */
    startRefused: (env: Record<string, string>) => run('src/main-server.ts', [], env),
    serve: (folder = dataDir) => serve(folder, production),
    /** The cookie of a session of `boss`, which later copies of the folder have, too; no server may run. */
    session: () => startSession(dataDir),
    dispose: () => rmSync(dataDir, { recursive: true, force: true }),
  }
}

/** The one-time password that a command printed. */
export const passwordIn = (out: string): string => out.match(/密码：(\S+)/)?.[1] ?? ''

export const send = (address: string, path: string, body: unknown, cookie = '') =>
  fetch(address + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie },
    body: JSON.stringify(body),
  })

const ownPassword = 'the boss chose this'

/** Without the three hashes of signing in and setting a password, each 0.3 s of CPU. */
async function startSession(dataDir: string): Promise<string> {
  const metadata = await openMetadata({ metadata: 'embedded', dataDir }, silentLog, tables)
  try {
    const { db } = metadata
    const { id } = await db
      .selectFrom('user')
      .select('id')
      .where('username', '=', 'boss')
      .executeTakeFirstOrThrow()
    return `session=${await new Sessions(metadata, false, silentLog).start(db, id, '127.0.0.1', 'test')}`
  } finally {
    await metadata.stop()
  }
}

/** Returns the session's cookie. A one-time password is replaced by a new one first. */
export async function signIn(address: string, password: string): Promise<string> {
  const enter = (typed: string) => send(address, login.path, { user: 'boss', password: typed })
  let reply = await enter(password)
  const { code, data } = (await reply.clone().json()) as { code?: string; data: { token?: string } }
  if (code === 'password_once')
    await send(address, setPassword.path, { token: data.token, password: ownPassword })
  if (code !== undefined) reply = await enter(ownPassword)
  return reply.headers.getSetCookie()[0]?.split(';')[0] ?? ''
}
