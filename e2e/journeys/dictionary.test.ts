// A dictionary by keys only: created, filled with 2,000 rows from a spreadsheet, a duplicate code found and
// corrected, steps undone, saved, exported, deleted and restored. Another one with the mouse, and two users editing
// the same one.
import { expect, it } from 'vitest'
import { openPage, product, withBrowser } from '../browser.ts'
import { DictionaryPage } from '../pages/dictionary.ts'
import { readSheet } from '../pages/report.ts'
import { signIn } from '../pages/session.ts'

withBrowser()

const lines = (count: number) =>
  Array.from({ length: count }, (_, at) => `c${at}\t${at === 7 ? '"名 7\n第二行"' : `名 ${at}`}`)

it('is made, pasted into, mended, saved, exported, deleted and brought back by keys alone', async () => {
  const page = await openPage(product.address, { dark: true })
  const at = new DictionaryPage(page)
  await signIn(page, 'analyst')
  await at.press('g', 'd')
  await page.getByRole('heading', { name: '字典管理', level: 1 }).waitFor()
  await at.says(/^共 \d/)
  await at.press('c')
  await at.dialog('新建字典').waitFor()
  await at.type('旅程字典')
  await at.press('Control+Enter')
  await at.opens('旅程字典')

  await at.paste([...lines(2_000), 'c5\t又是五'].join('\r\n'))
  await at.status(/2,001 行.*2 行有误.*未保存：新增 2,001/s)
  await at.press('F8')
  await at.status(/代码「c5」重复，另见第 2001 行/)
  await at.press('F8')
  await at.status(/代码「c5」重复，另见第 6 行/)
  await at.press('Control+s')
  await at.says('有 2 行有误，未保存')
  await at.press('F8')
  await at.type('c2000')
  await at.press('Enter')
  await at.status(/^(?!.*有误).*2,001 行/s)
  await at.press('Control+s')
  await at.says('已保存')
  await at.status(/^2,001 行\s*没有使用$/)

  await at.press('Control+Home', 'ArrowRight', 'F2')
  await at.type(' 改')
  await at.press('Escape', 'F2')
  await at.type(' 改')
  await at.press('Tab')
  await at.cell('名 0 改').waitFor()
  await at.press('Control+Home', 'Shift+Delete')
  await at.status(/2,000 行.*删除 1/s)
  await at.press('Control+z', 'Control+z')
  await at.status(/^2,001 行\s*没有使用$/)
  await at.press('Control+y')
  await at.status(/修改 1/)
  await at.press('Control+s')
  await at.status(/^2,001 行\s*没有使用$/)

  await at.press('Control+Home', 'Control+ArrowDown')
  await at.compose('ni', '你好')
  await at.press('Enter')
  await at.cell('你好').waitFor()
  await at.press('Control+z')
  await at.status(/^2,001 行\s*没有使用$/)
  const chooser = page.waitForEvent('filechooser')
  await at.press('Alt+i')
  const csv = Buffer.from('\uFEFF名称,代码\r\n"文件, 的",c1\r\n=1+1,file\r\n')
  await (await chooser).setFiles({ name: '行.csv', mimeType: 'text/csv', buffer: csv })
  await at.status(/2,002 行.*新增 1，修改 1/s)
  await at.press('Control+z')
  await at.status(/^2,001 行\s*没有使用$/)

  await at.press('Control+f')
  await at.dialog('在行里查找').waitFor()
  await at.type('名 1999')
  await at.press('Enter')
  await at.says('第 2,000 行')
  await at.press('Escape')
  await at.cell('名 1999').waitFor()
  const download = page.waitForEvent('download')
  await at.press('Alt+e')
  const file = await download
  expect(file.suggestedFilename()).toMatch(
    /^旅程字典\d{4}-\d\d-\d\d \d+_\d\d_\d\d\.xlsx$|^旅程字典\d{4}-\d\d-\d\d \d+:\d\d:\d\d\.xlsx$/,
  )
  const [head, ...rows] = await readSheet(file)
  expect(head).toEqual(['代码', '名称'])
  expect(rows).toHaveLength(2001)
  expect([rows[0], rows[7], rows[2000]]).toEqual([
    ['c0', '名 0 改'],
    ['c7', '名 7\n第二行'],
    ['c2000', '又是五'],
  ])
  await at.press('Alt+h')
  await at.dialog('变更记录：旅程字典').getByText('名 0 改').first().waitFor()
  await at.press('Escape')
  await at.dialog(/^变更记录/).waitFor({ state: 'detached' })

  await page.reload()
  await at.opens('旅程字典')
  await at.cell('名 0 改').waitFor()
  await page.goto('/dictionary')
  await at.says(/^共 \d/)
  await at.press('/')
  await at.type('lczd')
  await at.says(/^1 \/ \d+ 个/)
  expect(new URL(page.url()).pathname).toBe('/dictionary')
  await at.press('ArrowDown')
  await page.locator('.list-page [role=grid][aria-activedescendant]').waitFor()
  await at.press('Delete')
  await page.getByRole('alertdialog').waitFor()
  await at.press('Enter')
  await at.says('没有符合的字典')
  await at.press('Control+z')
  await at.says(/^1 \/ \d+ 个/)
})

it('is edited with a mouse, and two editors lose nothing of each other', async () => {
  const page = await openPage(product.address)
  const at = new DictionaryPage(page)
  await signIn(page, 'admin')
  await page.getByRole('button', { name: /系统配置/ }).click()
  await page.getByRole('menuitem', { name: '字典管理' }).click()
  await at.click('渠道', 'left', 2)
  await at.opens('渠道')
  // No other journey reads this channel's name.
  await at.click('vivo 应用商店', 'left', 2)
  await at.type('一')
  await at.click('xiaomi')
  await at.status(/修改 1/)

  const other = await openPage(product.address, { expected: /409/ })
  const theirs = new DictionaryPage(other)
  await signIn(other, 'admin', '/dictionary/detail?id=3')
  await theirs.opens('渠道')
  await theirs.click('OPPO 软件商店')
  await theirs.type('欧珀')
  await theirs.press('Enter', 'Control+s')
  await theirs.says('已保存')

  await page.getByRole('button', { name: '保存', exact: true }).click()
  await at.says('其他人也保存了修改')
  await at.cell('欧珀').waitFor()
  await at.cell('vivo 应用商店一').waitFor()

  await theirs.click('vivo 应用商店')
  await theirs.type('对方的')
  await theirs.press('Enter', 'Control+s')
  await theirs.dialog('字典已被他人修改').getByText('我的：vivo、对方的').waitFor()
  await other.getByRole('button', { name: '保存所选' }).click()
  await theirs.says('已保存')
  await theirs.cell('对方的').waitFor()
})
