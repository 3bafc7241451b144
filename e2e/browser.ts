// A Chromium for a journey, and a page whose console must stay free of errors.
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright'
import { afterEach, beforeAll, expect, inject } from 'vitest'
import { browserFlags, findBrowser } from '#setup/browser.mjs'
import { serveOwn } from './product.ts'

// The files of a process share both.
let browser: Browser | undefined
/** What the journeys of this process work with. */
export let product: Awaited<ReturnType<typeof serveOwn>>
/**
 * A page lives for seconds here: what V8 would optimise beside it comes too late to be of use. What it has compiled is
 * of use to the next page of the same address, which lives in the same process.
 */
const flags = [
  ...browserFlags,
  '--js-flags=--no-turbofan --no-maglev --no-flush-bytecode',
  '--process-per-site',
]
/** What stands where something is still on its way. */
export const underWay = '.skeleton, .loading-overlay, [aria-busy="true"], .table-skeleton'
const opened: { close(): Promise<void> }[] = []
const pages: Page[] = []
const complaints: string[] = []

export interface PageOptions {
  width?: number
  height?: number
  dark?: boolean
  touch?: boolean
  /** Of the reader's clocks; elsewhere they show what the business's do. */
  zone?: string
  /** Things fade and slide, as for most people. Elsewhere a journey does not pay for the frames of it. */
  moves?: boolean
  /** Words of console errors that this journey provokes on purpose. */
  expected?: RegExp
}

/** Call once in a journey's file. */
export function withBrowser(): void {
  beforeAll(async () => {
    if (browser) return
    product = await serveOwn(inject('installations'))
    // In a plain C locale Chromium gives files with Chinese names the name «download».
    const env = { ...process.env, LANG: 'C.UTF-8', LC_ALL: 'C.UTF-8' } as Record<string, string>
    browser = await chromium.launch({ executablePath: await findBrowser(), args: flags, env })
  })
  afterEach(async ({ task }) => {
    const places = task.result?.state === 'fail' ? await Promise.all(pages.map(placeOf)) : []
    pages.length = 0
    await Promise.all(opened.splice(0).map((each) => each.close()))
    expect.soft(complaints.splice(0)).toEqual([])
    if (places.length > 0) throw new Error(places.join('\n'))
  })
}

export async function openPage(address: string, options: PageOptions = {}): Promise<Page> {
  const { width = 1440, height = 900, dark = false, moves = false, expected } = options
  const page = await newPage(address, options)
  page.setDefaultTimeout(60_000)
  await page.setViewportSize({ width, height })
  await page.emulateMedia({
    colorScheme: dark ? 'dark' : 'light',
    reducedMotion: moves ? 'no-preference' : 'reduce',
  })
  pages.push(page)
  // Taken over from the first: the browser hears of a first listener later than of the key pressed after it.
  page.on('filechooser', () => {})
  page.on('pageerror', (error) => complaints.push(`uncaught: ${error.message}`))
  page.on('console', (message) => {
    if (message.type() === 'error' && !expected?.test(message.text())) complaints.push(message.text())
  })
  return page
}

/** Where a failed journey stood, in few lines: it may not fail again where one could look. */
async function placeOf(page: Page): Promise<string> {
  const seen = await page
    .evaluate((waits) => {
      const start = (element: Element | null) => element?.outerHTML.slice(0, 140) ?? 'nothing'
      const waiting = [...document.querySelectorAll(waits)].map(start).join(' ').slice(0, 280)
      const text = document.body.innerText.replace(/\s+/g, ' ')
      const parts = [0, 280, 560].map((at) => text.slice(at, at + 280)).filter(Boolean)
      return [`focus: ${start(document.activeElement)}`, `waiting: ${waiting}`, ...parts].join('\n')
    }, underWay)
    .catch(String)
  return `It stood at ${page.url()}\n${seen}`
}

/** By address: what was loaded and compiled is there again for the next journey, which finds nothing else of the last. */
const warm = new Map<string, BrowserContext>()

async function newPage(address: string, options: PageOptions): Promise<Page> {
  const kept = warm.get(address)
  const isUsual = !options.touch && !options.zone
  const isFree = kept !== undefined && kept.pages().length === 1
  const context = isFree && isUsual ? kept : await newContext(address, options)
  if (!kept && isUsual) {
    warm.set(address, context)
    // A process ends with the last page in it.
    await (await context.newPage()).goto('/healthz')
  }
  const page = await context.newPage()
  if (warm.get(address) === context) {
    await forget(page, address)
    opened.push(page)
  } else opened.push(context)
  return page
}

async function forget(page: Page, address: string): Promise<void> {
  await page.context().clearCookies()
  const session = await page.context().newCDPSession(page)
  const storageTypes = 'local_storage,indexeddb,cache_storage,service_workers'
  await session.send('Storage.clearDataForOrigin', { origin: new URL(address).origin, storageTypes })
  await session.detach()
}

async function newContext(
  baseURL: string,
  { touch = false, zone = 'Asia/Shanghai' }: PageOptions,
): Promise<BrowserContext> {
  if (!browser) throw new Error('withBrowser() was not called')
  return browser.newContext({
    baseURL,
    hasTouch: touch,
    locale: 'zh-CN',
    timezoneId: zone,
    acceptDownloads: true,
    permissions: ['clipboard-read', 'clipboard-write'],
  })
}
