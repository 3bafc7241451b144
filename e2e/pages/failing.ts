// Opens a page with all of its calls failed, each by a status of its own, and lets them pass one after the other as the
// page tells of them: what the page does not tell stands out, and what offers to ask again is asked again.
import type { Page, Request, Route } from 'playwright'
import { expect } from 'vitest'
import type { Call } from '#shared/call.ts'
import { underWay } from '../browser.ts'

export type Asked = Pick<Call, 'method' | 'path' | 'name'>

const patternOf = (path: string): RegExp =>
  new RegExp(`^${path.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replace(/\{\w+\}/g, '[^/]*')}$`)

/** The contract that a request belongs to; one without parameters before a pattern that would take its path too. */
function callOf(calls: readonly Asked[], request: Request): Asked | undefined {
  const { pathname } = new URL(request.url())
  return calls
    .filter(({ method, path }) => method === request.method() && patternOf(path).test(pathname))
    .toSorted((one, other) => one.path.split('{').length - other.path.split('{').length)[0]
}

/** What a failed call came to. */
export interface Fate {
  /** What the page says where its answer would stand; empty where it says nothing. */
  told: string
  /** Whether the place offered to ask again; null where nothing was told. */
  again: boolean | null
}

/** The first of them: they pass as a server's that may be well again. */
const firstStatus = 520
const literalOf = (status: number): string => `ERROR ${status}`

/** How long a page may take to tell of what failed. */
const patienceMs = 15_000

export class FailingPage {
  readonly page: Page
  readonly calls: readonly Asked[]
  /** Calls that have been told, and pass from then on. */
  readonly #passing = new Set<Asked>()
  readonly #failed = new Map<Asked, number>()
  readonly #open = new Set<Request>()

  constructor(page: Page, calls: readonly Asked[]) {
    this.page = page
    this.calls = calls
  }

  /** What became of the calls that the page makes as it opens; `passing` are let through from the first. */
  async open(address: string, passing: ReadonlySet<string>): Promise<Map<string, Fate>> {
    for (const call of this.calls) if (passing.has(call.name)) this.#passing.add(call)
    const { page } = this
    // What the page before still asks for is none of this one's: it is left first.
    await page.goto('/theme.js')
    // Scripts too: the parts of a page come one after the other, and ask as they come.
    const begin = (request: Request) => void this.#open.add(request)
    const end = (request: Request) => void this.#open.delete(request)
    const fail = (route: Route) => this.#answer(route)
    await page.route('**/api/**', fail)
    page.on('request', begin).on('requestfinished', end).on('requestfailed', end)
    try {
      await page.goto(address)
      return await this.#fates()
    } finally {
      page.off('request', begin).off('requestfinished', end).off('requestfailed', end)
      await page.unroute('**/api/**', fail)
    }
  }

  #callOf = (request: Request) => callOf(this.calls, request)

  async #answer(route: Route): Promise<void> {
    const call = this.#callOf(route.request())
    if (!call || this.#passing.has(call)) return route.fallback()
    const status = this.#failed.get(call) ?? firstStatus + this.#failed.size
    this.#failed.set(call, status)
    const body = JSON.stringify({
      isSuccess: false,
      data: null,
      msg: '服务异常，请稍后再试',
      code: 'internal',
    })
    await route.fulfill({ status, contentType: 'application/json', body })
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

  /** Those of which the page tells; asked for long before none is believed. */
  async #told(waiting: readonly (readonly [Asked, number])[]): Promise<(readonly [Asked, number, Fate])[]> {
    const literals = waiting.map(([, status]) => literalOf(status))
    const isTold = (literals: string[]) =>
      literals.some((literal) => document.body.innerHTML.includes(literal))
    await this.page.waitForFunction(isTold, literals, { timeout: patienceMs }).catch(() => undefined)
    const fates = waiting.map(async ([call, status]) => [call, status, await this.#read(status)] as const)
    return (await Promise.all(fates)).filter(([, , fate]) => fate.told !== '')
  }

  /** Nothing under way, and nothing that an answer would lead to. */
  async #rest(): Promise<void> {
    for (let rested = 0; rested < 3; ) {
      await this.page.waitForFunction((waits) => document.querySelector(waits) === null, underWay)
      await this.page.evaluate(() => new Promise((done) => requestIdleCallback(done, { timeout: 1_000 })))
      rested = this.#open.size === 0 ? rested + 1 : 0
    }
  }

  /** Messages come and go: they are no place. */
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

  /** By the pointer, as long as the place is there: one retry may have asked for several. */
  async #retry(status: number): Promise<void> {
    const place = this.page.locator('[role="alert"]', { hasText: `ERROR ${status}` })
    const button = place.getByRole('button', { name: /重试/ }).first()
    // Until the place is gone: a press goes astray where the page still moves under the pointer.
    await expect
      .poll(async () => {
        if (await button.isVisible()) await button.click({ timeout: 5_000 }).catch(() => undefined)
        return await button.isVisible()
      })
      .toBe(false)
  }
}
