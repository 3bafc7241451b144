// Notices publications by other processes: by file system events where they arrive, and by polling twice a
// second.
import { type FSWatcher, watch } from 'node:fs'
import { stat } from 'node:fs/promises'
import { manifestPath } from './manifest.ts'

const lookTime = 500

export function watchManifest(folder: string, onChange: () => void): () => void {
  const path = manifestPath(folder)
  let seen: string | undefined
  let stopped = false
  const look = async () => {
    const mark = await stat(path, { bigint: true })
      .then((found) => `${found.ino}-${found.mtimeNs}-${found.size}`)
      .catch(() => '')
    if (stopped || mark === seen) return
    const first = seen === undefined
    seen = mark
    if (!first) onChange()
  }
  void look()
  const timer = setInterval(() => void look(), lookTime).unref()
  let watcher: FSWatcher | undefined
  try {
    watcher = watch(folder, { persistent: false }, () => void look())
    // Polling goes on.
    watcher.on('error', () => watcher?.close())
  } catch {
    // Some file systems can't be watched.
  }
  return () => {
    stopped = true
    clearInterval(timer)
    watcher?.close()
  }
}
