// Signing in with a company account: by the directory behind the form, and at a provider and out again.
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { openPage, withBrowser } from '#e2e/browser.ts'
import { Palette } from '#e2e/pages/palette.ts'
import { copyDemo, freePort, type Product, serve } from '#e2e/product.ts'
import { client, type OpenIdServer, startOpenId } from '#tests/factories/signIn/openId.ts'
import {
  type Directory,
  groupDn,
  hasSlapd,
  passwordOf,
  reader,
  startDirectory,
  suffix,
} from '#tests/factories/signIn/slapd.ts'

withBrowser()

let dataDir: string
let product: Product
let directory: Directory | undefined
let provider: OpenIdServer
/** One browser has one name for the product: the provider knows it as this. */
let home: string

const roles = (group: string) => [{ group, role: '运营只读', games: '*' }]

beforeAll(async () => {
  const port = await freePort()
  home = `http://127.0.0.1:${port}`
  provider = await startOpenId([`${home}/login/back/sso`], `${home}/login`)
  provider.accounts.set('mei', { email: 'mei@corp.example.com', name: '梅', groups: ['/data'] })
  provider.accounts.set('guest', { email: 'guest@corp.example.com', name: '客', groups: ['/other'] })
  directory = hasSlapd ? await startDirectory() : undefined
  await directory?.addPerson('li')
  await directory?.addGroup('data', ['li'])
  dataDir = await copyDemo(inject('installations'))
  const ldap = directory && {
    url: `ldap://localhost:${directory.port}`,
    caFile: directory.caFile,
    bindDn: reader.dn,
    secretEnv: 'LDAP_READER',
    base: `ou=people,${suffix}`,
    groups: roles(groupDn('data')),
  }
  const sso = {
    kind: 'oidc',
    title: '统一登录',
    issuer: provider.issuer,
    clientId: client.id,
    secretEnv: 'SSO_SECRET',
    scopes: ['openid', 'email', 'profile', 'groups'],
    allowed: ['127.0.0.1', '::1'],
    groups: roles('/data'),
  }
  const settings = { publicUrl: home, signIn: { ...(ldap && { ldap }), providers: { sso } } }
  await writeFile(join(dataDir, 'settings.json'), JSON.stringify(settings))
  product = await serve(dataDir, { LDAP_READER: reader.password, SSO_SECRET: client.secret }, port)
})
afterAll(async () => {
  await product?.stop()
  await directory?.stop()
  await provider?.stop()
  if (dataDir) await rm(dataDir, { recursive: true, force: true })
})

const isIn = (page: Page, name: string) => page.getByRole('button', { name: `用户 ${name}` }).waitFor()

describe.skipIf(!hasSlapd)('the company’s directory', () => {
  it('signs in by keys behind the same form, says why not, and lets local accounts in', async () => {
    const page = await openPage(product.address, { expected: /503/ })
    const type = async (user: string, password: string) => {
      await page.getByLabel('密码').fill('')
      await page.getByLabel('用户名').fill('')
      await page.keyboard.type(user)
      await page.keyboard.press('Tab')
      await page.keyboard.type(password)
      await page.keyboard.press('Enter')
    }
    await page.goto('/statement')
    await page.getByText('用公司目录的用户名和密码，或本地账号登录').waitFor()
    await type('li', 'wrong')
    await page.getByText('用户名或密码错误').waitFor()
    await type('li', passwordOf('li'))
    await isIn(page, '人 li')
    expect(new URL(page.url()).pathname).toBe('/statement')
    // The password is not here.
    await new Palette(page).run('修改密码', '修改密码')
    const dialog = page.getByRole('dialog', { name: '修改密码' })
    await dialog.getByLabel('现在的密码').fill(passwordOf('li'))
    await dialog.getByLabel('新密码').fill('another password')
    await dialog.getByLabel('再输一次').fill('another password')
    await page.keyboard.press('Enter')
    await dialog.getByText('你的密码在公司目录里，请在那里修改').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: '放弃修改' }).click()
    await dialog.waitFor({ state: 'hidden' })
    await new Palette(page).run('退出登录', '退出登录')
    await page.getByLabel('用户名').waitFor()
    directory?.pause()
    await type('li', passwordOf('li'))
    await page.getByText('公司目录 10 秒内没有响应').waitFor()
    await type('viewer', 'analytics-demo')
    await isIn(page, 'viewer')
    directory?.go()
  })
})

describe('a provider', () => {
  it('signs in by keys, comes back to the page that was asked for, and signs out there, too', async () => {
    const page = await openPage(product.address)
    await page.goto('/guide')
    await page.getByLabel('用户名').waitFor()
    const button = page.getByRole('button', { name: '统一登录' })
    for (let presses = 0; presses < 12; presses += 1) {
      if (await button.evaluate((element) => element === document.activeElement)) break
      await page.keyboard.press('Tab')
    }
    await page.keyboard.press('Enter')
    await page.waitForURL(`${provider.issuer}/**`)
    await page.locator('input[name="account"]:focus').waitFor()
    await page.keyboard.type('mei')
    await page.keyboard.press('Enter')
    await isIn(page, '梅')
    expect(new URL(page.url()).pathname).toBe('/guide')
    await new Palette(page).run('退出登录', '退出登录')
    await page.waitForURL(`${provider.issuer}/**`)
    await page.locator('button[autofocus]').click()
    await page.waitForURL(`${home}/login**`)
    await page.getByLabel('用户名').waitFor()
  })

  it('tells by the pointer why a person may not come in, and leads back', async () => {
    const page = await openPage(product.address, { width: 390, height: 780, dark: true })
    await page.goto('/login')
    await page.getByRole('button', { name: '统一登录' }).click()
    await page.waitForURL(`${provider.issuer}/**`)
    await page.locator('input[name="account"]').fill('guest')
    await page.locator('button').click()
    await page
      .getByText('你在统一登录里的组没有对应本系统的角色，请联系管理员（统一登录给出的组：/other）')
      .waitFor()
    // Neither code nor state stays in the address.
    expect(new URL(page.url()).search).toBe('')
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
    if (process.env.PICTURES) await page.screenshot({ path: `${process.env.PICTURES}/back-dark.png` })
    await page.getByRole('link', { name: '返回登录' }).click()
    await page.getByLabel('用户名').waitFor()
    if (!process.env.PICTURES) return
    await page.screenshot({ path: `${process.env.PICTURES}/login-390-dark.png` })
    for (const dark of [false, true]) {
      const wide = await openPage(product.address, { dark })
      await wide.goto('/login')
      await wide.getByLabel('用户名').waitFor()
      await wide.screenshot({ path: `${process.env.PICTURES}/login-${dark ? 'dark' : 'light'}.png` })
    }
  })
})
