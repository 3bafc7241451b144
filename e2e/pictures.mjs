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

async function signedIn(colorScheme) {
  const context = await browser.newContext({
    baseURL: product.address,
    viewport: { width: 1440, height: 900 },
    colorScheme,
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
  })
  const page = await context.newPage()
  await page.goto('/statement/detail?id=1')
  await page.getByLabel('用户名').fill('analyst@example.com')
  await page.getByLabel('密码', { exact: true }).fill('analytics-demo')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: '经营日报', level: 1 }).waitFor()
  await page.locator('.data-table-summary').first().waitFor()
  return page
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
} finally {
  await browser.close()
  await product.stop()
  await rm(dataDir, { recursive: true, force: true })
}
