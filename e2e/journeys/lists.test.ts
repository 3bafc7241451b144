// The lists: a rule and a publication by keys alone, pasting and a token with a mouse.
import { describe, expect, it } from 'vitest'
import { openPage, product, withBrowser } from '../browser.ts'
import { ListPage } from '../pages/lists.ts'
import { signIn } from '../pages/session.ts'

withBrowser()

const open = async (path: string) => {
  const page = await openPage(product.address)
  await signIn(page, 'admin', path)
  return { page, list: new ListPage(page) }
}

describe('the lists by keys', () => {
  it('a rule finds the demo’s fraud, shown before it is listed', async () => {
    const { page, list } = await open('/others/blackList/rules')
    await list.says('一天内多笔订单')
    await page.keyboard.press('j')
    await page.keyboard.press('v')
    await list.dialog(/^试算/).waitFor()
    await list.says('新增 240 条，已在名单 0 条')
    await page.keyboard.press('Escape')
    await list.dialog(/^试算/).waitFor({ state: 'detached' })
    await page.keyboard.press('x')
    await list.says('新增 240 条')
  })

  it('the white list is published and taken back', async () => {
    const { page, list } = await open('/others/whiteList')
    await list.says('qa_team')
    await page.keyboard.press('u')
    await list.dialog('发布白名单到数据仓库').waitFor()
    await list.says('将新增 7 行，移除 0 行')
    await page.keyboard.press('Enter')
    await list.says('与已发布的内容相同')
    await page.getByRole('button', { name: '撤销这次发布' }).press('Enter')
    await list.says('将新增 7 行，移除 0 行')
  })
})

describe('the lists with a mouse', () => {
  it('open from cards; many entries are pasted, wrong ones named', async () => {
    const { page, list } = await open('/others')
    await page.getByRole('link', { name: /^白名单/ }).click()
    await list.shows('白名单')
    await list.says('qa_team')
    await page.getByRole('button', { name: '批量粘贴' }).click()
    const dialog = list.dialog('批量粘贴白名单')
    await dialog.getByRole('textbox', { name: '粘贴白名单' }).click()
    await page.keyboard.insertText('mouse-1\t云海仙途\t玩家\nmouse-2\t没有的游戏\nmouse-3\tfhsg')
    await list.says('没有游戏「没有的游戏」')
  })

  it('an account’s token is typed once and never shown', async () => {
    const { page, list } = await open('/others/adUserList')
    await list.says('云海仙途 长线')
    await page.getByRole('button', { name: '新建' }).click()
    const dialog = list.dialog('新建广告账户')
    await dialog.getByLabel('名称').fill('旅程账户')
    await dialog.getByLabel('账户编号').fill('journey-9')
    await dialog.getByLabel('游戏').fill('云海仙途')
    await dialog.getByLabel('令牌').fill('demo-journey-token-0001')
    await dialog.getByRole('button', { name: /^保存/ }).click()
    await dialog.waitFor({ state: 'detached' })
    await list.says('旅程账户')
    await list.says('••••0001')
    expect(await page.content()).not.toContain('demo-journey-token')
  })
})
