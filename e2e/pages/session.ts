// Signs in by keys, or with the session of an earlier journey.
import type { Cookie, Page } from 'playwright'
import { pathOf } from '#shared/call.ts'
import { getUserAuthInfo } from '#features/session/contract.ts'

export const demoPassword = 'analytics-demo'

/** Signs in by keyboard only. */
export async function signInByKeys(page: Page, account: string, path = '/'): Promise<void> {
  await page.goto(path)
  await page.getByLabel('用户名').waitFor()
  await page.keyboard.type(`${account}@example.com`)
  await page.keyboard.press('Tab')
  await page.keyboard.type(demoPassword)
  await page.keyboard.press('Enter')
  await arrive(page, account)
}

interface Kept {
  cookies: Cookie[]
  /** The user name that the page stores. */
  username: string
}

/** Sessions by account: checking a password takes half a second of the server's CPU time. */
const kept = new Map<string, Kept>()

/** Reuses the session of an earlier journey in this process, if it is still valid. */
export async function signIn(page: Page, account: string, path = '/'): Promise<void> {
  const context = page.context()
  const before = kept.get(account)
  if (before) await context.addCookies(before.cookies)
  if (before && (await page.request.get(rightsOf(account))).status() === 200) {
    await page.addInitScript(remember, before.username)
    await page.goto(path)
    return arrive(page, account)
  }
  await context.clearCookies()
  await signInByKeys(page, account, path)
  const username = await page.evaluate(() => localStorage.getItem('username') ?? '')
  kept.set(account, { cookies: await context.cookies(), username })
}

/** Stores the user before the page's own scripts run, as the sign-in form does. */
function remember(username: string): void {
  if (window !== window.top || sessionStorage.getItem('journey')) return
  sessionStorage.setItem('journey', 'began')
  localStorage.setItem('username', username)
}

const rightsOf = (account: string): string => pathOf(getUserAuthInfo, { email: `${account}@example.com` })

const arrive = (page: Page, account: string): Promise<void> =>
  page.getByRole('button', { name: `用户 ${account}` }).waitFor()

/** Calls the server in the page's session, without using the page. */
export async function ask<Data>(page: Page, path: string, body?: unknown): Promise<Data> {
  const reply =
    body === undefined ? await page.request.get(path) : await page.request.post(path, { data: body })
  const { isSuccess, msg, data } = (await reply.json()) as { isSuccess: boolean; msg: string; data: Data }
  if (!isSuccess) throw new Error(`${path}: ${msg}`)
  return data
}
