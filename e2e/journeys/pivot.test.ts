// A pivot by keyboard only: rows and columns are swapped, totals stay those of the facts, a cell is drilled into, and
// Back returns.

import { describe, expect, it } from 'vitest'
import { octoberYear } from '#e2e/days.ts'
import { openPage, product, withBrowser } from '../browser.ts'
import { ReportPage } from '../pages/report.ts'
import { signIn } from '../pages/session.ts'
import { figures } from '../warehouse.ts'

withBrowser()

const number = (text: string) => Number(text.replaceAll(',', ''))

describe('a pivot by keys', () => {
  it('opens from the list, shows totals that the warehouse agrees with, swaps, drills and comes back', async () => {
    const page = await openPage(product.address)
    const days = `${octoberYear}-10-01..${octoberYear}-10-07`
    await signIn(page, 'analyst', `/statement/detail?id=1&report=4&range=${days}&points=1`)
    const report = new ReportPage(page)
    await report.shows('经营日报')
    await page.keyboard.press('w')
    await expect.poll(() => report.address.pathname).toBe('/statement/detail2')
    await report.settled()
    await expect.poll(() => report.titles()).toContain('合计')

    const [players, onPhones] = await figures(
      product.dataDir,
      'login_day',
      `SELECT count(DISTINCT player_id), count(DISTINCT player_id) FILTER (WHERE lower(platform) = 'ios') FROM login_day
        WHERE cgi IN ('yhxt', 'fhsg') AND login_date BETWEEN '${octoberYear}-10-01' AND '${octoberYear}-10-07'`,
    )
    expect(number(await report.total('合计'))).toBe(Number(players))
    expect(number(await report.total('苹果 iOS'))).toBe(Number(onPhones))

    await page.keyboard.press('z')
    await report.settled()
    await expect.poll(() => report.titles()).toContain('平台')
    const swapped = page.url()
    await page.keyboard.press('j')
    await page.keyboard.press('ArrowRight')
    // The explanation recomputes the figure under the cursor; both are equal.
    const explained = page.waitForResponse(/report\/explain\/cell/)
    await page.keyboard.press('x')
    await page.getByRole('dialog', { name: /^解释/ }).waitFor()
    const { data } = (await (await explained).json()) as { data: { value: unknown } }
    const shown = await page.locator('.explain-figure b').innerText()
    expect(number(shown)).toBe(Number(data.value))
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.keyboard.press('k')
    await page.getByRole('dialog', { name: /按什么细看/ }).waitFor()
    await page.keyboard.type('qudao')
    await page.locator('.drill-dialog .bp6-active', { hasText: '渠道' }).first().waitFor()
    await page.keyboard.press('Enter')
    await report.settled()
    await expect.poll(() => report.titles()).toContain('渠道')
    expect(report.address.searchParams.getAll('f').join()).toContain('~in~')
    await page.goBack()
    await expect.poll(() => page.url()).toBe(swapped)
    await expect.poll(() => report.titles()).toContain('平台')
  })
})
