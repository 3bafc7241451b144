// A Chromium for journeys, and pages whose console must stay free of errors.
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright'
import { afterEach, beforeAll, expect, inject } from 'vitest'
import { findBrowser, testFlags } from '#setup/browser.mjs'
import { serveOwn } from './product.ts'

// All files of a process share the browser and the product.
let browser: Browser | undefined
/** The product that this process's journeys use. */
export let product: Awaited<ReturnType<typeof serveOwn>>
/**
 * Pages live only seconds here, so V8's background optimization comes too late. Compiled code is reused by the next
 * page of the same address, which runs in the same process.
 */
const flags = [...testFlags, '--js-flags=--no-turbofan --no-maglev --no-flush-bytecode', '--process-per-site']
/** Elements shown while something is loading. */
export const underWay = '.skeleton, .loading-overlay, [aria-busy="true"], .table-skeleton'
/** For `waitForFunction`: by default it looks in each frame, and so makes the page paint sixty frames a second. */
export const polling = 50
const opened: { close(): Promise<void> }[] = []
const pages: Page[] = []
const complaints: string[] = []

export interface PageOptions {
  width?: number
  height?: number
  dark?: boolean
  touch?: boolean
  /** The reader's time zone; default: the business's. */
  zone?: string
  /** Animates transitions, as for most users, but faster; by default they are off, which saves their frames. */
  moves?: boolean
  /** Text of console errors that the journey causes on purpose. */
  expected?: RegExp
}

/** Starts this process's product, if no file before has done so. */
export async function ensureProduct(): Promise<void> {
  product ??= await serveOwn(inject('installations'))
}

/** Call once in a journey's file. */
export function withBrowser(): void {
  beforeAll(async () => {
    if (browser) return
    await ensureProduct()
    // In a plain C locale Chromium names downloads with Chinese names «download».
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
  if (moves) await hasten(page)
  pages.push(page)
  // Registered early: the browser learns of a first listener only after the key that opens the file chooser.
  page.on('filechooser', () => {})
  page.on('pageerror', (error) => complaints.push(`uncaught: ${error.message}`))
  page.on('console', (message) => {
    if (message.type() === 'error' && !expected?.test(message.text())) complaints.push(message.text())
  })
  return page
}

/** Each transition takes place, with a few frames: what follows it is decided by the page's own timers. */
async function hasten(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Animation.enable')
  await session.send('Animation.setPlaybackRate', { playbackRate: 10 })
}

/** A short description of where a failed journey stood, because the failure may not be reproducible. */
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

/** Contexts by address: a later journey reuses loaded and compiled code, but no data of an earlier one. */
const warm = new Map<string, BrowserContext>()

async function newPage(address: string, options: PageOptions): Promise<Page> {
  const kept = warm.get(address)
  const isUsual = !options.touch && !options.zone
  const isFree = kept !== undefined && kept.pages().length === 1
  const context = isFree && isUsual ? kept : await newContext(address, options)
  if (!kept && isUsual) {
    warm.set(address, context)
    // Keeps the process alive, which would end with its last page.
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
