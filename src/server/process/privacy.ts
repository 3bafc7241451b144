// A data folder is its server's alone: it holds passwords' hashes, keys, results of all games. What a sandbox's or
// another user's process could read here it would not have to ask for.
import { chmodSync, statSync } from 'node:fs'

/** From here on whatever this process and those it starts make is theirs alone; closes a folder of ours that is open. */
export function keepPrivate(dataDir: string): void {
  if (process.platform === 'win32') return
  process.umask(0o077)
  const found = statSync(dataDir, { throwIfNoEntry: false })
  // Another's folder can't be closed; root may, and would lock its owner out.
  if (found && found.uid === process.getuid?.() && found.mode & 0o077) chmodSync(dataDir, 0o700)
}
