// A user's CSV: imported from the terminal while the server runs, its report found by pinyin, read and exported.
import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openPage, product, withBrowser } from '#e2e/browser.ts'
import { Palette } from '#e2e/pages/palette.ts'
import { ReportPage } from '#e2e/pages/report.ts'
import { signIn } from '#e2e/pages/session.ts'

withBrowser()

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'analytics-import-'))
})
afterAll(() => rm(folder, { recursive: true }))

/** 40 days × 3 shops; the amounts add up to 120 × 10.5 + 0 + 1 + … + 119 = 8,400. */
function sales(): string {
  const lines = ['日期,门店,金额,备注']
  for (let row = 0; row < 120; row++) {
    const day = new Date(Date.UTC(2025, 11, 20) + Math.floor(row / 3) * 86_400_000).toISOString().slice(0, 10)
    lines.push(
      `${day},${['北京,总店', '上海', '=重庆'][row % 3]?.replace(/^(.*,.*)$/, '"$1"')},${(row + 10.5).toFixed(2)},无`,
    )
  }
  return lines.join('\n')
}

const runImport = (...args: string[]) =>
  promisify(execFile)(process.execPath, ['src/main-command.ts', 'import', ...args], {
    env: { ...process.env, NODE_ENV: 'development', DATA_DIR: product.dataDir },
  })

describe('an import while the server runs', () => {
  it('ends with a report that is found by pinyin, right in its total, and exports', async () => {
    const file = join(folder, '门店销售.csv')
    await writeFile(file, sales())
    const { stdout } = await runImport(file, '--date', '日期')
    expect(stdout).toContain('120 行')
    const id = stdout.match(/statement\/detail\?id=(\d+)/)?.[1]
    expect(id).toBeDefined()

    const page = await openPage(product.address)
    await signIn(page, 'admin')
    await new Palette(page).run('mdxs', '门店销售', '报表')
    const report = new ReportPage(page)
    await report.shows('门店销售')
    expect(report.address.searchParams.get('id')).toBe(id)
    await expect.poll(() => report.titles()).toContain('日期')
    expect(await report.total('金额')).toBe('8,400.00')
    const { rows } = await report.export()
    expect(rows.at(-1)).toContain(8400)
    expect(page.url()).toContain(`id=${id}`)
  })

  it('says what is wrong with a file, and changes nothing', async () => {
    const file = join(folder, '空.csv')
    await writeFile(file, '')
    const refused = await runImport(file).catch(
      (error: { code: number; stderr: string; stdout: string }) => error,
    )
    expect(refused).toMatchObject({ code: 1 })
    expect(refused.stderr + refused.stdout).toMatch(/空/)
  })
})
