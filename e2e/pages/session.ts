// Signing in, as people do: by keyboard alone.
import type { Page } from 'playwright'

export const demoPassword = 'analytics-demo'

export async function signIn(page: Page, account: string, path = '/'): Promise<void> {
  await page.goto(path)
  await page.getByLabel('用户名').waitFor()
  await page.keyboard.type(`${account}@example.com`)
  await page.keyboard.press('Tab')
  await page.keyboard.type(demoPassword)
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: `用户 ${account}` }).waitFor()
}

/** What a call answers in the page's own session, without the page's help. */
export async function ask<Data>(page: Page, path: string, body?: unknown): Promise<Data> {
  const reply =
    body === undefined ? await page.request.get(path) : await page.request.post(path, { data: body })
  const { isSuccess, msg, data } = (await reply.json()) as { isSuccess: boolean; msg: string; data: Data }
  if (!isSuccess) throw new Error(`${path}: ${msg}`)
  return data
}
