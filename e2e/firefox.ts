// A Firefox for the main journeys, over WebDriver BiDi: pages whose console must stay free of errors, keys, what is
// seen, and downloaded files.
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import puppeteer, { type Browser, type KeyInput, type Page } from 'puppeteer-core'
import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import { findFirefox } from '#setup/firefox.mjs'
import { ensureProduct, product } from './browser.ts'

let browser: Browser
let downloads = ''
const opened: Page[] = []
const complaints: string[] = []

/** Whether these journeys can run. */
export const hasFirefox = findFirefox() !== undefined

/** Call once in a journey's file. */
export function withFirefox(): void {
  beforeAll(async () => {
    if (!hasFirefox) return
    await ensureProduct()
    downloads = await mkdtemp(join(tmpdir(), 'analytics-firefox-'))
    browser = await puppeteer.launch({
      browser: 'firefox',
      executablePath: findFirefox() as string,
      defaultViewport: { width: 1440, height: 900 },
      timeout: 120_000,
      env: { ...process.env, TZ: 'Asia/Shanghai', LANG: 'C.UTF-8', LC_ALL: 'C.UTF-8' },
      extraPrefsFirefox: {
        'intl.accept_languages': 'zh-CN,zh',
        // As in Chromium's journeys: transitions only cost frames.
        'ui.prefersReducedMotion': 1,
        // The journey reads the clipboard back, for which Firefox would ask.
        'dom.events.testing.asyncClipboard': true,
        'browser.download.folderList': 2,
        'browser.download.dir': downloads,
        // The panel of downloads would take the focus from the page.
        'browser.download.alwaysOpenPanel': false,
      },
    })
  })
  afterEach(async ({ task }) => {
    const places = task.result?.state === 'fail' ? await Promise.all(opened.map(placeOf)) : []
    await Promise.all(opened.splice(0).map((page) => page.close()))
    expect.soft(complaints.splice(0)).toEqual([])
    if (places.length > 0) throw new Error(places.join('\n'))
  })
  afterAll(async () => {
    await browser?.close()
    if (downloads) await rm(downloads, { recursive: true, force: true })
  })
}

/** A short description of where a failed journey stood. */
async function placeOf(page: Page): Promise<string> {
  const seen = await page.evaluate(() => document.body.innerText.replace(/\s+/g, ' ').slice(0, 800))
  return `It stood at ${page.url()}\n${seen}`
}

/** A page with a session of its own. */
export async function openFirefox(path: string): Promise<FirefoxPage> {
  const context = await browser.createBrowserContext()
  const page = await context.newPage()
  opened.push(page)
  page.setDefaultTimeout(60_000)
  page.on('pageerror', (error) => complaints.push(`uncaught: ${String(error)}`))
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text())
  })
  await page.goto(`${product.address}${path}`)
  return new FirefoxPage(page)
}

export class FirefoxPage {
  readonly page: Page

  constructor(page: Page) {
    this.page = page
  }

  /** Presses keys one after another; `Control+k` is one. */
  async press(...keys: string[]): Promise<void> {
    const { keyboard } = this.page
    for (const key of keys) {
      const parts = key.split('+') as KeyInput[]
      const held = parts.slice(0, -1)
      for (const one of held) await keyboard.down(one)
      await keyboard.press(parts.at(-1) as KeyInput)
      for (const one of held.toReversed()) await keyboard.up(one)
    }
  }

  async type(text: string, delay = 0): Promise<void> {
    await this.page.keyboard.type(text, { delay })
  }

  /** Waits for an element that is seen. */
  async shows(selector: string): Promise<void> {
    await this.page.waitForSelector(selector, { visible: true })
  }

  /** Waits until no element is there. */
  async lacks(selector: string): Promise<void> {
    await this.page.waitForFunction((of) => !document.querySelector(of), {}, selector)
  }

  /** The text of the first element as it is drawn; empty where there is none. */
  async text(selector: string): Promise<string> {
    return await this.page.evaluate((of) => {
      const found = document.querySelector<HTMLElement>(of)
      return found?.innerText.trim() ?? ''
    }, selector)
  }

  async texts(selector: string): Promise<string[]> {
    return await this.page.evaluate(
      (of) => [...document.querySelectorAll<HTMLElement>(of)].map((found) => found.innerText.trim()),
      selector,
    )
  }

  /** Waits for an element's text. */
  async reads(selector: string, wanted: string | RegExp): Promise<void> {
    await expect.poll(() => this.text(selector)).toMatch(wanted)
  }

  get address(): URL {
    return new URL(this.page.url())
  }

  /** What the clipboard holds. */
  async clipboard(): Promise<string> {
    return await this.page.evaluate(() => navigator.clipboard.readText())
  }

  /** Does what downloads a file, and resolves to its name and place when the file is whole. */
  async download(act: () => Promise<void>): Promise<{ name: string; path: string }> {
    const before = await readdir(downloads)
    await act()
    const added = async () => (await readdir(downloads)).filter((name) => !before.includes(name))
    // Until the end there is a second file beside it, or one of another name.
    const whole = async () => {
      const names = await added()
      return names.length === 1 && !names[0]?.endsWith('.part') ? names[0] : undefined
    }
    await expect.poll(whole).toBeDefined()
    const name = (await whole()) as string
    return { name, path: join(downloads, name) }
  }
}
