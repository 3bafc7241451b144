// From a figure to the people behind it, by keys alone: the list, what one of them did, and all kept as a segment.
import { expect, it } from 'vitest'
import { openPage, product, withBrowser } from '#e2e/browser.ts'
import { tabInto, tabTo } from '#e2e/pages/focus.ts'
import { ReportPage } from '#e2e/pages/report.ts'
import { signIn } from '#e2e/pages/session.ts'

withBrowser()

it('comes from a figure to its players, to what one did, and keeps all of them as a segment', async () => {
  const page = await openPage(product.address)
  await signIn(page, 'admin', '/statement/detail?id=1')
  const report = new ReportPage(page)
  await report.shows('经营日报')
  await page.keyboard.press('j')
  await page.keyboard.press('Control+Home')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('v')
  await page.keyboard.press('u')
  const dialog = page.getByRole('dialog', { name: /^解释：/ })
  const names = dialog.locator('.players-open')
  await names.first().waitFor()
  const shown = Number((await dialog.locator('.explain-figure > b').innerText()).replace(/\D/g, ''))
  const total = Number(
    (await dialog.getByText(/^共 .* 个玩家/).innerText()).match(/共 ([\d,]+)/)?.[1]?.replace(/,/g, ''),
  )
  // The day's active players of all games: an id in two games is one of the figure, two of the list.
  expect(total).toBeGreaterThanOrEqual(shown)

  const first = await names.first().innerText()
  await tabTo(page, first)
  await page.keyboard.press('ArrowDown')
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).not.toBe(first)
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  await dialog.locator('.one-player-head b').waitFor()
  expect(await dialog.locator('.one-player-head b').innerText()).toBe(first)
  const events = dialog.locator('.one-player-days li')
  await events.first().waitFor()
  expect(await events.allInnerTexts()).toEqual(expect.arrayContaining([expect.stringContaining('登录')]))
  const days = await dialog.locator('.one-player-days h3').allInnerTexts()
  expect(days).toEqual([...days].sort().reverse())
  await page.keyboard.press('Enter')
  await names.first().waitFor()

  await tabTo(page, '存为人群…')
  await page.keyboard.press('Enter')
  const asking = page.getByRole('dialog', { name: '存为人群', exact: true })
  await asking.getByLabel('人群名称').waitFor()
  await page.keyboard.type('昨日活跃的人')
  await page.keyboard.press('Enter')
  await page.getByText(`已把 ${total.toLocaleString('en-US')} 个玩家存为人群「昨日活跃的人」`).waitFor()
  await asking.waitFor({ state: 'detached' })
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })

  // A rate has the players of its numerator and of its denominator.
  const rate = page.getByRole('dialog', { name: '解释：付费率', exact: true })
  for (let moved = 0; moved < 16 && !(await rate.isVisible()); moved++) {
    if (await dialog.isVisible()) await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('v')
    await page.keyboard.press('u')
    await dialog.waitFor()
  }
  const lists = rate.getByRole('tablist', { name: '玩家名单' })
  await lists.getByRole('tab', { name: /^付费用户/ }).waitFor()
  await tabInto(page, '[aria-label="玩家名单"] [role="tab"]')
  await page.keyboard.press('ArrowRight')
  await lists.getByRole('tab', { name: /^活跃用户/, selected: true }).waitFor()
  const active = (await lists.getByRole('tab', { selected: true }).innerText()).match(/[\d,]+$/)?.[0]
  await rate.getByText(`共 ${active} 个玩家`).waitFor()
})
