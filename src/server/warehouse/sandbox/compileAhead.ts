// A sandbox process may write no file, so it can't store its compile cache, and each would compile anew: more
// than half of its start-up cost (0.53 → 0.25 s of CPU). An unrestricted process compiles for them once per
// state of the sources; the server itself never loads the engine's library for this.
import { execFile } from 'node:child_process'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { getCompileCacheDir } from 'node:module'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { makeFileSync } from '#server/files/whole.ts'
import { bareEnvironment } from '#server/process/bareEnvironment.ts'
import { compileOnly } from './messages.ts'

const script = join(import.meta.dirname, 'sandboxProcess.ts')

export async function compileAhead(): Promise<void> {
  const folder = getCompileCacheDir()
  if (folder === undefined) return
  const stamp = join(folder, `sandbox-${newestSource()}`)
  if (existsSync(stamp)) return
  try {
    await promisify(execFile)(process.execPath, [script, compileOnly], { env: bareEnvironment() })
    makeFileSync(stamp, '', { durable: false })
  } catch {
    // Sandbox processes then start more slowly.
  }
}

/** When a source of the sandbox last changed. */
function newestSource(): number {
  const names = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' })
  return Math.max(...names.map((name) => statSync(join(import.meta.dirname, name)).mtimeMs))
}
