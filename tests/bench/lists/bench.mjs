// Keystroke to painted in Chromium: the search of the product's long lists, over their own pages.
import { fileURLToPath } from 'node:url'
import { chromium } from 'playwright'
import { browserFlags, findBrowser } from '../../../src/setup/browser.mjs'
import { buildPage, pageOf } from '../../web/table/fixture/build.mjs'
import { milliseconds, percentile } from '../measure.mjs'
import { config, options, points } from './rows.mjs'

const here = fileURLToPath(new URL('.', import.meta.url))
const origin = 'http://list.test'
/** The list is still when nothing was drawn for so long. */
const restMs = 120

/** By the name of its page in pages.ts: where it stands, what is typed into its search, what its calls answer. */
const lists = {
  points: {
    path: '/config/point',
    work: 'search of 10,000 points, keystroke to painted, p95',
    typed: ['充值', 'hycs', 'quanfu', 'login', '9999'],
    answers: () => {
      const rows = points(10_000)
      return {
        '/api/s1/graphql': ({ query, variables }) => ({
          data: query.includes('allPoint')
            ? { rows: rows.slice(variables.offset, variables.offset + variables.limit) }
            : {
                allConfig: query.includes('rows:')
                  ? { rows: rows.map(({ id }) => ({ id, uses: id % 9 })) }
                  : config,
              },
        }),
        '/api/s1/data/anaSettingOption': () => ({ isSuccess: true, data: options }),
        '/api/s1/config/undefined': () => ({ isSuccess: true, data: [] }),
      }
    },
  },
}

async function openList(browser, html, name) {
  const { path, answers } = lists[name]
  const known = answers()
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
  await page.route(`${origin}/**`, async (route) => {
    const request = route.request()
    const answer = known[new URL(request.url()).pathname]
    if (!answer) return route.fulfill({ body: html, contentType: 'text/html' })
    const body = request.method() === 'POST' ? request.postDataJSON() : {}
    await route.fulfill({ json: answer(body) })
  })
  await page.goto(`${origin}${path}#${name}`)
  await page.waitForFunction(() => window.bench.isReady(), undefined, { timeout: 120_000 })
  await page.getByRole('searchbox').click()
  await page.waitForTimeout(500)
  return page
}

/** The time of the last stroke, once nothing more is drawn and the page has nothing more to do. */
async function settled(page) {
  for (let before; ; ) {
    await page.waitForTimeout(restMs)
    const time = await page.evaluate(() => window.bench.whenIdle())
    if (time === before) return time
    before = time
  }
}

/** Times of the strokes that changed the rows, those that took a word away among them. */
async function typeAll(page, words) {
  const taken = []
  const press = async (work) => {
    await work()
    const time = await settled(page)
    if (time !== null) taken.push(time)
  }
  for (const word of words) {
    // A Chinese character comes whole from the input method, a key at its end.
    for (const letter of word)
      await press(() => (/[a-z0-9]/.test(letter) ? page.keyboard.press(letter) : compose(page, letter)))
    for (const _ of word) await press(() => page.keyboard.press('Backspace'))
  }
  return taken
}

async function compose(page, letter) {
  await page.keyboard.down('Shift')
  await page.keyboard.up('Shift')
  await page.keyboard.insertText(letter)
}

export async function run({ repeats = 2, only = Object.keys(lists) } = {}) {
  const html = pageOf(await buildPage('page.tsx', 'bench.css', here))
  const browser = await chromium.launch({ executablePath: await findBrowser(), args: browserFlags })
  try {
    const rows = []
    for (const name of only) {
      const page = await openList(browser, html, name)
      await typeAll(page, lists[name].typed.slice(0, 1))
      const taken = []
      for (let at = 0; at < repeats; at++) taken.push(...(await typeAll(page, lists[name].typed)))
      await page.close()
      const p95 = percentile(taken, 0.95)
      rows.push({
        id: '16',
        work: lists[name].work,
        ours: `${milliseconds(p95)} (p50 ${milliseconds(percentile(taken, 0.5))})`,
        peer: '',
        ratio: '',
        reach: '≤ 33 ms',
        met: p95 <= 33,
      })
    }
    return rows
  } finally {
    await browser.close()
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) console.table(await run({ repeats: 1 }))
