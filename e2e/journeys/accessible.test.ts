// axe-core finds nothing on any page in both themes, nor with palette and help open. The pages are those that slices
// declare, so that new ones are covered automatically.
import axe from 'axe-core'
import type { Page } from 'playwright'
import { expect, it } from 'vitest'
import { openPage, polling, product, underWay, withBrowser } from '../browser.ts'
import { addressOf, paths } from '../pages/addresses.ts'
import { EmbedPage } from '../pages/embed.ts'
import { arrowsChoose, closes, layers, opens, tabInto } from '../pages/focus.ts'
import { ask, signIn } from '../pages/session.ts'
import { SqlPage } from '../pages/sql.ts'

withBrowser()

/** Reports elements themselves instead of the selectors that axe would search for. */
const told: axe.RunOptions = { resultTypes: ['violations'], selectors: false, elementRef: true }
const everything: axe.RunOptions = { ...told, rules: { 'target-size': { enabled: true } } }
/** Rules that depend on the theme; all others were checked in the first theme. */
const colours: axe.RunOptions = {
  ...told,
  runOnly: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] },
}
/** Excluded: a grid is one Tab stop and scrolls by its own keys, so its scrolling parts need no stop. */
const scrolled = '.bp6-table-quadrant-scroll-container'

type Parts = { include: string } | { exclude: string }

async function found(
  page: Page,
  settings = everything,
  where: Parts = { include: 'html' },
): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  return await page.evaluate(
    async ([options, within, parts]) => {
      const { violations } = await (window as never as { axe: typeof axe }).axe.run(parts, options)
      return violations.flatMap(({ id, nodes }) =>
        nodes
          .filter(({ element }) => !(id === 'scrollable-region-focusable' && element?.matches(within)))
          .map(({ html, failureSummary }) => `${id}: ${html.slice(0, 200)} ${failureSummary?.slice(0, 200)}`),
      )
    },
    [settings, scrolled, where] as const,
  )
}

/** Waits until nothing is loading. */
const settled = (page: Page) =>
  page.waitForFunction(
    (waits) =>
      document.querySelector('h1, h2, [role="grid"], .monaco-editor') !== null &&
      document.querySelector(waits) === null &&
      // Rows are rendered one frame before their cells.
      document.querySelector('[role="grid"] [role="row"]:empty') === null,
    underWay,
    { polling },
  )

async function inTheme(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme })
  const isDark = colorScheme === 'dark'
  const isInTheme = (dark: boolean) => document.body.classList.contains('bp6-dark') === dark
  await page.waitForFunction(isInTheme, isDark, { polling })
}

interface Places {
  light?: Parts
  dark?: Parts
}

async function inBothThemes(page: Page, what: string, { light, dark }: Places = {}): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await inTheme(page, colorScheme)
    const look = () => (colorScheme === 'light' ? found(page, everything, light) : found(page, colours, dark))
    let looked = await look()
    // Findings may come from a half-rendered page, so it is checked again.
    if (looked.length > 0) {
      await settled(page)
      looked = await look()
    }
    expect.soft(looked, `${what}, ${colorScheme}`).toEqual([])
  }
  await inTheme(page, 'light')
}

/** Navigates like a link, without reloading the page. */
async function lookAt(page: Page, address: string): Promise<void> {
  await page.evaluate((to) => history.pushState(null, '', to), address)
  await settled(page)
  await inBothThemes(page, address)
}

it('nothing keeps anybody out of any page', async () => {
  const page = await openPage(product.address, { expected: /40[04]/ })
  await page.goto('/login')
  await settled(page)
  await inBothThemes(page, '/login')
  await lookAtAll(page, (path) => path !== '/login' && !isOther(path))
  // What is not there has a title, too.
  for (const address of ['/403', '/nothing/here', '/custom/detail', '/dictionary/detail?id=99999'])
    await lookAt(page, address)
})

it('nor out of any of the other tools', async () => {
  const page = await openPage(product.address, { expected: /40[04]/ })
  await lookAtAll(page, isOther)
})

const isOther = (path: string): boolean => path.startsWith('/others')

async function lookAtAll(page: Page, isWanted: (path: string) => boolean): Promise<void> {
  await signIn(page, 'admin', '/statement')
  // Comes behind the cards, which nothing tells of while it is on its way.
  await page.getByRole('region', { name: '昨日变化最大' }).waitFor()
  for (const path of paths.filter(isWanted)) await lookAt(page, await addressOf(page, path))
}

it('nor out of a shared view on the page of another site', async () => {
  const page = await openPage(product.address)
  await signIn(page, 'admin', '/statement')
  const viewId = 1
  // Removes settings that other journeys may have saved for the view.
  const settings = { filters: [], days: null, reports: null, maxRows: 500 }
  const { id } = await ask<{ id: string }>(page, '/api/s1/embed/save', { viewId, enabled: true, settings })
  for (const theme of ['light', 'dark']) {
    await page.goto(`/iframe/report/${id}?theme=${theme}`)
    await new EmbedPage(page).ready()
    expect.soft(await found(page), `embed, ${theme}`).toEqual([])
  }
  // Readers can build groups where a report has dimensions other than its days.
  await page.getByRole('tab', { name: '分渠道' }).click()
  await page.waitForURL(/report=/)
  for (const theme of ['light', 'dark']) {
    const address = new URL(page.url())
    address.searchParams.set('theme', theme)
    await page.goto(address.href)
    const embed = new EmbedPage(page)
    await embed.ready()
    await embed.beginGroup()
    await page.keyboard.press('Enter')
    await page.locator('.group-parts').waitFor()
    const looked = await found(page, theme === 'light' ? everything : colours, { include: layers })
    expect.soft(looked, `a group in an embed, ${theme}`).toEqual([])
  }
  await page.goto(`/iframe/report/${id}`)
  await new EmbedPage(page).ready()
  await tabInto(page, '.embed-tabs [role="tab"]')
  await arrowsChoose(page)
  // The page's requests must end before sharing is switched off.
  await new EmbedPage(page).ready()
  await page.waitForLoadState('networkidle')
  await ask(page, '/api/s1/embed/save', { viewId, enabled: false })
})

/** The page below was checked on its own, so its cells and its dark colours are skipped. */
const over: Places = {
  light: { exclude: '.report-content [role="grid"]' },
  dark: { include: layers },
}

it('nor out of what lies over them', async () => {
  const page = await openPage(product.address, { height: 640 })
  await signIn(page, 'admin', '/statement/detail?id=1')
  await page.locator('.report-content [role=grid]').first().waitFor()
  await settled(page)
  await page.keyboard.press('j')
  await page.keyboard.press('Control+Home')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowRight')
  for (const keys of ['Control+k', '?', 'p', 't', 'o', 'Shift+F10', 'x', 'Control+Comma', 'F2', 'Delete']) {
    await opens(page, () => page.keyboard.press(keys))
    await settled(page)
    await inBothThemes(page, `over a report: ${keys}`, over)
    await closes(page)
  }
  await page.goto('/code/query')
  const sql = new SqlPage(page)
  await sql.ready()
  await sql.write('select 1 as n')
  await sql.run()
  await page.getByRole('tabpanel').getByRole('grid').waitFor()
  await page.keyboard.press('Control+`')
  await page.locator('[role=grid]:focus').waitFor()
  await page.keyboard.press('Control+Home')
  await opens(page, () => page.keyboard.press('Shift+F10'), { shows: '复制为' })
  await inBothThemes(page, 'over a result: its menu', over)
})
