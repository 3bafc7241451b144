// The four lists, each by keys only in the dark theme and with the mouse in the light one: an entry is created,
// found, edited, deleted and restored. Also a rule, a publication, a check and pasting.
import { describe, expect, it } from 'vitest'
import { openPage, product, withBrowser } from '../browser.ts'
import { ListPage, type Typed } from '../pages/lists.ts'
import { signIn } from '../pages/session.ts'

withBrowser()

interface Walk {
  title: string
  keys: [string, string, string]
  /** Title of the list's form. */
  form: string
  noun: string
  made: (name: string) => Typed
  edited: Typed
}

const entryWalk = (title: string, key: string): Walk => ({
  title,
  keys: ['g', 'o', key],
  form: `${title}条目`,
  noun: '条目',
  made: (name) => ({ 值: name, 原因: '旅程' }),
  edited: { 原因: '改过的原因' },
})
const walks = {
  black: entryWalk('黑名单', 'b'),
  white: entryWalk('白名单', 'w'),
  event: {
    title: '事件列表',
    keys: ['g', 'o', 'e'],
    form: '事件',
    noun: '事件',
    made: (name) => ({ 事件代码: name, 名称: '旅程事件', 游戏: '云海仙途' }),
    edited: { 名称: '改过的名称' },
  },
  account: {
    title: '广告账户',
    keys: ['g', 'o', 'a'],
    form: '广告账户',
    noun: '账户',
    made: (name) => ({ 名称: name, 账户编号: name, 游戏: '云海仙途', 令牌: 'demo-journey-token-0001' }),
    edited: { 负责人: '改过的人' },
  },
} satisfies Record<string, Walk>

const only = /^(共 1|1 \/ \d+) [条个]/

async function walkByKeys(list: ListPage, { title, keys, form, noun, made, edited }: Walk): Promise<void> {
  const { page } = list
  const name = 'journey-keys'
  const [after] = Object.values(edited) as [string]
  await list.press(...keys)
  await list.shows(title)
  await list.counts(/^共 \d/)
  await list.press('c')
  await list.fillByKeys(`新建${form}`, made(name))
  await list.press('/')
  await page.keyboard.type(name)
  await list.counts(only)
  await list.entersOnlyRow()
  await list.press('e')
  await list.fillByKeys(`编辑${form}`, edited)
  await list.cell(after).waitFor()
  await list.press('h')
  await list.dialog(`变更记录：${name}`).getByText(after).waitFor()
  await list.press('Escape')
  await list.dialog(/^变更记录/).waitFor({ state: 'detached' })
  await list.press('Delete')
  await page.getByRole('alertdialog').waitFor()
  await list.press('Enter')
  await list.says(`没有符合的${noun}`)
  await list.press('Control+z')
  await list.counts(only)
  await list.entersRows()
}

async function walkByMouse(list: ListPage, { title, form, noun, made, edited }: Walk): Promise<void> {
  const { page } = list
  const name = 'journey-mouse'
  const [after] = Object.values(edited) as [string]
  await page.getByRole('link', { name: new RegExp(`^${title}`) }).click()
  await list.shows(title)
  await list.counts(/^共 \d/)
  await page.getByRole('button', { name: '新建', exact: true }).click()
  await list.fillByMouse(`新建${form}`, made(name))
  await page.getByRole('searchbox', { name: `查找${title}` }).click()
  await page.keyboard.type(name)
  await list.counts(only)
  await list.click(name, 'right')
  await page.getByRole('menuitem', { name: '编辑' }).click()
  await list.fillByMouse(`编辑${form}`, edited)
  await list.click(after, 'right')
  await page.getByRole('menuitem', { name: /^删除/ }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: /^删除/ }).click()
  await list.says(`没有符合的${noun}`)
  await page.getByRole('button', { name: '撤销' }).first().click()
  await list.counts(only)
}

describe('the four lists', () => {
  it('by keys alone: walked through, a rule tried and run, the white list published and taken back, an account checked', async () => {
    const page = await openPage(product.address, { dark: true })
    const list = new ListPage(page)
    await signIn(page, 'admin', '/others')
    await walkByKeys(list, walks.black)
    await list.press('u')
    await list.shows('黑名单规则')
    await list.says('一天内多笔订单')
    await list.press('j', 'v')
    await list.dialog(/^试算/).waitFor()
    await list.says('新增 240 条，已在名单 0 条')
    await list.press('Escape')
    await list.dialog(/^试算/).waitFor({ state: 'detached' })
    await list.press('x')
    await list.cell('新增 240 条').waitFor()
    await walkByKeys(list, walks.white)
    await list.press('u')
    await list.dialog('发布白名单到数据仓库').waitFor()
    await list.says('将新增 8 行，移除 0 行')
    await list.press('Enter')
    await list.says('与已发布的内容相同')
    await list.tabTo('撤销这次发布')
    await list.press('Enter')
    await list.says('将新增 8 行，移除 0 行')
    await list.press('Escape')
    await walkByKeys(list, walks.event)
    await walkByKeys(list, walks.account)
    await list.press('x')
    await list.says('已测试「journey-keys」')
    expect(await page.content()).not.toContain('demo-journey-token')
  })

  it('with a mouse: reached from cards and walked through, many entries pasted, wrong ones named', async () => {
    const page = await openPage(product.address)
    const list = new ListPage(page)
    await signIn(page, 'admin', '/others')
    for (const walk of Object.values(walks)) {
      await walkByMouse(list, walk)
      if (walk === walks.white) {
        await page.getByRole('button', { name: '批量粘贴' }).click()
        const dialog = list.dialog('批量粘贴白名单')
        await dialog.getByRole('textbox', { name: '粘贴白名单' }).click()
        await page.keyboard.insertText('mouse-1\t云海仙途\t玩家\nmouse-2\t没有的游戏\nmouse-3\tfhsg')
        await list.says('没有游戏「没有的游戏」')
        await dialog.getByRole('button', { name: '全部略过' }).click()
        await dialog.getByRole('button', { name: '写入 2 条' }).click()
        await dialog.waitFor({ state: 'detached' })
      }
      await page.getByRole('link', { name: '其他', exact: true }).click()
      await list.shows('其他')
    }
  })
})
