// Prepares pages before they are opened: their code is loaded at rest or when an entry stays highlighted; their data is
// requested on navigation, before anything is drawn.
import type { ComponentType } from 'react'
import { foresee, leaveFor, type MakeReady } from './foreseen.ts'
import type { Page } from './pages.ts'

interface PageModule {
  Page: ComponentType
  /** Requests the data for these search parameters; the page, once drawn, finds the request under way. */
  prepare?: (search: string) => void
  /** Loads the parts that the page will show first. */
  warm?: () => void
  /** For pages that can be drawn while another page is in front. */
  makeReady?: MakeReady
}

/** Delay after the first page was drawn. */
const restMs = 1_500

let pages: readonly Page[] = []
const modules = new Map<Page, PageModule>()

/** Called once by main-web. */
export function providePages(known: readonly Page[]): void {
  pages = known
}

/** The component of a page whose module is loaded; it then shows without delay. */
export const pageRead = (page: Page): ComponentType | null => modules.get(page)?.Page ?? null

export async function readPage(page: Page): Promise<ComponentType> {
  const module: PageModule = await page.load()
  modules.set(page, module)
  return module.Page
}

const pageAt = (address: string): Page | undefined => {
  const end = address.search(/[?#]/)
  const path = end < 0 ? address : address.slice(0, end)
  return pages.find((page) => page.path === path)
}

async function readAhead(page: Page): Promise<void> {
  try {
    if (!modules.has(page)) await readPage(page)
    modules.get(page)?.warm?.()
  } catch {
    // Errors are ignored here: opening the page reports them.
  }
}

/** Call when an entry for this address stays highlighted. */
export function lookAhead(address: string): void {
  const page = pageAt(address)
  if (page) void readAhead(page)
}

/** True as well while the page's code is still loading and the answer is not known. */
const mayBeDrawn = (page: Page): boolean => {
  const module = modules.get(page)
  return module === undefined || module.makeReady !== undefined
}

/** Call when the entry has been highlighted for longer: the user is probably about to open it. */
export function drawAhead(address: string): void {
  const page = pageAt(address)
  if (page && mayBeDrawn(page)) void foresee(address, makerOf(page))
}

/** On a slow network the page's code may still be loading: the page is prepared once it is there. */
const makerOf =
  (page: Page): MakeReady =>
  async (search, signal) => {
    if (!modules.has(page)) await readAhead(page)
    const makeReady = modules.get(page)?.makeReady
    return makeReady !== undefined && !signal.aborted && (await makeReady(search, signal))
  }

/** Call on navigation: the page's data is requested before the page is drawn, unless the page is open already. */
export function prepare(address: string): void {
  leaveFor(address)
  const page = pageAt(address)
  const { pathname, search } = new URL(address, location.href)
  const isHere = pathname === location.pathname && search === location.search
  if (page && !isHere) modules.get(page)?.prepare?.(search)
}

/** Loads the pages that most users open next, once the first page is at rest. */
export function readAtRest(): () => void {
  const timer = setTimeout(() => {
    const idle = globalThis.requestIdleCallback ?? ((work: () => void) => setTimeout(work))
    idle(async () => {
      for (const page of pages) if (page.ahead) await readAhead(page)
    })
  }, restMs)
  return () => clearTimeout(timer)
}
