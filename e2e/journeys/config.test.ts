// The report configuration, once by keys and once with the mouse: a point is created from others, corrected, saved,
// changed with a preview of the effect, protected from deletion while used, replaced, deleted and restored.
import type { Page } from 'playwright'
import { describe, expect, it } from 'vitest'
import { openPage, product, withBrowser } from '../browser.ts'
import { ConfigPage } from '../pages/config.ts'
import { Palette } from '../pages/palette.ts'
import { ReportPage } from '../pages/report.ts'
import { ask, signIn } from '../pages/session.ts'

withBrowser()

interface Listed {
  allPoint: { id: number; name: string }[]
}

async function pointId(page: Page, name: string): Promise<number> {
  const query = `{ allPoint(where: { name: "${name}" }) { id name } }`
  const reply = await page.request.post('/api/s1/graphql', { data: { query } })
  const { data } = (await reply.json()) as { data: Listed }
  const id = data.allPoint[0]?.id
  if (id === undefined) throw new Error(`no point is called ${name}`)
  return id
}

/** Adds a report of the point by days to the first view. */
async function useInReport(page: Page, reportName: string, point: number): Promise<void> {
  const info = { dims: [], points: [point], dateRange: { relative: 'last7' } }
  await ask(page, '/api/s1/data/addOrUpdateReportMeta', { viewMetaId: 1, reportName, info })
}

describe('the report configuration', () => {
  it('by keys alone: a computed point from completion to its deletion and back', async () => {
    const page = await openPage(product.address, { dark: true })
    const config = new ConfigPage(page)
    const palette = new Palette(page)
    await signIn(page, 'admin', '/statement')

    await palette.run('新建指标', '新建指标')
    await config.dialog('新建指标').waitFor()
    await config.tabTo('名称')
    await page.keyboard.type('旅程人均充值')
    await config.tabTo('类型')
    await config.choose('计算指标')
    await config.tabTo('表达式')
    await config.complete('[充值金', '充值金额')
    await page.keyboard.type(' / [没有的指标]')
    await config.says('没有指标 [没有的指标]')
    expect(await config.marked.innerText()).toBe('[没有的指标]')
    await config.press(...Array.from({ length: '没有的指标]'.length }, () => 'Backspace'))
    await config.complete('活跃用', '活跃用户')
    await config.isRight()
    expect(await config.marked.count()).toBe(0)
    await config.check.getByText('近 7 天').waitFor()
    expect(await config.check.getByRole('region', { name: '样例行' }).getByRole('row').count()).toBe(6)
    await config.tabTo('编译 SQL')
    await config.press('Enter')
    await config.check
      .getByText(/select/i)
      .first()
      .waitFor()
    await config.press('Control+Enter')
    await config.dialog('新建指标').waitFor({ state: 'detached' })
    await config.cell('旅程人均充值').waitFor()

    await config.press('/')
    await page.keyboard.type('旅程人均充值')
    await config.counts(/^1 \//)
    await config.entersOnlyRow()
    await config.press('h')
    await config.dialog('变更记录：旅程人均充值').getByText('新建', { exact: true }).waitFor()
    await config.closes(/^变更记录/)

    await useInReport(page, '旅程报表', await pointId(page, '旅程人均充值'))
    await config.press('e')
    await config.dialog('编辑指标').waitFor()
    await config.tabTo('表达式')
    await config.press('End')
    await page.keyboard.type(' * 100')
    await config.says('保存后 1 张报表的数字会变')
    await config.check.getByText('「旅程报表」前后对照').waitFor()
    await config.press('Control+Enter')
    await config.dialog('编辑指标').waitFor({ state: 'detached' })
    await config.cell('* 100').waitFor()

    await config.press('u')
    await config
      .dialog(/用在哪里$/)
      .getByText('旅程报表')
      .waitFor()
    await config.closes(/用在哪里$/)
    await config.press('Delete')
    await page.getByRole('alertdialog').getByText('它正被 1 处使用').waitFor()
    await config.press('Enter')
    await config.dialog('1 / 1 个删除失败').getByText('报表「旅程报表」').waitFor()
    await config.closes('1 / 1 个删除失败')

    await config.press('x')
    await page.getByRole('combobox', { name: /^换成哪个指标/ }).waitFor()
    await page.keyboard.type('ARPU')
    await page.getByRole('option', { name: 'ARPU', exact: false }).first().waitFor()
    await config.press('Enter')
    await config.says('会改变 1 张报表、0 个公式')
    await config.press('Enter')
    await config.says(/已换成「ARPU」，共 1 张报表/)

    await config.entersOnlyRow()
    await config.press('Delete')
    await page.getByRole('alertdialog').getByText('没有报表、指标或查询用到它').waitFor()
    await config.press('Enter')
    await config.says('没有符合的指标')
    await config.press('Control+z')
    await config.counts(/^1 \//)
    await config.entersRows()
  })

  it('by keys: a point is verified and retired, and taken back; the pickers stop offering it', async () => {
    const page = await openPage(product.address)
    const config = new ConfigPage(page)
    await signIn(page, 'admin', '/config/point')
    await config.shows('指标')
    await config.press('/')
    await page.keyboard.type('ARPPU')
    await config.entersOnlyRow()
    const name = 'ARPPU'
    await config.press('t')
    await config.dialog(`核对「${name}」`).waitFor()
    await config.press('Control+Enter')
    await config.says(`已记下「${name}」的核对`)
    await page
      .getByText(/已核对，有效至 \d{4}-\d{2}-\d{2}（admin）/)
      .first()
      .waitFor()
    await config.press('y')
    const retire = config.dialog(`停用「${name}」`)
    await retire.getByText(/它用在 \d+ 处[，。]/).waitFor()
    await config.tabTo('说明')
    await page.keyboard.type('改用净额')
    await config.press('Control+Enter')
    await config.says(new RegExp(`「${name}」`))
    await page
      .getByText(/已于 \d{4}-\d{2}-\d{2} 停用：改用净额/)
      .first()
      .waitFor()
    const reader = await openPage(product.address, { dark: true })
    await signIn(reader, 'viewer', '/statement')
    await new Palette(reader).run('实时概览', '实时概览')
    // Before its figures are there, the page is drawn anew and would close what was opened.
    await new ReportPage(reader).shows('实时概览')
    await reader.getByRole('button', { name: /^指标/ }).first().click()
    await reader.getByPlaceholder('搜索指标，可用拼音').waitFor()
    await reader.keyboard.type('arp')
    await reader.getByRole('option', { name: 'ARPU' }).first().waitFor()
    expect(await reader.getByRole('option', { name: 'ARPPU' }).count()).toBe(0)
    await reader.keyboard.press('Escape')
    await new Palette(reader).open()
    const answers = (name: string) => reader.getByRole('option', { name: new RegExp(`${name}.*昨天`) })
    await reader.keyboard.type('ARPU 昨天')
    await answers('ARPU').first().waitFor()
    await reader.keyboard.press('Control+a')
    await reader.keyboard.type('ARPPU 昨天')
    await expect.poll(() => answers('ARPU').count()).toBe(0)
    expect(await answers('ARPPU').count()).toBe(0)
    await config.press('Control+z')
    await config.says('已撤销')
    await expect.poll(() => page.getByText(/停用：改用净额/).count()).toBe(0)
    await config.press('Control+z')
    await expect.poll(() => page.getByText(/已核对，有效至/).count()).toBe(0)
  })

  it('with a mouse: from the menu to a dimension, its graph and its way back', async () => {
    const page = await openPage(product.address)
    const config = new ConfigPage(page)
    await signIn(page, 'admin', '/statement')
    await page.getByRole('button', { name: '系统配置' }).click()
    await page.getByRole('menuitem', { name: '报表配置' }).click()
    await config.shows('维度管理')
    expect(await page.title()).toContain('维度管理')

    await page.getByRole('button', { name: '新建', exact: true }).click()
    const form = config.dialog('新建维度')
    await form.getByLabel('名称', { exact: false }).first().click()
    await page.keyboard.type('旅程渠道')
    await form.getByRole('textbox', { name: '表达式' }).click()
    await page.keyboard.type('chan')
    await config.offer(/channel/).click()
    await config.isRight()
    await config.check.getByText('筛选里会看到的值').waitFor()
    await form.getByRole('button', { name: /^保存/ }).click()
    await form.waitFor({ state: 'detached' })

    await page.getByRole('searchbox').click()
    await page.keyboard.type('旅程渠道')
    await config.counts(/^1 \//)
    await config.click('旅程渠道', 'right')
    await page.getByRole('menuitem', { name: '编辑' }).click()
    const edited = config.dialog('编辑维度')
    await edited.getByLabel('说明').click()
    await page.keyboard.type('旅程里改过')
    await edited.getByRole('button', { name: /^保存/ }).click()
    await edited.waitFor({ state: 'detached' })
    await config.click('旅程渠道', 'right')
    await page.getByRole('menuitem', { name: '变更记录' }).click()
    await config
      .dialog(/^变更记录/)
      .getByRole('button', { name: /^改回/ })
      .first()
      .click()
    await config.says(/已改回/)
    await config
      .dialog(/^变更记录/)
      .getByRole('button', { name: '关闭' })
      .click()
    await config.dialog(/^变更记录/).waitFor({ state: 'detached' })

    await config.click('旅程渠道', 'right')
    await page.getByRole('menuitem', { name: '关系图' }).click()
    await config
      .dialog(/的上下游$/)
      .getByRole('button', { name: /^旅程渠道/ })
      .waitFor()
    await config
      .dialog(/的上下游$/)
      .getByRole('button', { name: '关闭' })
      .click()
    await config.click('旅程渠道', 'right')
    await page.getByRole('menuitem', { name: /^删除/ }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: /^删除/ }).click()
    await config.says('没有符合的维度')
  })

  it('by keys alone: the role of a second join, and a dimension that means it', async () => {
    const page = await openPage(product.address, { dark: true })
    const config = new ConfigPage(page)
    const palette = new Palette(page)
    await signIn(page, 'admin', '/config/pointTable')
    await config.cell('pay_order').waitFor()
    await config.press('/')
    await page.keyboard.type('充值订单')
    await config.counts(/^1 \//)
    await config.entersOnlyRow()
    await config.press('e')
    await config.dialog('编辑指标表').waitFor()
    await config.tabTo('第 3 个关联：角色')
    await config.press('Control+a', 'Delete')
    await config.says('第 3 个关联：维度表「渠道表」已有没有角色的关联')
    await page.keyboard.type('付费渠道')
    await config.isRight()
    await config.press('Control+Enter')
    await config.dialog('编辑指标表').waitFor({ state: 'detached' })

    await palette.run('新建维度', '新建维度')
    await config.dialog('新建维度').waitFor()
    await config.tabTo('名称')
    await page.keyboard.type('在哪里支付')
    await config.tabTo('维度表')
    await config.choose('渠道表')
    await config.tabTo('角色')
    await config.choose('付费渠道')
    await config.tabTo('表达式')
    await page.keyboard.type('channel_name')
    await config.isRight()
    await config.press('Control+Enter')
    await config.dialog('新建维度').waitFor({ state: 'detached' })
    await config.cell('渠道表（付费渠道）').waitFor()

    const query =
      '{ allDimension(where: { name: "在哪里支付" }) { id } allPoint(where: { name: "充值订单数" }) { id } }'
    const reply = await page.request.post('/api/s1/graphql', { data: { query } })
    const { data } = (await reply.json()) as { data: Record<'allDimension' | 'allPoint', { id: number }[]> }
    const [dim, point] = [data.allDimension[0]?.id, data.allPoint[0]?.id]
    await page.goto(`/statement/detail?id=1&report=2&dims=${dim}&points=${point}&range=last7`)
    await config.cell('App Store').waitFor()
    await ask(page, `/api/s1/data/deleteAnaDim/${dim}`, {})
  })
})
