// Sort and filters of views, stored beside the result so that a view's id survives a restart.
import { createHash } from 'node:crypto'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError } from '#shared/errors.ts'
import { fromBytes, toBytes, writeAside } from '../cache/file.ts'
import type { SharedResults } from './shared.ts'
import type { ViewSpec } from './types.ts'

/** Views of one result; the oldest is dropped. */
const mostViews = 100

type Views = [string, ViewSpec][]

export class ViewSpecs {
  readonly #folder: string
  readonly #shared: SharedResults | undefined
  readonly #known = new Map<string, Map<string, ViewSpec>>()
  /** The last write. Writes share one temporary name, and the later one must win. */
  #written: Promise<void> = Promise.resolve()

  constructor(folder: string, shared?: SharedResults) {
    this.#folder = folder
    this.#shared = shared
  }

  /** Equal views have one id. */
  async add(id: string, { sort, filters }: ViewSpec): Promise<string> {
    const spec = { sort, filters }
    const viewId = createHash('sha256').update(JSON.stringify(spec)).digest('base64url').slice(0, 20)
    if ((await this.#of(id)).has(viewId)) return viewId
    const written = this.#written.then(() => this.#keep(id, viewId, spec))
    this.#written = written.catch(() => undefined)
    await written
    await this.#shared?.putView(id, viewId, spec)
    return viewId
  }

  async find(id: string, viewId: string): Promise<ViewSpec> {
    const spec = (await this.#of(id)).get(viewId) ?? (await this.#shared?.readView(id, viewId))
    if (spec) return spec
    throw new AppError('parameter_wrong', '排序或筛选已失效，请重新设置')
  }

  async remove(id: string): Promise<void> {
    this.#known.delete(id)
    await rm(this.#path(id), { force: true })
  }

  async #of(id: string): Promise<Map<string, ViewSpec>> {
    let views = this.#known.get(id)
    if (!views) {
      const kept = await readViews(this.#path(id))
      views = this.#known.get(id) ?? new Map(kept)
      this.#known.set(id, views)
    }
    return views
  }

  /** Awaits the write: an id that was returned must survive a restart. */
  async #keep(id: string, viewId: string, spec: ViewSpec): Promise<void> {
    const views = new Map(await this.#of(id)).set(viewId, spec)
    for (const oldest of [...views.keys()].slice(0, Math.max(0, views.size - mostViews))) views.delete(oldest)
    await writeAside(this.#path(id), toBytes<Views>({ about: [...views], chunks: [] }))
    this.#known.set(id, views)
  }

  #path(id: string): string {
    return join(this.#folder, `${id}.views`)
  }
}

/** Empty where the file is missing or damaged: users sort and filter again. */
async function readViews(path: string): Promise<Views> {
  const bytes = await readFile(path).catch(() => null)
  return bytes === null ? [] : (fromBytes<Views>(bytes)?.about ?? former(bytes) ?? [])
}

/** Files of earlier releases are plain JSON; they expire within days. */
function former(bytes: Buffer): Views | null {
  try {
    return JSON.parse(bytes.toString()) as Views
  } catch {
    return null
  }
}
