// Opens a page while all its calls fail, each with a status of its own, and lets a call pass once the page shows its
// failure. Failures that are not shown become visible, and every offered retry is pressed.
import type { CDPSession, Page, Request } from 'playwright'
import { expect } from 'vitest'
import type { Call } from '#shared/call.ts'
import { polling, underWay } from '../browser.ts'

/** A request that waits for an answer, of which only this is read. */
interface Paused {
  requestId: string
  request: { method: string; url: string }
}

export type Asked = Pick<Call, 'method' | 'path' | 'name'>

const patternOf = (path: string): RegExp =>
  new RegExp(`^${path.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replace(/\{\w+\}/g, '[^/]*')}$`)

/**
 * The contract of a request; contracts without path parameters take precedence over patterns that match the same
 * path.
 */
function callOf(calls: readonly Asked[], requested: string, url: string): Asked | undefined {
  const { pathname } = new URL(url)
  return calls
    .filter(({ method, path }) => method === requested && patternOf(path).test(pathname))
    .toSorted((one, other) => one.path.split('{').length - other.path.split('{').length)[0]
}

/** The outcome of a failed call. */
export interface Fate {
  /** The page's text in place of the answer; empty where there is none. */
  told: string
  /** Whether the place offered a retry; null where nothing was shown. */
  again: boolean | null
}

/** The first status; each call has its own, in the range of server errors that may be temporary. */
const firstStatus = 520
const literalOf = (status: number): string => `ERROR ${status}`

/** Time limit for showing failures. */
const patienceMs = 15_000

export class FailingPage {
  readonly page: Page
  readonly calls: readonly Asked[]
  /** Calls whose failure was shown; they pass from then on. */
  readonly #passing = new Set<Asked>()
  readonly #failed = new Map<Asked, number>()
  readonly #open = new Set<Request>()
  #letsPass = false

  constructor(page: Page, calls: readonly Asked[]) {
    this.page = page
    this.calls = calls
  }

  /** The outcomes of the calls that the page makes while opening; `passing` are never failed. */
  async open(address: string, passing: ReadonlySet<string>): Promise<Map<string, Fate>> {
    // Leaves the former page first, so that its requests are not counted.
    await this.page.goto('/theme.js')
    return this.#while(
      () => this.page.goto(address),
      passing,
      () => this.#fates(),
    )
  }

  /** Begins to watch the page's requests, which `toldOf` and `letPass` need. */
  watch(): void {
    this.page
      .on('request', (request) => {
        this.#open.add(request)
        const call = callOf(this.calls, request.method(), request.url())
        if (call && this.#letsPass) this.#passing.add(call)
      })
      .on('requestfinished', (request) => void this.#open.delete(request))
      .on('requestfailed', (request) => void this.#open.delete(request))
  }

  /** Calls until the next `toldOf` belong to another part, which may still make some of them later. */
  letPass(): void {
    this.#letsPass = true
  }

  /**
   * The texts by which the watched page tells of the calls that an action makes, each empty where nothing is told;
   * `passing` are never failed. Presses no retry.
   */
  async toldOf(action: () => Promise<unknown>, passing: ReadonlySet<string>): Promise<Map<string, string>> {
    await this.#rest()
    this.#letsPass = false
    this.#failed.clear()
    return this.#while(action, passing, async () => {
      await this.#rest()
      const fates = new Map([...this.#failed].map(([{ name }]) => [name, '']))
      for (const one of this.#failed)
        for (const [{ name }, , { told }] of await this.#told([one])) fates.set(name, told)
      return fates
    })
  }

  async #while<T>(
    action: () => Promise<unknown>,
    passing: ReadonlySet<string>,
    read: () => Promise<T>,
  ): Promise<T> {
    for (const call of this.calls) if (passing.has(call.name)) this.#passing.add(call)
    const { page } = this
    // Includes scripts, because parts of a page load one after another and send requests then.
    const begin = (request: Request) => void this.#open.add(request)
    const end = (request: Request) => void this.#open.delete(request)
    // page.route() would turn off the cache and stop every script, so that each page is loaded and compiled anew.
    const session = await page.context().newCDPSession(page)
    session.on('Fetch.requestPaused', (paused) => void this.#answer(session, paused))
    await session.send('Fetch.enable', { patterns: [{ urlPattern: '*/api/*' }] })
    page.on('request', begin).on('requestfinished', end).on('requestfailed', end)
    try {
      await action()
      return await read()
    } finally {
      page.off('request', begin).off('requestfinished', end).off('requestfailed', end)
      await session.detach()
    }
  }

  async #answer(session: CDPSession, { requestId, request }: Paused): Promise<void> {
    const call = callOf(this.calls, request.method, request.url)
    // A request that the page gives up, or that outlives the watch, takes no answer any more.
    const givenUp = (error: Error) => {
      if (!/Invalid InterceptionId|closed|detached/.test(error.message)) throw error
    }
    if (!call || this.#passing.has(call)) {
      await session.send('Fetch.continueRequest', { requestId }).catch(givenUp)
      return
    }
    const status = this.#failed.get(call) ?? firstStatus + this.#failed.size
    this.#failed.set(call, status)
    const body = JSON.stringify({
      isSuccess: false,
      data: null,
      msg: '服务异常，请稍后再试',
      code: 'internal',
    })
    const answer = {
      requestId,
      responseCode: status,
      // Required for codes that have no standard phrase.
      responsePhrase: 'Failed',
      responseHeaders: [{ name: 'content-type', value: 'application/json' }],
      body: Buffer.from(body).toString('base64'),
    }
    await session.send('Fetch.fulfillRequest', answer).catch(givenUp)
  }

  async #fates(): Promise<Map<string, Fate>> {
    const fates = new Map<string, Fate>()
    await this.#rest()
    for (;;) {
      const waiting = [...this.#failed].filter(([call]) => !this.#passing.has(call))
      if (waiting.length === 0) return fates
      const told = await this.#told(waiting)
      if (told.length === 0) {
        for (const [{ name }] of waiting) fates.set(name, { told: '', again: null })
        return fates
      }
      for (const [call, , fate] of told) {
        fates.set(call.name, fate)
        this.#passing.add(call)
      }
      for (const [, status] of told) await this.#retry(status)
      await this.#rest()
    }
  }

  /** Calls whose failure the page shows; polls for long before concluding that none is shown. */
  async #told(waiting: readonly (readonly [Asked, number])[]): Promise<(readonly [Asked, number, Fate])[]> {
    const literals = waiting.map(([, status]) => literalOf(status))
    const isTold = (literals: string[]) =>
      literals.some((literal) => document.body.innerHTML.includes(literal))
    await this.page.waitForFunction(isTold, literals, { timeout: patienceMs, polling }).catch(() => undefined)
    const fates = waiting.map(async ([call, status]) => [call, status, await this.#read(status)] as const)
    return (await Promise.all(fates)).filter(([, , fate]) => fate.told !== '')
  }

  /** Waits until no request is running, and none would follow from an answer. */
  async #rest(): Promise<void> {
    for (let rested = 0; rested < 3; ) {
      await this.page.waitForFunction((waits) => document.querySelector(waits) === null, underWay, {
        polling,
      })
      await this.page.evaluate(() => new Promise((done) => requestIdleCallback(done, { timeout: 1_000 })))
      rested = this.#open.size === 0 ? rested + 1 : 0
    }
  }

  /** Reads the place of the failure; toasts do not count, because they disappear. */
  #read(status: number): Promise<Fate> {
    return this.page.evaluate((literal) => {
      const isSeen = (element: Element) => element.checkVisibility() && !element.closest('.message-host')
      const line = [...document.querySelectorAll<HTMLElement>('.state-literal')].find(
        (element) => isSeen(element) && element.innerText.endsWith(literal),
      )
      const place = line?.closest<HTMLElement>('[role="alert"]')
      const named = [...document.querySelectorAll(`[aria-label$="${literal}"]`)].find(isSeen)
      const told = (place?.innerText ?? named?.getAttribute('aria-label') ?? '').replace(/\s+/g, ' ')
      return { told, again: told === '' ? null : /重试/.test(told) }
    }, literalOf(status))
  }

  /**
   * Presses the retry with the pointer while the place exists: one retry may repeat several calls. Rests after each
   * press, because the next one would give up an answer that takes long.
   */
  async #retry(status: number): Promise<void> {
    const place = this.page.locator('[role="alert"]', { hasText: `ERROR ${status}` })
    const button = place.getByRole('button', { name: /重试/ }).first()
    // Repeated until the place is gone, because a press misses while the layout moves.
    await expect
      .poll(async () => {
        if (await button.isVisible()) await button.click({ timeout: 5_000 }).catch(() => undefined)
        await this.#rest()
        return await button.isVisible()
      })
      .toBe(false)
  }
}
