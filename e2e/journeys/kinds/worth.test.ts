// LTV by a sentence: typed key by key in the palette, opened with Enter, its total counted a second way.
import { expect, it } from 'vitest'
import { openPage, product, withBrowser } from '#e2e/browser.ts'
import { Palette } from '#e2e/pages/palette.ts'
import { ReportPage } from '#e2e/pages/report.ts'
import { signIn } from '#e2e/pages/session.ts'
import { figures } from '#e2e/warehouse.ts'

withBrowser()

const number = (text: string) => Number(text.replaceAll(',', ''))

it('is asked in a sentence, and says of last month’s new players what the warehouse says', async () => {
  const page = await openPage(product.address)
  await signIn(page, 'admin', '/statement')
  await new Palette(page).run('LTV 按渠道 上月新增', 'LTV 与回本')
  await page.waitForURL((url) => url.pathname === '/statement/detail')
  const report = new ReportPage(page)
  await report.settled()
  await expect.poll(() => report.titles()).toContain('LTV1（第 1 天 = 新增当天）')
  const [players, worth] = await figures(
    product.dataDir,
    'register',
    `WITH day AS (SELECT (now() AT TIME ZONE 'Asia/Shanghai')::DATE AS today),
        fresh AS (SELECT player_id, min(register_date) AS first FROM register GROUP BY 1),
        month AS (
          SELECT fresh.*, today FROM fresh, day
          WHERE date_trunc('month', first) = date_trunc('month', today) - INTERVAL 1 MONTH
        ),
        paid AS (
          SELECT sum(amount) AS amount FROM pay_order JOIN month USING (player_id)
          WHERE status = 'paid' AND pay_date = first AND first < today
        )
      SELECT (SELECT count(*) FROM month), amount / (SELECT count(*) FROM month) FROM paid`,
  )
  expect(number(await report.total('新增用户'))).toBe(Number(players))
  expect(number(await report.total('LTV1（第 1 天 = 新增当天）'))).toBeCloseTo(Number(worth), 1)
})
