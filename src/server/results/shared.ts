// Results in the storage that servers share: a complete result is copied there, and another server that is asked for
// it copies it to its own folder, where it is read like its own.
import type { SharedFiles } from '../files/shared/types.ts'
import type { ViewSpec } from './types.ts'

const rowsKey = (id: string): string => `results/${id}.rows`
const viewsPrefix = (id: string): string => `views/${id}.`

export class SharedResults {
  readonly #files: SharedFiles
  readonly #fetching = new Map<string, Promise<boolean>>()

  constructor(files: SharedFiles) {
    this.#files = files
  }

  put(id: string, path: string): Promise<void> {
    return this.#files.put(rowsKey(id), path)
  }

  /** False where nobody has put it there. Callers at the same time share one copy. */
  fetch(id: string, path: string): Promise<boolean> {
    const known = this.#fetching.get(id)
    if (known) return known
    const fetching = this.#files.fetch(rowsKey(id), path).finally(() => this.#fetching.delete(id))
    this.#fetching.set(id, fetching)
    return fetching
  }

  sizeOf(id: string): Promise<number | null> {
    return this.#files.sizeOf(rowsKey(id))
  }

  async remove(id: string): Promise<void> {
    await this.#files.remove(rowsKey(id))
    for await (const { key } of this.#files.list(viewsPrefix(id))) await this.#files.remove(key)
  }

  async putView(id: string, viewId: string, spec: ViewSpec): Promise<void> {
    await this.#files.putBytes(viewsPrefix(id) + viewId, Buffer.from(JSON.stringify(spec)))
  }

  async readView(id: string, viewId: string): Promise<ViewSpec | null> {
    // The caller sends it; only our own become keys.
    if (!/^[\w-]{1,64}$/.test(viewId)) return null
    const bytes = await this.#files.read(viewsPrefix(id) + viewId)
    return bytes && (JSON.parse(bytes.toString()) as ViewSpec)
  }
}
