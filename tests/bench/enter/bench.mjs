// From Enter on a view in the palette to its figures painted, in Chromium over the demo, beside what the server took:
// cold (a new tab, nothing cached), warm, and with figures that the server has kept.
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

/** Runs in the page: when the last change of the table was painted, since Enter. */
function probe() {
  const state = { pressedAt: 0, paintedAt: 0, firstAt: 0 }
  window.enterProbe = state
  addEventListener(
    'keydown',
    ({ key }) => {
      if (key === 'Enter') Object.assign(state, { pressedAt: performance.now(), paintedAt: 0, firstAt: 0 })
    },
    true,
  )
  const note = () =>
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel()
      port1.onmessage = () => {
        const cell = document.querySelector(
          '.report-content .data-table-row:not(.data-table-summary) [role=gridcell]',
        )
        if (!cell?.textContent || document.querySelector('.figures-old')) return
        const now = performance.now()
        state.firstAt ||= now
        state.paintedAt = now
      }
      port2.postMessage(null)
    })
  const watch = () => {
    const table = (node) => (node instanceof Element ? node : node.parentElement)?.closest('.report-content')
    new MutationObserver((changes) => {
      if (state.pressedAt && changes.some(({ target }) => table(target))) note()
    }).observe(document, { subtree: true, childList: true, characterData: true })
  }
  watch()
}

async function enter(page, [typed, title]) {
  await page.keyboard.press('Control+k')
  await page.keyboard.type(typed, { delay: 30 })
  await page.getByRole('option', { name: title }).first().waitFor()
  await page.waitForTimeout(restMs)
  const answers = []
  const note = async (response) => {
    if (!response.url().includes('getReportDataByInfo')) return
    const { responseStart, requestStart } = response.request().timing()
    const { data } = await response.json().catch(() => ({}))
    answers.push({ took: responseStart - requestStart, cached: data?.cached, title: data?.rowCount })
  }
  page.on('response', note)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: title, level: 1 }).waitFor()
  await page.waitForFunction(() => window.enterProbe.paintedAt > 0)
  await page.waitForTimeout(restMs)
  page.off('response', note)
  const { pressedAt, firstAt, paintedAt } = await page.evaluate(() => window.enterProbe)
  return { first: firstAt - pressedAt, last: paintedAt - pressedAt, server: answers[0]?.took ?? 0 }
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
      const state = await first.context().storageState()
      const taken = { cold: [], warm: [] }
      for (const view of views) await enter(first, view)
      for (let at = 0; at < rounds.warm; at++) taken.warm.push(await enter(first, views[at % views.length]))
      await first.context().close()
      for (let at = 0; at < rounds.cold; at++) {
        const page = await signedIn(browser, address, state)
        taken.cold.push(await enter(page, views[at % views.length]))
        await page.context().close()
      }
      return Object.entries(taken).map(([name, times]) => rowOf(name, times))
    } finally {
      await browser.close()
    }
  })
}

function rowOf(name, times) {
  const of = (pick, part) => percentile(times.map(pick), part)
  const beyond = ({ first, server }) => first - server
  const p = (pick) => `${milliseconds(of(pick, 0.5))}, ${milliseconds(of(pick, 0.95))}`
  return {
    id: 'E',
    work: `Enter on a view in the palette → figures painted, ${name}, p50 and p95 (its last change)`,
    ours: `${p(({ first }) => first)} (${p(({ last }) => last)})`,
    peer: `the server’s own time ${p(({ server }) => server)}`,
    ratio: `+ ${milliseconds(of(beyond, 0.5))}`,
    reach: '≤ 100 ms beyond the server',
    met: of(beyond, 0.5) <= 100,
  }
}
