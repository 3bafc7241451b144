// Records where the server of a data folder listens, for commands that run beside it. Asking the address
// tells a stale note of a killed server from a true one.
import { readFileSync, rmSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { saveFileSync } from '../files/whole.ts'
import type { Settings } from '../settings.ts'

const noteOf = (dataDir: string): string => join(dataDir, 'server.address')

export function noteAddress(dataDir: string, address: string): void {
  saveFileSync(noteOf(dataDir), `${address}\n`, { durable: false })
}

/** Does not remove the note of a later server. */
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

/** How other servers reach this one, which listens at `listening`. */
export function peerAddressOf(
  { peerAddress, host }: Pick<Settings, 'peerAddress' | 'host'>,
  listening: string,
): string {
  if (peerAddress !== null) return peerAddress
  if (!['0.0.0.0', '::', '[::]'].includes(host)) return listening
  // It listens at all addresses of the machine, which others know by its name.
  return `http://${hostname()}:${new URL(listening).port || 80}`
}

/** The running server's address; null when none runs. A server too busy to answer counts as running. */
export async function findAddress(dataDir: string, patienceMs = 2000): Promise<string | null> {
  const address = readNote(dataDir)
  return address && (await isThere(address, patienceMs)) ? address : null
}

/** A stale note leads to a port without a listener, or to somebody else's server. */
async function isThere(address: string, patienceMs: number): Promise<boolean> {
  try {
    const reply = await fetch(new URL('/healthz', address), { signal: AbortSignal.timeout(patienceMs) })
    return reply.ok
  } catch (error) {
    return (error as Error).name === 'TimeoutError'
  }
}
