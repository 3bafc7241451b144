// Help from every page: by F1, the ⋯ menu, the sheet of keys and the palette, and back.
import type { Page } from 'playwright'
import { expect, it } from 'vitest'
import { openPage, product, withBrowser } from '../browser.ts'
import { Palette } from '../pages/palette.ts'
import { signIn } from '../pages/session.ts'

withBrowser()

/** The chapter has the focus, so that it has keys: a heading of the same name may stand on the page one comes from. */
const atChapter = (page: Page, title: string) =>
  page.getByRole('article', { name: title, exact: true }).and(page.locator(':focus')).waitFor()
const path = (page: Page) => new URL(page.url()).pathname

/** Whether the view has scrolled to the part. */
const showsPart = (page: Page, title: string) =>
  expect
    .poll(() =>
      page
        .getByRole('heading', { level: 2, name: title, exact: true })
        .last()
        .evaluate((heading) => {
          const { top } = heading.getBoundingClientRect()
          return top >= 0 && top < innerHeight
        }),
    )
    .toBe(true)

it('opens each page’s chapter by F1, which the browser does not see, and goes back by Esc', async () => {
  const page = await openPage(product.address)
  await signIn(page, 'admin', '/alarm/list')
  await page.getByRole('heading', { level: 1, name: '告警管理' }).waitFor()
  await page.evaluate(() => {
    window.addEventListener(
      'keydown',
      (event) =>
        event.key === 'F1' &&
        setTimeout(() => document.body.setAttribute('data-f1', String(event.defaultPrevented))),
      true,
    )
  })
  await page.keyboard.press('F1')
  await atChapter(page, '告警')
  expect(await page.locator('body').getAttribute('data-f1')).toBe('true')
  await page.keyboard.press(']')
  await atChapter(page, '通知渠道与收件箱')
  await page.keyboard.press('/')
  await page.keyboard.type('x-signature')
  await page.getByRole('navigation', { name: '找到的' }).getByText('任意地址收到什么').waitFor()
  await page.keyboard.press('Enter')
  await showsPart(page, '任意地址收到什么')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await expect.poll(() => path(page)).toBe('/alarm/list')

  await page.goto('/code/query')
  await page.locator('.monaco-editor').first().click()
  await page.keyboard.type('select 1')
  await page.keyboard.press('F1')
  await atChapter(page, '写 SQL')
  await page.keyboard.press('Escape')
  await page.locator('.monaco-editor').getByText('select 1').first().waitFor()
})

it('opens beside a dialog, whose text stays', async () => {
  const page = await openPage(product.address)
  await signIn(page, 'admin', '/others/blackList')
  await page.getByRole('button', { name: '新建' }).first().waitFor()
  await page.keyboard.press('c')
  const dialog = page.getByRole('dialog')
  await dialog.waitFor()
  const opened = page.context().waitForEvent('page')
  await page.keyboard.press('F1')
  const help = await opened
  await atChapter(help, '名单、事件与广告账户')
  await help.close()
  expect(await dialog.isVisible()).toBe(true)
})

it('is the last of ⋯, on the sheet of keys, and in the palette', async () => {
  const page = await openPage(product.address)
  await signIn(page, 'admin', '/config/segment')
  await page.getByRole('button', { name: '更多' }).click()
  await page.getByRole('menuitem', { name: '帮助' }).click()
  await atChapter(page, '人群')
  await page.keyboard.press('Escape')
  await expect.poll(() => path(page)).toBe('/config/segment')

  await page.keyboard.press('?')
  await page.getByRole('button', { name: '本页帮助' }).click()
  await atChapter(page, '人群')

  const palette = new Palette(page)
  await palette.run('yijuese', '以角色查看')
  await atChapter(page, '角色权限')
  await showsPart(page, '以角色查看')
  await palette.run('帮助 对账', '游戏流水', '使用指南')
  await atChapter(page, '游戏流水')
})

it('is read on a narrow window, with its contents behind a button', async () => {
  const page = await openPage(product.address, { width: 390, height: 844, dark: true })
  await signIn(page, 'viewer', '/guide?chapter=report&part=explain')
  await atChapter(page, '看一张报表')
  await showsPart(page, '看懂一个数字')
  await page.getByRole('button', { name: '目录' }).click()
  await page.getByRole('link', { name: '对比与计算' }).click()
  await atChapter(page, '对比与计算')
  await page.getByRole('searchbox', { name: '在指南里查找' }).click()
  await page.keyboard.type('x-signature')
  await page.getByRole('link', { name: '任意地址收到什么' }).click()
  await showsPart(page, '任意地址收到什么')
  const wider = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  expect(wider).toBeLessThanOrEqual(0)
})
