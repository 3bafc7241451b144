// Forecasts of turnover by keys only in the dark theme; the range search with the pointer in the light one.
import { expect, it } from 'vitest'
import { openPage, product, withBrowser } from '../browser.ts'
import { signIn } from '../pages/session.ts'

withBrowser()

it('by keys: a forecast, a scenario that is kept and taken back, how past forecasts did', async () => {
  const page = await openPage(product.address, { dark: true })
  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key)
  }
  await signIn(page, 'admin', '/statement')
  await press('g', 'o', 'f')
  await page.getByText(/充值金额预计/).waitFor()
  const row = page.locator('.prediction-table tbody tr').first()
  await row.waitFor()
  await press('v')
  await expect.poll(() => page.url()).toContain('by=week')
  await press('p')
  await page.getByPlaceholder('搜索指标，可用拼音').waitFor()
  await page.keyboard.type('xzyh')
  await page
    .getByRole('option', { name: /新增用户/ })
    .first()
    .waitFor()
  await press('Escape')
  await expect.poll(() => page.getByPlaceholder('搜索指标，可用拼音').count()).toBe(0)

  await press('a')
  const dialog = page.getByRole('dialog', { name: '添加假设' })
  await dialog.waitFor()
  await press('Control+a')
  await page.keyboard.type('旅程促销')
  await press('Enter')
  await expect.poll(() => dialog.count()).toBe(0)
  const name = page.getByRole('rowheader', { name: '旅程促销' })
  await name.waitFor()
  await expect.poll(() => page.url()).toContain('if=')
  await page.getByRole('button', { name: '保存「旅程促销」' }).press('Enter')
  await page.getByText('已保存假设「旅程促销」').waitFor()
  await page.reload()
  await name.waitFor()
  await page.getByRole('button', { name: '移除「旅程促销」' }).click()
  await page.getByRole('button', { name: '删除已保存的「旅程促销」' }).click()
  await page.getByText('已删除假设「旅程促销」').waitFor()
  await page.getByRole('button', { name: '撤销' }).press('Enter')
  await page.getByRole('button', { name: '删除已保存的「旅程促销」' }).click()
  await page.getByText('已删除假设「旅程促销」').first().waitFor()

  await page.getByRole('tab', { name: '预测', exact: true }).press('ArrowRight')
  await page.getByText('落在 80% 区间').waitFor()
  await expect.poll(() => page.url()).toContain('part=past')
})

it('by pointer: unusual days with what moved them, and rows within a range', async () => {
  const page = await openPage(product.address)
  await signIn(page, 'admin', '/others/rangeSearch?dims=8')
  await page.getByText(/\d+ 个异常日期/).waitFor()
  await page.getByRole('heading', { name: '变化来自谁' }).waitFor()
  await page.locator('.prediction-mover').first().waitFor()
  const cut = page
    .locator('.prediction-mover .prediction-number')
    .evaluateAll((cells) =>
      cells.filter((cell) => cell.scrollWidth > cell.clientWidth).map(({ textContent }) => textContent),
    )
  expect(await cut).toEqual([])
  const second = page.locator('.prediction-findings tbody tr').nth(1)
  const day = ((await second.getByRole('rowheader').textContent()) ?? '').slice(0, 10)
  await second.click()
  await expect.poll(() => page.url()).toContain('chosen=')
  await page.getByRole('region', { name: new RegExp(day) }).waitFor()
  await page.keyboard.press('b')
  await page.getByText('还缺条件').waitFor()
  await page.getByRole('button', { name: /分行维度/ }).click()
  await page.getByRole('option', { name: '渠道', exact: true }).click()
  await page.keyboard.press('Escape')
  await page.getByLabel('下限').fill('1')
  await page.getByLabel('下限').press('Enter')
  await page
    .getByText(/\d+ 行/)
    .first()
    .waitFor()
  await expect.poll(() => page.url()).toContain('low=1')
})
