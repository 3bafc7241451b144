// A Chromium for a journey, and a page whose console must stay free of errors.
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright'
import { afterEach, beforeAll, expect, inject } from 'vitest'
import { browserFlags, findBrowser } from '../src/setup/browser.mjs'
import { serveOwn } from './product.ts'

// The files of a process share both.
let browser: Browser | undefined
/** What the journeys of this process work with. */
export let product: Awaited<ReturnType<typeof serveOwn>>
const opened: BrowserContext[] = []
const complaints: string[] = []

export interface PageOptions {
  width?: number
  height?: number
  dark?: boolean
  touch?: boolean
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
    browser = await chromium.launch({ executablePath: await findBrowser(), args: browserFlags, env })
  })
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((context) => context.close()))
    expect(complaints.splice(0)).toEqual([])
  })
}

export async function openPage(address: string, options: PageOptions = {}): Promise<Page> {
  const { width = 1440, height = 900, dark = false, touch = false, expected } = options
  if (!browser) throw new Error('withBrowser() was not called')
  const context = await browser.newContext({
    baseURL: address,
    viewport: { width, height },
    colorScheme: dark ? 'dark' : 'light',
    hasTouch: touch,
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    acceptDownloads: true,
    permissions: ['clipboard-read', 'clipboard-write'],
  })
  opened.push(context)
  const page = await context.newPage()
  page.on('pageerror', (error) => complaints.push(`uncaught: ${error.message}`))
  page.on('console', (message) => {
    if (message.type() === 'error' && !expected?.test(message.text())) complaints.push(message.text())
  })
  return page
}
