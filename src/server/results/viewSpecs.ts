// What views of results sort and filter, kept beside the result, so that a view's id holds over a restart.
import { createHash } from 'node:crypto'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError } from '#shared/errors.ts'
import { fromBytes, toBytes, writeAside } from '../cache/file.ts'
import type { ViewSpec } from './types.ts'

/** Of one result; the oldest is forgotten. */
const mostViews = 100

type Views = [string, ViewSpec][]

export class ViewSpecs {
  readonly #folder: string
  readonly #known = new Map<string, Map<string, ViewSpec>>()
  /** The last write: each has a file aside of one name, and the later one must stay. */
  #written: Promise<void> = Promise.resolve()

  constructor(folder: string) {
    this.#folder = folder
  }

  /** Equal views have one id. */
  async add(id: string, { sort, filters }: ViewSpec): Promise<string> {
    const spec = { sort, filters }
    const viewId = createHash('sha256').update(JSON.stringify(spec)).digest('base64url').slice(0, 20)
    if ((await this.#of(id)).has(viewId)) return viewId
    const written = this.#written.then(() => this.#keep(id, viewId, spec))
    this.#written = written.catch(() => undefined)
    await written
    return viewId
  }

  async find(id: string, viewId: string): Promise<ViewSpec> {
    const spec = (await this.#of(id)).get(viewId)
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

  /** Known when it is written: an id that was told must hold over a restart. */
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

/** None where there is no such file, or a damaged one: they are set anew. */
async function readViews(path: string): Promise<Views> {
  const bytes = await readFile(path).catch(() => null)
  return bytes === null ? [] : (fromBytes<Views>(bytes)?.about ?? former(bytes) ?? [])
}

/** Of releases before, which kept plain JSON; such a file is gone within days. */
function former(bytes: Buffer): Views | null {
  try {
    return JSON.parse(bytes.toString()) as Views
  } catch {
    return null
  }
}
