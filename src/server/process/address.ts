// Where the server of a data folder answers: noted for the commands that run beside it. A note that a killed server
// left behind is told from a true one by asking.
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const noteOf = (dataDir: string): string => join(dataDir, 'server.address')

export function noteAddress(dataDir: string, address: string): void {
  writeFileSync(noteOf(dataDir), `${address}\n`)
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

/** The running server's address; null when none answers. */
export async function findAddress(dataDir: string): Promise<string | null> {
  const address = readNote(dataDir)
  return address && (await answers(address)) ? address : null
}

async function answers(address: string): Promise<boolean> {
  try {
    const reply = await fetch(new URL('/healthz', address), { signal: AbortSignal.timeout(2000) })
    return reply.ok
  } catch {
    return false
  }
}
