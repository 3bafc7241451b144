// Starts the engine of ClickHouse for the whole run; see ../../services.ts.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { profileSettings } from '#server/warehouse/sandbox/clickhouse/profile.ts'
import { findClickHouse } from '#setup/clickhouse.mjs'
import type { EngineUser } from './server.ts'

export interface ClickHousePlace {
  port: number
  pid: number
}

export const sqlPassword = 'run:sql@it'
export const readerPassword = 'let:me@read/it'
const users: Record<string, EngineUser> = {
  default: { password: '', readonly: 0 },
  reader: { password: readerPassword, readonly: 2 },
  strict: { password: 'strict', readonly: 1 },
  sql: { password: sqlPassword, readonly: 1, profile: profileSettings('Asia/Shanghai') },
}

export async function startClickHouse(): Promise<{ place: ClickHousePlace; stop(): Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), 'clickhouse-'))
  const script = join(import.meta.dirname, 'server.ts')
  const child = spawn(process.execPath, [script, findClickHouse() ?? '', folder, JSON.stringify(users)], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { ...process.env, UV_THREADPOOL_SIZE: '16' },
  })
  const place = { port: await portOf(child), pid: child.pid as number }
  return {
    place,
    stop: async () => {
      const ended = once(child, 'exit')
      child.kill('SIGKILL')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function portOf(child: ChildProcess): Promise<number> {
  const lines = createInterface({ input: child.stdout as NodeJS.ReadableStream })
  const failed = once(child, 'exit').then(() => {
    throw new Error('the engine of ClickHouse did not start')
  })
  const [line] = (await Promise.race([once(lines, 'line'), failed])) as [string]
  return Number(line)
}
