// `npm run pictures`: makes the README's pictures anew from the demo.
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromium } from 'playwright'
import { browserFlags, findBrowser } from '../src/setup/browser.mjs'
import { serve } from './product.ts'
import { smallPicture } from './smallPicture.mjs'

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

/** Where figures have come, charts have been drawn. */
async function openReport(page, path) {
  await page.goto(path)
  await page.locator('.data-table-summary').first().waitFor()
  await page.locator('.report-chart-plot :is(canvas, svg)').first().waitFor()
}

async function signedIn(colorScheme, path) {
  const page = await pageIn(colorScheme)
  await signIn(page, 'analyst', path)
  await page.getByRole('button', { name: '用户 analyst' }).waitFor()
  await openReport(page, path)
  return page
}

async function draw(page, name) {
  await page.waitForTimeout(1500)
  await writeFile(join(folder, `${name}.png`), smallPicture(await page.screenshot()))
}

async function drawReport() {
  const page = await signedIn('light', '/statement/detail?id=1')
  await page.keyboard.press('j')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowDown')
  for (let row = 0; row < 6; row++) await page.keyboard.press('Shift+ArrowDown')
  await draw(page, 'report-light')
  for (let column = 0; column < 8; column++) await page.keyboard.press('ArrowRight')
  await page.keyboard.press('x')
  await page.getByRole('dialog', { name: /^解释/ }).getByText('此格的值').waitFor()
  await draw(page, 'explain-light')
}

/** Channels and their platforms by game, with what each group comes to. */
async function drawPivot() {
  const page = await signedIn('dark', '/statement/detail?id=1&report=2')
  const dimensions = await dimensionsOf(page)
  const dims = ['渠道类型', '渠道', '平台'].map((name) => dimensions.get(name))
  const query = `dims=${dims.join('.')}&pivot=${dims[2]}&sub=1&range=last7`
  await openReport(page, `/statement/detail2?id=1&report=2&${query}`)
  await page.keyboard.press('j')
  await draw(page, 'pivot-dark')
}

async function dimensionsOf(page) {
  const reply = await page.request.get('/api/s1/data/getReportQueryParam/0')
  const { data } = await reply.json()
  return new Map(data.dimensions.map(({ id, name }) => [name, id]))
}

const drawRetention = async () => draw(await signedIn('dark', '/statement/detail?id=8'), 'retention-dark')

async function drawPalette() {
  const page = await signedIn('light', '/statement/detail?id=1')
  await page.keyboard.press('Control+k')
  await page.keyboard.type('lc ios 7d')
  await page.locator('.palette-preview-rows').waitFor()
  await draw(page, 'palette-light')
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
  await draw(page, `sql-${colorScheme}`)
}

try {
  // Pictures that are not drawn any more go.
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  await drawReport()
  await drawPivot()
  await drawRetention()
  await drawPalette()
  await drawWorkspace('dark')
} finally {
  await browser.close()
  await product.stop()
  await rm(dataDir, { recursive: true, force: true })
}
