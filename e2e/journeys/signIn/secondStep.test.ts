// The second step at sign-in: a role asks for it, it is set up by keys, asked for, and ended by the pointer.
import { type TOTP, URI } from 'otpauth'
import type { Page } from 'playwright'
import { expect, it } from 'vitest'
import { openPage, product, withBrowser } from '#e2e/browser.ts'
import { Palette } from '#e2e/pages/palette.ts'
import { ask, demoPassword, signIn } from '#e2e/pages/session.ts'

withBrowser()

const roles = '/api/s1/data/AuthRole/list'
const saveRole = '/api/s1/data/AuthRole/addOrUpdate'

interface Role {
  id: number
  name: string
  authorityInfo: Record<string, string[]>
  revision: number
  users: { username: string }[]
}

/** As a manager does it on the page of roles. */
async function askOfRole(page: Page, username: string, secondStep: boolean): Promise<void> {
  const role = (await ask<Role[]>(page, roles)).find(({ users }) =>
    users.some((user) => user.username === username),
  )
  if (!role) throw new Error('the role is missing')
  const { id, name, authorityInfo, revision } = role
  await ask(page, saveRole, { id, name, authorityInfo, revision, secondStep })
}

async function typePassword(page: Page, account: string): Promise<void> {
  await page.goto('/login')
  await page.getByLabel('用户名').waitFor()
  await page.keyboard.type(`${account}@example.com`)
  await page.keyboard.press('Tab')
  await page.keyboard.type(demoPassword)
  await page.keyboard.press('Enter')
}

/** A code that was not used before: the next period's, which counts already. */
const codeOf = (secret: string, periods: number) => {
  const totp = URI.parse(`otpauth://totp/x?secret=${secret}`) as TOTP
  return totp.generate({ timestamp: Date.now() + periods * 30_000 })
}

it('is set up by keys where a role asks for it, asked for at the next sign-in, and ended by the pointer', async () => {
  const boss = await openPage(product.address)
  await signIn(boss, 'admin')
  await askOfRole(boss, 'viewer', true)

  const page = await openPage(product.address)
  await typePassword(page, 'viewer')
  await page.getByRole('heading', { name: '设置两步登录' }).waitFor()
  await page.getByRole('img', { name: '二维码' }).waitFor()
  const secret = ((await page.getByTitle('复制密钥').textContent()) ?? '').replaceAll(' ', '')
  await page.locator('#step-code:focus').waitFor()
  await page.keyboard.type('000000')
  await page.keyboard.press('Enter')
  await page.getByText('口令不对').waitFor()
  await page.keyboard.type(codeOf(secret, -1))
  await page.keyboard.press('Enter')
  const shown = page.getByRole('list', { name: '备用码' }).getByRole('listitem')
  await shown.first().waitFor()
  const codes = await shown.allTextContents()
  expect(codes).toHaveLength(10)
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: '用户 viewer' }).waitFor()

  await askOfRole(boss, 'viewer', false)
  await page.context().clearCookies()
  await typePassword(page, 'viewer')
  await page.getByRole('heading', { name: '两步登录', exact: true }).waitFor()
  await page.locator('#step-code:focus').waitFor()
  await page.keyboard.type(codeOf(secret, 0))
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: '用户 viewer' }).waitFor()

  await new Palette(page).run('两步登录', '两步登录')
  const dialog = page.getByRole('dialog', { name: '两步登录' })
  await dialog.getByText('还有 10 个备用码').waitFor()
  await dialog.getByLabel('你的密码').fill(demoPassword)
  await dialog.getByLabel('现在的口令，或一个备用码').fill(codes[0] ?? '')
  await dialog.getByRole('button', { name: '关闭两步登录' }).click()
  await page.getByText('两步登录已关闭').waitFor()
  await page.context().clearCookies()
  await typePassword(page, 'viewer')
  await page.getByRole('button', { name: '用户 viewer' }).waitFor()
})
