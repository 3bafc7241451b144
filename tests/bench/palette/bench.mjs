// Keystroke to painted in Chromium: our palette, cmdk with its own filter, kbar, and a page that searches nothing (what
// the browser takes whatever a palette does); one key at a time.
import { fileURLToPath } from 'node:url'
import { chromium } from 'playwright'
import { browserFlags, findBrowser } from '../../../src/setup/browser.mjs'
import { buildPage, pageOf } from '../../web/table/fixture/build.mjs'
import { milliseconds, percentile, times } from '../measure.mjs'

const here = fileURLToPath(new URL('.', import.meta.url))
const origin = 'http://palette.test/'

/** Initials, full pinyin, a polyphone, a technical name: typed key by key, then taken away at once. */
const queries = ['sjbb', 'liucun', 'chongqing', 'jyrb', 'retention', 'xinzeng', 'zhifu']
/** What takes up to a second a key: enough to know how long it takes. */
const few = queries.slice(0, 1)
/** The list is still when nothing was drawn for so long. */
const restMs = 60
/** How many times slower than this machine a slow one is. */
const slowness = 4

async function openPage(browser, html, kind, count, slow) {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
  await page.route(`${origin}**`, (route) => route.fulfill({ body: html, contentType: 'text/html' }))
  await page.goto(`${origin}?count=${count}#${kind}`)
  await page.waitForFunction(() => window.bench.isReady(), undefined, { timeout: 120_000 })
  await page.locator('input').first().focus()
  await page.waitForTimeout(500)
  if (slow) {
    const protocol = await page.context().newCDPSession(page)
    await protocol.send('Emulation.setCPUThrottlingRate', { rate: slowness })
  }
  return page
}

/** The time of the last stroke, once nothing more is drawn and the page has nothing more to do. */
async function settled(page) {
  for (let before; ; ) {
    await page.waitForTimeout(restMs)
    const time = await page.evaluate(() => window.bench.whenIdle())
    if (time !== before) {
      before = time
      continue
    }
    await page.evaluate(() => window.bench.rest())
    return time
  }
}

/** Times of the strokes that changed the list. */
async function typeAll(page, typed) {
  const taken = []
  for (const query of typed) {
    for (const letter of query) {
      await page.keyboard.press(letter)
      const time = await settled(page)
      if (time !== null) taken.push(time)
    }
    await page.keyboard.press('Control+a')
    await page.keyboard.press('Delete')
    await settled(page)
  }
  return taken
}

const openings = 20

/** Times from the palette's key to its paint, after the first. */
async function openAgain(page) {
  const taken = []
  for (let time = 0; time <= openings; time++) {
    await page.keyboard.press('Escape')
    await settled(page)
    await page.keyboard.press('Control+k')
    taken.push(await settled(page))
  }
  return taken.slice(1)
}

/** What is measured: `ours5` of 5,000 entries, `ours20slow` of 20,000 on a slow machine. */
const sorts = {
  ours20: { kind: 'ours', count: 20_000 },
  kbar20: { kind: 'kbar', count: 20_000, typed: few },
  cmdk20: { kind: 'cmdk', count: 20_000, typed: few },
  ours5: { kind: 'ours', count: 5_000 },
  opened: { kind: 'ours', count: 20_000, act: openAgain },
  openedSlow: { kind: 'ours', count: 20_000, slow: true, act: openAgain },
  kbar5: { kind: 'kbar', count: 5_000, typed: few },
  ours20slow: { kind: 'ours', count: 20_000, slow: true },
  kbar20slow: { kind: 'kbar', count: 20_000, slow: true, typed: few },
  ours5slow: { kind: 'ours', count: 5_000, slow: true },
  bareSlow: { kind: 'bare', count: 5_000, slow: true },
  kbar5slow: { kind: 'kbar', count: 5_000, slow: true, typed: few },
}

async function measure(browser, html, { kind, count, slow, typed, act }, all) {
  const page = await openPage(browser, html, kind, count, slow)
  try {
    // Code is compiled on the way; of what takes up to seconds a key that is nothing.
    if (kind === 'ours') await typeAll(page, all.slice(0, 1))
    return act ? await act(page) : await typeAll(page, typed ?? all)
  } finally {
    await page.close()
  }
}

export async function run({ typed = queries } = {}) {
  const html = pageOf(await buildPage('page.tsx', 'bench.css', here))
  const browser = await chromium.launch({ executablePath: await findBrowser(), args: browserFlags })
  const taken = {}
  try {
    for (const [name, sort] of Object.entries(sorts)) taken[name] = await measure(browser, html, sort, typed)
  } finally {
    await browser.close()
  }
  return rowsOf(taken)
}

const frameMs = 1000 / 60

function rowsOf(taken) {
  const p = (name, share = 0.95) => percentile(taken[name], share)
  const both = (name) => `${milliseconds(p(name))} (p50 ${milliseconds(p(name, 0.5))})`
  return [
    {
      id: '1',
      work: 'palette, keystroke to painted, 20,000 entries, p95',
      ours: both('ours20'),
      peer: `cmdk’s own filter ${milliseconds(p('cmdk20'))}, kbar ${milliseconds(p('kbar20'))}`,
      ratio: times(p('ours20') / p('cmdk20')),
      reach: '≤ 1/20 of cmdk, ≤ 33 ms',
      met: p('ours20') <= p('cmdk20') / 20 && p('ours20') <= 33,
    },
    {
      id: '2',
      work: 'the same, 5,000 entries, p95',
      ours: both('ours5'),
      peer: `kbar ${milliseconds(p('kbar5'))}`,
      ratio: times(p('ours5') / p('kbar5')),
      reach: 'one frame (16.7 ms)',
      met: p('ours5') <= frameMs,
    },
    ...[
      { count: 20, reach: '≤ 33 ms', most: 33 },
      { count: 5, reach: 'one frame (16.7 ms)', most: frameMs },
    ].map(({ count, reach, most }) => ({
      id: '2',
      work: `the same, ${count},000 entries, the processor slowed four times`,
      ours: both(`ours${count}slow`),
      peer: `kbar ${milliseconds(p(`kbar${count}slow`))}; texts that change and nothing else ${both('bareSlow')}`,
      ratio: times(p(`ours${count}slow`) / p(`kbar${count}slow`)),
      reach,
      met: p(`ours${count}slow`) <= most,
    })),
    {
      id: '2',
      work: 'palette, its key to painted, 20,000 entries, p95',
      ours: both('opened'),
      peer: `the processor slowed four times: ${both('openedSlow')}`,
      ratio: '–',
      reach: '≤ 100 ms',
      met: p('opened') <= 100,
    },
  ]
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  console.table(await run({ typed: few }))
}
