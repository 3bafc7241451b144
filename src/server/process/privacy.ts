// Keeps a data folder private to its server: it holds password hashes, keys and results of all games. A
// sandbox's or another user's process must not read them past the checks.
import { chmodSync, statSync } from 'node:fs'

/**
 * Restricts what this process and its children create, and closes the folder if it is ours and open to
 * others.
 */
export function keepPrivate(dataDir: string): void {
  if (process.platform === 'win32') return
  process.umask(0o077)
  const found = statSync(dataDir, { throwIfNoEntry: false })
  // We can't close another user's folder; root could, and would lock its owner out.
  if (found && found.uid === process.getuid?.() && found.mode & 0o077) chmodSync(dataDir, 0o700)
}
