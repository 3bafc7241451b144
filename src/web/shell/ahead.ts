// Pages before they are opened: their code is read at rest and where a choice rests on them, and what they ask for is
// asked as one goes there, before anything of them is drawn.
import type { ComponentType } from 'react'
import { foresee, leaveFor, type MakeReady } from './foreseen.ts'
import type { Page } from './pages.ts'

interface PageModule {
  Page: ComponentType
  /** Asks for what the page will show at these search parameters; the page finds it under way. */
  prepare?: (search: string) => void
  /** Reads the parts that it will show first. */
  warm?: () => void
  /** For pages that can be drawn while another is in front. */
  makeReady?: MakeReady
}

/** After the page that one signed in to has drawn. */
const restMs = 1_500

let pages: readonly Page[] = []
const modules = new Map<Page, PageModule>()

/** Told once by main-web. */
export function providePages(known: readonly Page[]): void {
  pages = known
}

/** Modules that are read already show without a moment in between. */
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
    // A courtesy: opening the page tells what is wrong.
  }
}

/** A choice rests on this address. */
export function lookAhead(address: string): void {
  const page = pageAt(address)
  if (page) void readAhead(page)
}

/** As far as is known: the code of the page may still be on its way. */
const mayBeDrawn = (page: Page): boolean => {
  const module = modules.get(page)
  return module === undefined || module.makeReady !== undefined
}

/** It has rested for longer: people read what they are about to open. */
export function drawAhead(address: string): void {
  const page = pageAt(address)
  if (page && mayBeDrawn(page)) void foresee(address, makerOf(page))
}

/** A slow network may still be reading the page's code: the page is made ready once it is there. */
const makerOf =
  (page: Page): MakeReady =>
  async (search, signal) => {
    if (!modules.has(page)) await readAhead(page)
    const makeReady = modules.get(page)?.makeReady
    return makeReady !== undefined && !signal.aborted && (await makeReady(search, signal))
  }

/** On the way to an address: its page asks before it is drawn, unless one is there already. */
export function prepare(address: string): void {
  leaveFor(address)
  const page = pageAt(address)
  const { pathname, search } = new URL(address, location.href)
  const isHere = pathname === location.pathname && search === location.search
  if (page && !isHere) modules.get(page)?.prepare?.(search)
}

/** What most people open next, read once the first page is at rest. */
export function readAtRest(): () => void {
  const timer = setTimeout(() => {
    const idle = globalThis.requestIdleCallback ?? ((work: () => void) => setTimeout(work))
    idle(async () => {
      for (const page of pages) if (page.ahead) await readAhead(page)
    })
  }, restMs)
  return () => clearTimeout(timer)
}
