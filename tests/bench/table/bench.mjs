// Scrolling 1,000,000 × 30 in Chromium: ours, Blueprint's table as it comes (NONE and BATCH) and glide-data-grid,
// interleaved; and which row of 100 million can be reached.
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { chromium } from 'playwright'
import { browserFlags, findBrowser } from '../../../src/setup/browser.mjs'
import { buildPage, pageOf } from '../../web/table/fixture/build.mjs'
import { median, milliseconds, percentile, times } from '../measure.mjs'

const here = fileURLToPath(new URL('.', import.meta.url))
const origin = 'http://table.test/'
/** A fast wheel: five rows a frame. */
const step = 120
const frameMs = 1000 / 60

const launch = async () => chromium.launch({ executablePath: await findBrowser(), args: browserFlags })

/** How many times slower than this machine a slow one is. */
const slowness = 4

async function openTable(browser, html, kind, rows, slow = false) {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
  await page.route(`${origin}**`, (route) => route.fulfill({ body: html, contentType: 'text/html' }))
  await page.addInitScript({ content: await readFile(`${here}measure.js`, 'utf8') })
  await page.goto(`${origin}?rows=${rows}#${kind}`)
  await page.waitForFunction(() => window.bench.isReady(), undefined, { timeout: 60_000 })
  await page.waitForTimeout(500)
  if (slow) {
    const protocol = await page.context().newCDPSession(page)
    await protocol.send('Emulation.setCPUThrottlingRate', { rate: slowness })
  }
  return page
}

async function scrollOnce(browser, html, kind, { frames, slow }) {
  const page = await openTable(browser, html, kind, 1_000_000, slow)
  try {
    await page.evaluate(([count, each]) => window.bench.frames(count, each), [frames / 8, step])
    const taken = await page.evaluate(([count, each]) => window.bench.frames(count, each), [frames, step])
    const blanks = await page.evaluate(
      ([count, each]) => window.bench.blanks(count, each),
      [frames / 4, step],
    )
    return {
      p50: percentile(taken, 0.5),
      p95: percentile(taken, 0.95),
      mean: taken.reduce((sum, one) => sum + one, 0) / taken.length,
      dropped: taken.reduce((sum, one) => sum + Math.max(0, Math.round(one / frameMs) - 1), 0) / taken.length,
      blanks,
    }
  } finally {
    await page.close()
  }
}

export async function measureScrolling(browser, html, { repeats = 3, frames = 240, only, slow = false }) {
  const runs = Object.fromEntries(only.map((kind) => [kind, []]))
  for (let at = 0; at < repeats; at++) {
    for (const kind of only) runs[kind].push(await scrollOnce(browser, html, kind, { frames, slow }))
  }
  const middle = (kind, name) => median(runs[kind].map((one) => one[name]))
  return Object.fromEntries(
    only.map((kind) => [
      kind,
      Object.fromEntries(
        ['p50', 'p95', 'mean', 'dropped', 'blanks'].map((name) => [name, middle(kind, name)]),
      ),
    ]),
  )
}

/** Scrolls to the very end by the key, and reads the last row's number. */
async function lastRowReached(browser, html) {
  const rows = 100_000_000
  const page = await openTable(browser, html, 'ours', rows)
  try {
    const track = await page.locator('.data-table-track-vertical').boundingBox()
    await page.mouse.move(track.x + track.width / 2, track.y + 10)
    await page.mouse.down()
    await page.mouse.move(track.x + track.width / 2, track.y + track.height + 100, { steps: 10 })
    await page.mouse.up()
    await page.waitForTimeout(300)
    return await page.evaluate(() => {
      const shown = [...document.querySelectorAll('.bp6-table-quadrant-left .data-table-row')]
        .filter((row) => row.style.display !== 'none')
        .map((row) => Number(row.textContent.replaceAll(',', '')))
      return Math.max(...shown)
    })
  } finally {
    await page.close()
  }
}

/** Blueprint's own end: the browser clamps the height of what is scrolled. */
async function blueprintHeight(browser) {
  const page = await browser.newPage()
  try {
    return await page.evaluate(() => {
      const tall = document.createElement('div')
      tall.style.height = '4000000000px'
      document.body.append(tall)
      return tall.getBoundingClientRect().height
    })
  } finally {
    await page.close()
  }
}

export async function run(options = {}) {
  const html = pageOf(await buildPage('page.tsx', 'bench.css', here))
  const browser = await launch()
  try {
    const compared = { ...options, only: ['ours', 'glide'] }
    const found = await measureScrolling(browser, html, compared)
    const slowed = await measureScrolling(browser, html, { ...compared, slow: true })
    // Of what takes a quarter of a second a frame, few tell enough.
    const few = { repeats: 1, frames: 48, only: ['none', 'batch'] }
    const { none, batch } = await measureScrolling(browser, html, few)
    const last = await lastRowReached(browser, html)
    const clamped = Math.floor((await blueprintHeight(browser)) / 24)
    const { ours, glide } = found
    const part = (share) => `${(share * 100).toFixed(1)} %`
    const say = (one) => `${milliseconds(one.p50)} / ${milliseconds(one.p95)}`
    const whole = (one) => `${say(one)}, dropped ${part(one.dropped)}`
    const ratio = ours.p95 / glide.p95
    return [
      {
        id: '5',
        work: 'scrolling 1,000,000 × 30, frame p50 / p95',
        ours: whole(ours),
        peer: `glide-data-grid ${whole(glide)}, Blueprint NONE ${say(none)}, BATCH ${say(batch)}`,
        ratio: times(ratio),
        reach: '≤ 1.3 × glide-data-grid at p95',
        met: ratio <= 1.3,
      },
      {
        id: '5',
        work: 'the same, the processor slowed four times',
        ours: whole(slowed.ours),
        peer: `glide-data-grid ${whole(slowed.glide)}`,
        ratio: times(slowed.ours.p95 / slowed.glide.p95),
        reach: 'no more dropped frames than glide-data-grid',
        met: slowed.ours.dropped <= slowed.glide.dropped,
      },
      {
        id: '5',
        work: 'frames with a blank strip while scrolling',
        ours: part(ours.blanks),
        peer: `Blueprint NONE ${part(none.blanks)}, BATCH ${part(batch.blanks)}`,
        ratio: '',
        reach: '0 %',
        met: ours.blanks === 0,
      },
      {
        id: '6',
        work: 'last row reachable of 100,000,000',
        ours: last.toLocaleString('en-US'),
        peer: `Blueprint ${clamped.toLocaleString('en-US')} (24 px rows)`,
        ratio: '',
        reach: 'the last',
        met: last === 100_000_000,
      },
    ]
  } finally {
    await browser.close()
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) console.table(await run({ repeats: 1, frames: 120 }))
