// The main work in Firefox, by keyboard only: sign in, find a report, explain a figure, pivot, export; type SQL, run it,
// copy and export its result.
import { readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { product } from '#e2e/browser.ts'
import { octoberYear } from '#e2e/days.ts'
import { type FirefoxPage, hasFirefox, openFirefox, withFirefox } from '#e2e/firefox.ts'
import { readBook } from '#e2e/pages/report.ts'
import { demoPassword } from '#e2e/pages/session.ts'
import { figures } from '#e2e/warehouse.ts'

withFirefox()

const number = (text: string) => Number(text.replaceAll(',', ''))

async function signIn(account: string, path: string): Promise<FirefoxPage> {
  const firefox = await openFirefox(path)
  await firefox.shows('::-p-aria(用户名)')
  await firefox.type(`${account}@example.com`)
  await firefox.press('Tab')
  await firefox.type(demoPassword)
  await firefox.press('Enter')
  await firefox.shows(`::-p-aria(用户 ${account})`)
  return firefox
}

/** Waits until a report's figures are there and no query runs. */
async function settled(firefox: FirefoxPage): Promise<void> {
  await firefox.shows('.data-table-status')
  await firefox.lacks('[aria-busy="true"]')
}

/** The total under a column's title, where both are drawn. */
async function total(firefox: FirefoxPage, title: string): Promise<number> {
  const read = () =>
    firefox.page.evaluate((wanted) => {
      const header = [...document.querySelectorAll('.data-table-title')]
        .filter((one) => one.querySelector('.data-table-name')?.textContent === wanted)
        .at(-1)
      if (!header) return ''
      const { left, width } = header.getBoundingClientRect()
      const cells = [...document.querySelectorAll<HTMLElement>('.data-table-summary > *')]
      const cell = cells.find((one) => {
        const box = one.getBoundingClientRect()
        return box.left <= left + width / 2 && left + width / 2 <= box.right
      })
      return cell?.innerText.replace('整期', '').trim() ?? ''
    }, title)
  await expect.poll(read).toMatch(/\d/)
  return number(await read())
}

/** The drawn lines of the SQL editor, from above. */
const editorText = (firefox: FirefoxPage) =>
  firefox.page.evaluate(() =>
    [...document.querySelectorAll('.sql-editor .view-line')]
      .map((line) => ({ top: line.getBoundingClientRect().top, text: line.textContent ?? '' }))
      .sort((one, other) => one.top - other.top)
      .map(({ text }) => text.replaceAll('\u00a0', ' '))
      .join('\n'),
  )

describe.skipIf(!hasFirefox)('in Firefox', () => {
  it('an analyst signs in, finds a report, narrows, explains, exports and pivots it by keys', async () => {
    const firefox = await signIn('analyst', '/')
    await firefox.press('Control+k')
    await firefox.shows('.palette-input')
    await firefox.type('jyrb')
    await firefox.reads('.palette [role="option"][aria-selected="true"]', '经营日报')
    await firefox.press('Enter')
    await firefox.reads('h1', '经营日报')
    await settled(firefox)

    await firefox.press('t')
    await firefox.shows('.palette-input')
    await firefox.type(`${octoberYear}-10-01..${octoberYear}-10-07`)
    await firefox.press('Enter')
    await firefox.lacks('.palette-input')
    await expect.poll(() => firefox.address.search).toContain(`${octoberYear}-10-07`)
    await settled(firefox)
    const [players, paid, onPhones] = await figures(
      product.dataDir,
      'login_day',
      `SELECT count(DISTINCT player_id),
          (SELECT sum(amount)::DOUBLE FROM pay_order
            WHERE cgi IN ('yhxt', 'fhsg') AND pay_date BETWEEN '${octoberYear}-10-01' AND '${octoberYear}-10-07' AND status = 'paid'),
          count(DISTINCT player_id) FILTER (WHERE lower(platform) = 'ios' AND login_date = '${octoberYear}-10-07')
        FROM login_day
        WHERE cgi IN ('yhxt', 'fhsg') AND login_date BETWEEN '${octoberYear}-10-01' AND '${octoberYear}-10-07'`,
    )
    await expect.poll(() => total(firefox, '活跃用户')).toBe(Number(players))
    expect(await total(firefox, '充值金额')).toBeCloseTo(Number(paid), 2)

    const file = await firefox.download(() => firefox.press('e'))
    expect(file.name).toMatch(/^核心指标\d{4}-\d{2}-\d{2} .*\.xls$/)
    const [header, ...rows] = await readBook(file.path)
    const column = (header as string[]).indexOf('活跃用户（人）')
    expect(rows.map((row) => row[0])).toContain('合计')
    expect(rows.at(-1)?.[column]).toBe(Number(players))

    // The first figure of the first day, 2026-10-07 being drawn first.
    await firefox.press('j', 'Control+Home', 'ArrowRight', 'x')
    await firefox.shows('[role="dialog"] .explain-figure b')
    const [first] = rows as [unknown[]]
    await expect.poll(async () => number(await firefox.text('.explain-figure b'))).toBe(first[column])
    // The focused button has our ring, not Firefox's dotted one.
    const ring = () =>
      firefox.page.evaluate(() => getComputedStyle(document.activeElement as Element).outlineStyle)
    await expect.poll(ring).toBe('solid')
    await firefox.press('Escape')
    await firefox.lacks('[role="dialog"]')

    await firefox.press('w')
    await expect.poll(() => firefox.address.pathname).toBe('/statement/detail2')
    await settled(firefox)
    expect(await total(firefox, '活跃用户')).toBe(Number(players))
    // Platforms as columns.
    await firefox.press('l')
    await firefox.shows('.bp6-popover input:focus')
    await firefox.type('pingtai')
    await expect
      .poll(() => firefox.texts('.bp6-popover .bp6-active'))
      .toContainEqual(expect.stringContaining('平台'))
    await firefox.press('Enter', 'Escape')
    await firefox.lacks('.bp6-popover')
    await firefox.press('Control+Enter')
    await firefox.reads('.data-table-status', /28 行（含小计 7 行）/)
    await settled(firefox)
    expect(await total(firefox, '活跃用户')).toBe(Number(players))
    // The last day's figures stand beside the chart.
    await firefox.reads('.chart-legend', new RegExp(`苹果 iOS\\s+${onPhones}\\s`))
  })

  it('somebody types SQL key by key, runs it, copies the result, and exports it', async () => {
    const firefox = await signIn('sql', '/code/query')
    const isReady = () =>
      firefox.page.evaluate(() => document.activeElement?.closest('.monaco-editor') != null)
    await expect.poll(isReady).toBe(true)
    const lines = [
      'with days as (select cgi, player_id from login_day',
      `where login_date between '${octoberYear}-10-01' and '${octoberYear}-10-07')`,
      'select cgi, count(distinct player_id) as players',
      "from days where cgi in ('fhsg', 'yhxt') group by cgi order by cgi",
    ]
    await firefox.press('Control+a')
    for (const [index, line] of lines.entries()) {
      if (index > 0) await firefox.press('Enter')
      await firefox.type(line, 20)
    }
    const plain = (text: string) => text.replace(/\n\s+/g, '\n')
    await expect.poll(async () => plain(await editorText(firefox))).toBe(lines.join('\n'))

    await firefox.press('Control+Enter')
    await firefox.reads('.data-table-status', /2 行，完整/)
    const players = await figures(
      product.dataDir,
      'login_day',
      `SELECT count(DISTINCT player_id) FILTER (WHERE cgi = 'fhsg'), count(DISTINCT player_id) FILTER (WHERE cgi = 'yhxt')
        FROM login_day WHERE login_date BETWEEN '${octoberYear}-10-01' AND '${octoberYear}-10-07'`,
    )
    await firefox.press('Control+`')
    await firefox.shows('.data-table [role="grid"]:focus')
    await firefox.press('Control+a', 'Control+c')
    await expect.poll(() => firefox.clipboard()).toBe(`fhsg\t${players[0]}\r\nyhxt\t${players[1]}`)

    const file = await firefox.download(() => firefox.press('Alt+e'))
    expect(await readFile(file.path, 'utf8')).toContain(`fhsg,${players[0]}`)

    // Copied cells land in the text.
    await firefox.press('Control+`')
    await expect.poll(isReady).toBe(true)
    await firefox.press('Control+a', 'Control+v')
    await expect.poll(() => editorText(firefox)).toMatch(new RegExp(`^fhsg\\s+${players[0]}\\s+yhxt`))
  })
})
