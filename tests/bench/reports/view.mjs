// Opening a view of ten reports in Chromium: its first table is painted before the last query ends.
import { chromium } from 'playwright'
import { browserFlags, findBrowser } from '../../../src/setup/browser.mjs'
import { median, milliseconds, times } from '../measure.mjs'

const turns = 3
const quietMs = 3_000

export async function runView({ address, headers }, { slowView, pointTables }) {
  const browser = await chromium.launch({ executablePath: await findBrowser(), args: browserFlags })
  try {
    const opened = []
    for (let turn = 0; turn < turns; turn++) {
      await cleanCache({ address, headers }, pointTables)
      opened.push(await openOnce(browser, { address, headers }, slowView))
    }
    const painted = median(opened.map((one) => one.painted))
    const ended = median(opened.map((one) => one.ended))
    const queries = median(opened.map((one) => one.queries))
    return {
      id: '8',
      work: `a view of 10 reports: address → first table painted; last of the ${queries} queries ended`,
      ours: milliseconds(painted),
      peer: `last query ${milliseconds(ended)}`,
      ratio: times(painted / ended),
      reach: 'before the last query ends',
      met: queries > 1 && painted < ended,
    }
  } finally {
    await browser.close()
  }
}

async function cleanCache({ address, headers }, pointTables) {
  for (const id of pointTables) {
    const reply = await fetch(`${address}/api/s1/data/cleanPointTableCache/${id}`, {
      method: 'POST',
      headers,
      body: '{}',
    })
    const { isSuccess, msg } = await reply.json()
    if (!isSuccess) throw new Error(msg)
  }
}

async function openOnce(browser, { address, headers }, viewId) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  const cookies = headers.cookie.split('; ').map((pair) => {
    const at = pair.indexOf('=')
    return { name: pair.slice(0, at), value: pair.slice(at + 1), url: address }
  })
  await context.addCookies(cookies)
  await context.addInitScript(() => localStorage.setItem('username', 'bench@example.com'))
  const page = await context.newPage()
  const begun = performance.now()
  let ended = 0
  let queries = 0
  let running = 0
  const isQuery = (request) => request.url().includes('getReportDataByInfo')
  page.on('request', (request) => {
    if (!isQuery(request)) return
    queries++
    running++
  })
  const done = (request) => {
    if (!isQuery(request)) return
    running--
    ended = performance.now() - begun
  }
  page.on('requestfinished', done)
  page.on('requestfailed', done)
  await page.goto(`${address}/statement/detail?id=${viewId}`, { waitUntil: 'commit' })
  // The cell is drawn with figures in it; the frame after it is on the screen.
  await page.waitForFunction(() => {
    const cell = document.querySelector('.data-table .bp6-table-cell')
    return cell !== null && /\d/.test(cell.textContent ?? '')
  })
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))))
  const painted = performance.now() - begun
  while (running > 0 || performance.now() - begun < Math.max(ended, painted) + quietMs) {
    await page.waitForTimeout(50)
  }
  await context.close()
  return { painted, ended, queries }
}
