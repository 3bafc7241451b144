// Where the server of a data folder answers: noted for the commands that run beside it. A note that a killed server
// left behind is told from a true one by asking.
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { saveFileSync } from '../files/whole.ts'

const noteOf = (dataDir: string): string => join(dataDir, 'server.address')

export function noteAddress(dataDir: string, address: string): void {
  saveFileSync(noteOf(dataDir), `${address}\n`, { durable: false })
}

/** Leaves the note of a server that came after. */
export function forgetAddress(dataDir: string, address: string): void {
  if (readNote(dataDir) === address) rmSync(noteOf(dataDir), { force: true })
}

function readNote(dataDir: string): string | null {
  try {
    return readFileSync(noteOf(dataDir), 'utf8').trim()
  } catch {
    return null
  }
}

/** The running server's address; null when none is there. One that is too busy to answer is. */
export async function findAddress(dataDir: string, patienceMs = 2000): Promise<string | null> {
  const address = readNote(dataDir)
  return address && (await isThere(address, patienceMs)) ? address : null
}

/** A note that was left behind leads to a port that nobody listens at, or to somebody else's server. */
async function isThere(address: string, patienceMs: number): Promise<boolean> {
  try {
    const reply = await fetch(new URL('/healthz', address), { signal: AbortSignal.timeout(patienceMs) })
    return reply.ok
  } catch (error) {
    return (error as Error).name === 'TimeoutError'
  }
}
