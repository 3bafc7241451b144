// A report's own formula: written by keys without rights to configure, changed with the pointer, refused by an alarm
// with a way out, and turned into a point by a user with the right, from the report and from the list of formulas.
import { expect, it } from 'vitest'
import { openPage, product, withBrowser } from '../browser.ts'
import { ReportPage } from '../pages/report.ts'
import { ask, signIn } from '../pages/session.ts'

withBrowser()

it('is written, corrected, kept in the address, and becomes a point', async () => {
  const page = await openPage(product.address)
  await signIn(page, 'analyst', '/statement/detail?id=1&range=last7&points=12&cmp=-')
  const report = new ReportPage(page)
  await report.shows('经营日报')
  const { keyboard } = page

  // Opened from the list of points, by its entry there.
  await keyboard.press('p')
  await page.locator('input:focus').waitFor()
  await keyboard.type('gongshi')
  await expect.poll(() => page.locator('.pick-item.bp6-active').innerText()).toContain('新建公式')
  await keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: '新建公式' })
  const name = dialog.getByLabel('名称')
  await expect.poll(() => name.evaluate((field) => field === document.activeElement)).toBe(true)
  await keyboard.type('每次登录充值')
  await keyboard.press('Tab')
  // Points by the initials of their names; an unknown one is underlined, with suggestions.
  await keyboard.type('czje')
  await page
    .getByRole('option', { name: /^指?充值金额/ })
    .first()
    .waitFor()
  await keyboard.press('Enter')
  await keyboard.type(' / [登录次書]')
  await dialog.getByText(/没有指标 \[登录次書\]，是否为 \[登录次数\]？/).waitFor()
  await expect.poll(() => page.locator('.expression-wrong').innerText()).toBe('[登录次書]')
  for (let letter = 0; letter < 2; letter += 1) await keyboard.press('Backspace')
  await keyboard.type('数]')
  await expect.poll(() => dialog.locator('.formula-figures tr').count()).toBe(8)
  await keyboard.press('Control+Enter')
  await dialog.waitFor({ state: 'detached' })
  await expect.poll(() => report.titles()).toContain('ƒ 每次登录充值')
  const own = report.address.searchParams.get('own') ?? ''
  expect(own).toMatch(/^-1~每次登录充值~\[#\d+\] \/ \[#\d+\]~decimal$/)
  const total = await report.total('每次登录充值')
  expect(Number(total)).toBeGreaterThan(0)

  // The address alone restores the formula; the pointer opens it from the list of points.
  await page.reload()
  await report.shows('经营日报')
  expect(await report.total('每次登录充值')).toBe(total)
  await page.getByRole('button', { name: /^指标/ }).click()
  await page.getByText('= [充值金额] / [登录次数]').last().waitFor()
  await page.getByRole('button', { name: '编辑公式每次登录充值' }).click()
  const edited = page.getByRole('dialog', { name: '编辑自建公式' })
  await edited.getByLabel('公式').click()
  await keyboard.press('Control+End')
  await keyboard.type(' * 2')
  await edited.getByRole('button', { name: /^应用/ }).click()
  await edited.waitFor({ state: 'detached' })
  await expect.poll(async () => Number(await report.total('每次登录充值'))).toBeCloseTo(Number(total) * 2, 1)

  // A user without the right is told who has it.
  await keyboard.press('Control+k')
  await keyboard.type('转为指标')
  await page
    .getByRole('option', { name: /自建公式转为指标/ })
    .first()
    .waitFor()
  await keyboard.press('Enter')
  await page.getByText('请配置人员转为指标').waitFor()

  const link = page.url()
  // It is kept where it may be: Ctrl+S on somebody else's report asks where to, and makes a view of one's own.
  await keyboard.press('Control+s')
  const keeping = page.getByRole('dialog', { name: '另存到…' })
  await expect.poll(() => keeping.getByLabel('报表名称').inputValue()).toMatch(/ 副本$/)
  await keyboard.type('登录与充值')
  await expect.poll(() => keeping.getByLabel('视图名称').inputValue()).toBe('登录与充值')
  await keyboard.press('Tab')
  await keyboard.press('Tab')
  await keyboard.type('我的公式')
  await keyboard.press('Enter')
  await keeping.waitFor({ state: 'detached' })
  await report.shows('我的公式')
  await page.getByRole('tab', { name: '登录与充值', selected: true }).waitFor()
  expect(report.address.searchParams.get('own')).toBeNull()
  expect(await report.titles()).toContain('ƒ 每次登录充值')
  await page.getByRole('button', { name: '谁能看到' }).getByText('私有').waitFor()

  const other = await openPage(product.address)
  await signIn(other, 'admin', link)
  const theirs = new ReportPage(other)
  await theirs.shows('经营日报')
  await other.keyboard.press('Control+k')
  await other.keyboard.type('转为指标')
  await other
    .getByRole('option', { name: /自建公式转为指标/ })
    .first()
    .waitFor()
  await other.keyboard.press('Enter')
  const form = other.getByRole('dialog', { name: '新建指标' })
  await expect.poll(() => form.getByLabel('名称').inputValue()).toBe('每次登录充值')
  await form.getByText('可以保存', { exact: true }).waitFor()
  await other.keyboard.press('Control+Enter')
  await theirs.shows('经营日报')
  await expect.poll(() => theirs.titles()).toContain('每次登录充值')
  expect(theirs.address.searchParams.get('own')).toBeNull()
  // Their figures include all games.
  expect(Number(await theirs.total('每次登录充值'))).toBeGreaterThan(0)

  // A saved formula is offered among the points, and the new point replaces it.
  const saved = encodeURIComponent('-1~充值翻倍~[#12] * 2')
  // In a report of its own, so that other journeys find the shared reports unchanged.
  const info = { dims: [], points: [12], dateRange: { relative: 'last7' } }
  const { id } = await ask<{ id: number }>(other, '/api/s1/data/addOrUpdateReportMeta', {
    viewMetaId: 1,
    reportName: '旅程公式',
    info,
  })
  await signIn(other, 'admin', `/statement/detail?id=1&report=${id}&points=-1&own=${saved}`)
  await theirs.shows('经营日报')
  await other.keyboard.press('Control+s')
  await expect.poll(() => theirs.address.searchParams.get('own')).toBeNull()
  await other.goto('/config/point')
  await other.getByRole('button', { name: '1 个自建公式' }).click()
  const proposals = other.getByRole('dialog', { name: '报表里的自建公式' })
  await proposals.getByText('[充值金额] * 2').waitFor()
  await other.keyboard.press('Enter')
  await expect.poll(() => form.getByLabel('名称').inputValue()).toBe('充值翻倍')
  await form.getByText('可以保存', { exact: true }).waitFor()
  await other.keyboard.press('Control+Enter')
  await other.getByText('1 张报表里的公式已换成这个指标').waitFor()
})
