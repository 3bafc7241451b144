// Players' tags by keys only, from the palette to a change and its undo, with every refusal; and one-time codes:
// copied by key, added with a seed, deleted and restored with the mouse.
import { TOTP } from 'otpauth'
import { expect, it } from 'vitest'
import { openPage, product, withBrowser } from '../browser.ts'
import { ListPage } from '../pages/lists.ts'
import { Palette } from '../pages/palette.ts'
import { signIn } from '../pages/session.ts'

withBrowser()

it('by keys alone a player is looked up, a tag set and taken back, and what is tampered with refused', async () => {
  const page = await openPage(product.address, { width: 1280, dark: true, expected: /status of 400/ })
  const list = new ListPage(page)
  await signIn(page, 'admin', '/others')
  await list.press('g', 'o', 'p')
  await list.shows('用户标签')
  await page.getByLabel('玩家编号').waitFor()
  await list.tabTo('玩家编号')
  await list.press('Shift+Tab', 'End', 'Tab')
  await page.keyboard.type('10000001')
  await list.press('Enter')
  await list.says('云海仙途 10000001')
  // Another journey may have renamed the channel.
  await list.says('（oppo）')
  expect(new URL(page.url()).searchParams.get('id')).toBe('10000001')
  const signed = page.getByRole('complementary', { name: '签名的请求' })
  await signed.getByText('/api/s4/data/tag/getUserInfo/all/yhxt/10000001', { exact: true }).waitFor()
  await list.press('n')
  await page.getByRole('form', { name: '新增标签' }).waitFor()
  await page.keyboard.type('旅程')
  await list.press('Tab', 'Tab')
  await page.keyboard.type('按键写成')
  await list.press('Enter')
  await list.says('已新增标签 旅程')
  await page.getByRole('button', { name: '修改 旅程：按键写成' }).waitFor()
  await list.press('h')
  await page.getByRole('region', { name: '变更记录' }).getByText('按键写成').waitFor()
  await list.press('Control+z')
  await page.getByRole('button', { name: /^修改 旅程/ }).waitFor({ state: 'detached' })
  await list.press('t')
  await signed.getByText('11 个里有 11 个被拒绝').waitFor()
  await signed.getByText(/signature_used：这个签名已经用过/).waitFor()
  await list.press('c')
  await list.says('已复制玩家 10000001 的标签')
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  expect(JSON.parse(copied)).toMatchObject({ cgi: 'yhxt', id: '10000001' })
  const palette = new Palette(page)
  await palette.run('10000001', '10000001（云海仙途）')
  await list.says('云海仙途 10000001')
})

it('one-time codes are copied by a key, set up with a seed, deleted and brought back', async () => {
  const page = await openPage(product.address)
  const list = new ListPage(page)
  const seed = 'KRUGS4ZANFZSAYJAONSWKZBAMZXXEIDB'
  await signIn(page, 'admin', '/others')
  await list.press('g', 'o', 'm')
  await list.shows('动态口令')
  await page.getByRole('button', { name: /^复制 datashareuser 的口令 \d{3} \d{3}$/ }).waitFor()
  await list.press('c')
  await list.says(/已复制 datashareuser 的口令，还有 \d+ 秒有效/)
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/^\d{6}$/)
  await list.press('n')
  await list.fillByKeys('新建动态口令账号', {
    名称: '旅程账号',
    密钥: `otpauth://totp/Journey:me?secret=${seed}`,
    现在的口令: new TOTP({ secret: seed }).generate(),
  })
  const code = page.getByRole('button', { name: /^复制 旅程账号 的口令/ })
  await code.click()
  await list.says(/已复制 旅程账号 的口令/)
  await page.getByRole('button', { name: '删除' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: '删除' }).click()
  await list.says('已删除 旅程账号')
  await code.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: '撤销' }).click()
  await page.getByRole('heading', { name: '旅程账号' }).waitFor()
  // Restores the demo's data for later journeys.
  await list.press('j', 'j', 'Delete')
  await page.getByRole('alertdialog').getByRole('button', { name: '删除' }).click()
  await page.getByRole('heading', { name: '旅程账号' }).waitFor({ state: 'detached' })
})
