// Checks of the installation, the list of cached data, the tab's console and the cards that lead there: by keys and
// pointer, as a user without any permission and as a manager.
import { expect, it } from 'vitest'
import { openPage, product, withBrowser } from '../browser.ts'
import { ListPage } from '../pages/lists.ts'
import { signIn } from '../pages/session.ts'

withBrowser()

const checked = /\d+ 项正常.*用时/

it('without any key one checks, reads the console and clears one’s own caches', async () => {
  const page = await openPage(product.address)
  const list = new ListPage(page)
  await signIn(page, 'viewer', '/statement')
  // The private views that the list shows below are stored with the tree.
  await page.getByRole('treeitem').first().waitFor()
  expect(await page.getByRole('navigation').getByRole('link', { name: '其他', exact: true }).count()).toBe(0)
  await list.press('g', 'o', 'i')
  await page.getByText(checked).waitFor()
  expect(await page.locator('.installation-failed').allTextContents()).toEqual([])
  expect(await page.locator('[data-check="warehouse"]').textContent()).toContain('能查询')
  expect(await page.locator('.installation-details').count()).toBe(0)
  const notices = await page.getByRole('link', { name: '第三方软件声明' }).getAttribute('href')
  const told = await page.request.get(notices ?? '')
  expect(told.headers()['content-type']).toBe('text/plain; charset=utf-8')
  expect(await told.text()).toMatch(/^react \d/m)
  await page.getByRole('link', { name: '控制台' }).click()
  await list.shows('控制台')
  await page.evaluate(() => {
    console.warn('旅程', { step: 1, password: 'hidden' })
    console.info('旅程', new Error('旅程出错'))
  })
  await list.press('/')
  await page.keyboard.type('旅程')
  await list.counts(/^(2 \/|共 2 )/)
  await list.cell('旅程 Error: 旅程出错').waitFor()
  await list.cell('旅程 {step: 1, password: ***}').waitFor()
  await page.reload()
  await list.cell('旅程 {step: 1, password: ***}').waitFor()
  await page.getByRole('link', { name: '缓存管理' }).click()
  await list.shows('缓存管理')
  await list.press('/')
  await page.keyboard.type('privateViewList')
  await list.counts(/^1 \/ /)

  await page.goto('/others')
  const first = page.getByRole('link', { name: /安装检查/ })
  await first.waitFor()
  expect(await page.locator('.others-card').count()).toBeGreaterThanOrEqual(3)
})

it('a manager finds a tool by its initials, sees the details, and takes back what was cleared', async () => {
  const page = await openPage(product.address)
  const list = new ListPage(page)
  await signIn(page, 'admin', '/statement')
  // The private views in the browser's storage are stored with the tree.
  await page.getByRole('treeitem').first().waitFor()
  await list.press('g', 'o', 'o')
  await page.getByRole('heading', { name: '其他' }).waitFor()
  await list.press('/')
  await page.keyboard.type('azjc')
  await page.locator('.others-card').getByText('安装检查').waitFor()
  await expect.poll(() => page.locator('.others-card').count()).toBe(1)
  await list.press('Enter')
  await page.getByText(checked).waitFor()
  await page.locator('[data-check="disk"] dd').first().waitFor()
  await list.press('a')
  await expect.poll(() => new URL(page.url()).searchParams.get('problems')).toBe('1')
  await page.getByRole('link', { name: '缓存管理' }).click()
  await list.shows('缓存管理')
  await list.cell('全部汇总').waitFor()
  await list.press('/')
  await page.keyboard.type('privateViewList')
  await list.counts(/^1 \/ /)
  await list.entersOnlyRow()
  await list.press('x')
  await list.says('之后可以撤销')
  await list.press('Enter')
  await expect.poll(() => page.evaluate(() => localStorage.getItem('privateViewList'))).toBeNull()
  await list.press('Control+z')
  await expect.poll(() => page.evaluate(() => localStorage.getItem('privateViewList'))).not.toBeNull()
})
