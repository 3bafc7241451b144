// `npm run pictures`: makes the README's pictures anew from the demo.
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromium } from 'playwright'
import { browserFlags, findBrowser } from '../src/setup/browser.mjs'
import { serve } from './product.ts'

const folder = fileURLToPath(new URL('./pictures/', import.meta.url))
const dataDir = await mkdtemp(join(tmpdir(), 'analytics-pictures-'))
const product = await serve(dataDir)
const browser = await chromium.launch({ executablePath: await findBrowser(), args: browserFlags })

const pageIn = async (colorScheme) => {
  const context = await browser.newContext({
    baseURL: product.address,
    viewport: { width: 1440, height: 900 },
    colorScheme,
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
  })
  return context.newPage()
}

async function signIn(page, account, path) {
  await page.goto(path)
  await page.getByLabel('用户名').fill(`${account}@example.com`)
  await page.getByLabel('密码', { exact: true }).fill('analytics-demo')
  await page.keyboard.press('Enter')
}

async function signedIn(colorScheme) {
  const page = await pageIn(colorScheme)
  await signIn(page, 'analyst', '/statement/detail?id=1')
  await page.getByRole('heading', { name: '经营日报', level: 1 }).waitFor()
  await page.locator('.data-table-summary').first().waitFor()
  return page
}

const retention = `-- 各渠道新增与次日留存
with newcomer as (
  select player_id, channel, register_date
  from register
  where register_date between :start_date and :end_date
)
select n.register_date as 注册日, n.channel as 渠道,
       count(distinct n.player_id) as 新增玩家,
       count(distinct l.player_id) as 次日活跃,
       round(100.0 * count(distinct l.player_id) / count(distinct n.player_id), 2)::decimal(5, 2) as "次日留存 %"
from newcomer n
left join login_day l on l.player_id = n.player_id and l.login_date = n.register_date + 1
group by all
order by 1 desc, 3 desc`

async function drawWorkspace(colorScheme) {
  const page = await pageIn(colorScheme)
  await signIn(page, 'sql', '/code/query')
  await page.locator('.monaco-editor .view-lines').waitFor()
  await page.keyboard.insertText(retention)
  await page.keyboard.press('Control+Enter')
  await page.locator('.data-table-status').getByText('完整').waitFor()
  await page.keyboard.press('Control+`')
  for (let column = 0; column < 2; column++) await page.keyboard.press('ArrowRight')
  for (let row = 0; row < 4; row++) await page.keyboard.press('Shift+ArrowDown')
  await page.keyboard.press('Shift+ArrowRight')
  await page.waitForTimeout(1000)
  await page.screenshot({ path: join(folder, `sql-${colorScheme}.png`) })
}

try {
  await mkdir(folder, { recursive: true })
  const light = await signedIn('light')
  await light.keyboard.press('j')
  await light.keyboard.press('ArrowRight')
  await light.keyboard.press('ArrowRight')
  for (let row = 0; row < 6; row++) await light.keyboard.press('Shift+ArrowDown')
  await light.waitForTimeout(500)
  await light.screenshot({ path: join(folder, 'report-light.png') })

  const dark = await signedIn('dark')
  await dark.keyboard.press('Control+k')
  await dark.keyboard.type('ribao')
  await dark.waitForTimeout(1000)
  await dark.screenshot({ path: join(folder, 'palette-dark.png') })

  await drawWorkspace('light')
  await drawWorkspace('dark')
} finally {
  await browser.close()
  await product.stop()
  await rm(dataDir, { recursive: true, force: true })
}
