// From Enter on a view in the palette to its figures painted, in Chromium over the demo, beside what the server took
// since: warm, and in a new tab with nothing cached, where the choice is read first and where Enter comes at once.
import { chromium } from 'playwright'
import { browserFlags, findBrowser } from '../../../src/setup/browser.mjs'
import { withDemo } from '../installation.mjs'
import { milliseconds, percentile } from '../measure.mjs'

const account = { user: 'analyst@example.com', password: 'analytics-demo' }
/** As they are typed, and titled. */
const views = [
  ['jyrb', '经营日报'],
  ['czmx', '充值明细'],
]
const rounds = { cold: 4, warm: 12 }
/** What people take between opening the palette and Enter, and between two views. */
const restMs = 700
/** Between the view's being listed and Enter, in a new tab. */
const coldRests = { rested: restMs, atOnce: 0 }

/** Runs in the page: when figures of a page in front were painted, since Enter. */
function probe() {
  const state = { pressedAt: 0, paintedAt: 0 }
  window.enterProbe = state
  /** Of the table that was there before, if any. */
  let before = null
  const firstCell = () =>
    document.querySelector('.report-content .data-table-row:not(.data-table-summary) [role=gridcell]')
  const isShown = () => {
    const cell = firstCell()
    if (!cell?.textContent || document.querySelector('.palette-layer, .figures-old')) return false
    // Laid out behind another page it is not shown; and one may come from the view before.
    return (
      cell.checkVisibility({ opacityProperty: true }) && document.querySelector('h1')?.textContent !== before
    )
  }
  const { port1, port2 } = new MessageChannel()
  // A message that was posted in a frame comes once it is painted.
  port1.onmessage = () => {
    if (isShown()) state.paintedAt = performance.now()
    else look()
  }
  const look = () => requestAnimationFrame(() => port2.postMessage(null))
  addEventListener(
    'keydown',
    ({ key }) => {
      if (key !== 'Enter') return
      before = document.querySelector('h1')?.textContent
      Object.assign(state, { pressedAt: performance.now(), paintedAt: 0 })
      look()
    },
    true,
  )
}

async function enter(page, [typed, title], rests = restMs) {
  await page.keyboard.press('Control+k')
  await page.keyboard.type(typed, { delay: 30 })
  await page.getByRole('option', { name: title }).first().waitFor()
  await page.waitForTimeout(rests)
  const answers = []
  // What was asked for before Enter keeps nobody waiting.
  const note = (response) => {
    const request = response.request()
    // Other reports of the view are read ahead, behind what is shown.
    const isQuiet = request.headers()['request-id']?.startsWith('ahead-')
    if (isQuiet || !request.url().includes('getReportDataByInfo')) return
    const { responseStart, requestStart, startTime } = request.timing()
    if (startTime >= pressed) answers.push(responseStart - requestStart)
  }
  page.on('response', note)
  const pressed = Date.now()
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: title, level: 1 }).waitFor()
  await page.waitForFunction(() => window.enterProbe.paintedAt > 0)
  const { pressedAt, paintedAt } = await page.evaluate(() => window.enterProbe)
  await page.waitForTimeout(restMs)
  page.off('response', note)
  return { taken: paintedAt - pressedAt, server: answers[0] ?? 0 }
}

async function signedIn(browser, address, state) {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    ...(state && { storageState: state }),
  })
  await context.addInitScript(probe)
  const page = await context.newPage()
  await page.goto(`${address}/statement`)
  if (!state) {
    await page.getByLabel('用户名').fill(account.user)
    await page.getByLabel('密码', { exact: true }).fill(account.password)
    await page.keyboard.press('Enter')
  }
  await page.getByRole('button', { name: /用户/ }).waitFor()
  await page.waitForTimeout(restMs * 3)
  return page
}

export async function run() {
  return await withDemo(async ({ product: { address } }) => {
    const browser = await chromium.launch({ executablePath: await findBrowser(), args: browserFlags })
    try {
      const first = await signedIn(browser, address)
      const taken = { warm: [], rested: [], atOnce: [] }
      for (const view of views) await enter(first, view)
      const state = await first.context().storageState()
      for (let at = 0; at < rounds.warm; at++) taken.warm.push(await enter(first, views[at % views.length]))
      await first.context().close()
      for (const [name, rests] of Object.entries(coldRests)) {
        for (let at = 0; at < rounds.cold; at++) {
          const page = await signedIn(browser, address, state)
          taken[name].push(await enter(page, views[at % views.length], rests))
          await page.context().close()
        }
      }
      return Object.entries(taken).map(([name, times]) => rowOf(works[name], times))
    } finally {
      await browser.close()
    }
  })
}

const works = {
  warm: 'warm, from one view to another',
  rested: 'in a new tab with nothing cached, the choice read before Enter',
  atOnce: 'the same, Enter pressed as soon as the view is listed',
}

function rowOf(name, times) {
  const of = (pick, part) => percentile(times.map(pick), part)
  const beyond = ({ taken, server }) => taken - server
  const p = (pick) => `${milliseconds(of(pick, 0.5))}, ${milliseconds(of(pick, 0.95))}`
  return {
    id: 'E',
    work: `Enter on a view in the palette → figures painted, p50 and p95: ${name}`,
    ours: p(({ taken }) => taken),
    peer: `the server’s own time from Enter on ${p(({ server }) => server)}`,
    ratio: `+ ${milliseconds(of(beyond, 0.5))}`,
    reach: '≤ 100 ms beyond the server',
    met: of(beyond, 0.5) <= 100,
  }
}
