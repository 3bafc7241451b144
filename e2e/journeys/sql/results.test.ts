// Results in the SQL workspace: days, menus, tabs, chart and plan; the bars between the panels; what messages cover.
import { expect, it } from 'vitest'
import { openPage, type PageOptions, product, withBrowser } from '#e2e/browser.ts'
import { signIn } from '#e2e/pages/session.ts'
import { SqlPage } from '#e2e/pages/sql.ts'

withBrowser()

async function openWorkspace(options: PageOptions = {}): Promise<SqlPage> {
  const page = await openPage(product.address, options)
  await signIn(page, 'sql', '/code/query')
  const sql = new SqlPage(page)
  await sql.ready()
  return sql
}

async function enterGrid({ page }: SqlPage): Promise<void> {
  await page.keyboard.press('Control+Backquote')
  await page.locator('[role=grid]:focus').waitFor()
}

it('keeps weekdays at their days when another column is frozen, and the menu of a cell short, with pages', async () => {
  const sql = await openWorkspace({ width: 1280, height: 720 })
  const { page } = sql
  const { keyboard } = page
  await sql.write("select 'one' as name, date '2026-11-28' as day, n from range(60) r(n)")
  await sql.run()
  const days = () =>
    page
      .locator('[role=gridcell]', { has: page.locator('.data-table-weekday') })
      .evaluateAll((cells) => [...new Set(cells.map((cell) => cell.textContent))])
  await expect.poll(days).toEqual(['2026-11-28周六'])
  await enterGrid(sql)
  for (const key of ['Control+Home', 'ArrowRight', 'ArrowRight', 'z']) await keyboard.press(key)
  const titles = () => page.getByRole('columnheader').allInnerTexts()
  await expect
    .poll(async () => (await titles()).filter((title) => /\bn$/.test(title)).length)
    .toBeGreaterThan(0)
  await page.locator('[role=gridcell][aria-colindex="3"] .data-table-weekday').first().waitFor()
  expect(await days()).toEqual(['2026-11-28周六'])

  await keyboard.press('Control+End')
  await keyboard.press('Shift+F10')
  const menu = page.getByRole('menu')
  const entries = menu.getByRole('menuitem')
  const focused = () => page.evaluate(() => document.activeElement?.textContent ?? '')
  const isInWindow = () =>
    menu.evaluate((list) => {
      const all = [...list.querySelectorAll('[role=menuitem]')].map((one) => one.getBoundingClientRect())
      return all.every(({ top, bottom }) => top >= 0 && bottom <= window.innerHeight)
    })
  await expect.poll(focused).toContain('打开此格')
  expect(await entries.count()).toBeLessThanOrEqual(10)
  expect(await isInWindow()).toBe(true)
  await keyboard.press('End')
  await keyboard.press('ArrowRight')
  await menu.getByText('列宽适合内容').waitFor()
  await expect.poll(focused).toBe('行与列')
  await expect.poll(isInWindow).toBe(true)
  await keyboard.press('ArrowLeft')
  await menu.getByText('打开此格').waitFor()
  await expect.poll(focused).toBe('行与列')
  await keyboard.press('ArrowUp')
  await keyboard.press('ArrowRight')
  await menu.getByRole('menuitem', { name: 'INSERT' }).click()
  await expect
    .poll(() => page.evaluate(() => navigator.clipboard.readText()))
    .toContain("(59, 'one', date '2026-11-28');")
})

it('shows the chosen tab where its strip becomes narrower, and a pin on pinned results alone', async () => {
  const sql = await openWorkspace({ width: 1440, height: 800 })
  const { page } = sql
  const { keyboard } = page
  const pins = page.locator('.result-pinned')
  const statements = [1, 2, 3, 4, 5, 6, 7, 8].map(
    (number) => `select ${number} as a_column_of_number_${number}`,
  )
  await sql.write(statements.join(';\n'))
  await keyboard.press('Control+Shift+Enter')
  await expect.poll(() => sql.results.count()).toBe(8)
  await sql.settled()
  expect(await pins.count()).toBe(0)
  await keyboard.press('Alt+p')
  await pins.waitFor()
  expect(await page.locator('.result-tab', { has: pins }).innerText()).toContain('结果 8')
  const isShown = () =>
    page.evaluate(() => {
      const tab = document.querySelector('.result-tab[aria-selected="true"]')?.getBoundingClientRect()
      const strip = document.querySelector('.result-tab-list')?.getBoundingClientRect()
      return tab && strip ? tab.left >= strip.left - 7 && tab.right <= strip.right + 1 : false
    })
  await expect.poll(isShown).toBe(true)
  await page.setViewportSize({ width: 1024, height: 800 })
  await expect.poll(isShown).toBe(true)
  await page.setViewportSize({ width: 760, height: 800 })
  await expect.poll(isShown).toBe(true)
})

it('moves the bars between the panels by pointer and by keys, keeps them, and resets them by a double click', async () => {
  const sql = await openWorkspace({ width: 1280, height: 720 })
  const { page } = sql
  const side = page.getByRole('separator', { name: '侧栏宽度' })
  const split = page.getByRole('separator', { name: '编辑器高度' })
  const sizeOf = async (bar: typeof side) => Number(await bar.getAttribute('aria-valuenow'))
  const drag = async (bar: typeof side, x: number, y: number) => {
    const box = await bar.boundingBox()
    if (!box) throw new Error('there is no bar')
    const [left, top] = [box.x + box.width / 2, box.y + box.height / 2]
    await page.mouse.move(left, top)
    await page.mouse.down()
    for (const part of [0.25, 0.5, 0.75, 1]) await page.mouse.move(left + x * part, top + y * part)
    await page.mouse.up()
    // It has let go.
    await page.mouse.move(left - x, top - y)
  }
  await page.getByRole('treeitem', { name: /pay_order/ }).waitFor()
  await drag(side, 120, 0)
  await drag(split, 0, -120)
  await expect.poll(() => sizeOf(side)).toBe(360)
  const height = await sizeOf(split)
  expect(height).toBeLessThan(40)
  await page.reload()
  await sql.ready()
  expect([await sizeOf(side), await sizeOf(split)]).toEqual([360, height])
  for (const bar of [side, split]) await bar.dblclick()
  expect([await sizeOf(side), await sizeOf(split)]).toEqual([240, 50])
  // Control+m lets Tab leave the editor.
  await page.keyboard.press('Control+m')
  const isAt = (bar: typeof side) => bar.evaluate((element) => element === document.activeElement)
  for (const [bar, tab, key, size] of [
    [side, 'Shift+Tab', 'ArrowRight', 256],
    [split, 'Tab', 'ArrowUp', 46],
  ] as const) {
    for (let steps = 0; steps < 40 && !(await isAt(bar)); steps += 1) await page.keyboard.press(tab)
    await page.keyboard.press(key)
    await expect.poll(() => sizeOf(bar)).toBe(size)
  }
})

it('draws twelve series in the colours of their legend, and says in the plan what each step computes', async () => {
  const sql = await openWorkspace({ width: 1280, height: 900 })
  const { page } = sql
  const { keyboard } = page
  const names = "'series ' || lpad(s::varchar, 2, '0') as name"
  await sql.write(
    `select date '2026-11-01' + x::int as day, ${names}, s * 10 + x as value from range(9) a(x), range(12) b(s)`,
  )
  await sql.run()
  await keyboard.press('Alt+g')
  const canvas = page.locator('.result-chart canvas')
  await canvas.waitFor()
  const marks = await page
    .locator('.result-legend-mark')
    .evaluateAll((all) => all.map((mark) => getComputedStyle(mark).backgroundColor))
  expect(new Set(marks).size).toBe(12)
  // The colours that the canvas has, from its pixels.
  const missing = () =>
    canvas.evaluate((element, colours) => {
      const { width, height } = element as HTMLCanvasElement
      const data =
        (element as HTMLCanvasElement).getContext('2d')?.getImageData(0, 0, width, height).data ?? []
      const drawn = new Set<string>()
      for (let at = 0; at < data.length; at += 4)
        drawn.add(`rgb(${data[at]}, ${data[at + 1]}, ${data[at + 2]})`)
      return colours.filter((colour) => !drawn.has(colour))
    }, marks)
  await expect.poll(missing).toEqual([])

  await sql.write('select cgi, count(*) as n from login_day group by 1 order by n desc limit 3')
  await keyboard.press('Control+Shift+e')
  const steps = page.getByRole('tree', { name: '步骤' })
  await steps.getByText('按 cgi 分组，算 count(*)').waitFor()
  await steps.getByText('读取 login_day 的 cgi').waitFor()
})

it('covers nothing of the editor or the result with a message', async () => {
  const sql = await openWorkspace({ width: 1280, height: 720 })
  const { page } = sql
  await sql.write(Array.from({ length: 12 }, (_, at) => `select ${at} as n`).join(';\n'))
  await page.keyboard.press('Control+Shift+Enter')
  await expect.poll(() => sql.results.count()).toBe(12)
  await sql.settled()
  const messages = page.locator('.message')
  for (const word of ['one', 'two']) {
    const before = await page.locator('.message-text').allInnerTexts()
    await sql.write(`select '${word}' as word`)
    await page.keyboard.press('Control+Enter')
    await expect.poll(() => page.locator('.message-text').allInnerTexts()).not.toEqual(before)
  }
  expect(await messages.count()).toBe(1)
  const box = await messages.boundingBox()
  const tabs = await page.getByRole('tablist', { name: 'SQL 标签页' }).boundingBox()
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual((tabs?.y ?? 0) + 4)
  const save = await page.getByRole('button', { name: /^保存/ }).boundingBox()
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(save?.x ?? 0)
})
