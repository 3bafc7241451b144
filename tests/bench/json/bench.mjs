// 50 MB of JSON in Chromium, pasted and dropped: until the tree is painted, and until the first key moved it.
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import * as esbuild from 'esbuild'
import { chromium } from 'playwright'
import { webOptions, webPlugins } from '../../../build.mjs'
import { browserFlags, findBrowser } from '../../../src/setup/browser.mjs'
import { percentile, seconds } from '../measure.mjs'
import { shapes } from './shapes.mjs'

const root = join(dirname(fileURLToPath(import.meta.url)), '../../..')
/** Its pages may use the clipboard. */
const origin = 'http://localhost:4599/'
const reachMs = 2_000

async function bundle(entry, plugins) {
  const { outputFiles } = await esbuild.build({
    ...webOptions,
    absWorkingDir: root,
    entryPoints: [entry],
    plugins,
    define: {
      'process.env.NODE_ENV': '"production"',
      'process.env.BLUEPRINT_NAMESPACE': 'undefined',
      'process.env.REACT_APP_BLUEPRINT_NAMESPACE': 'undefined',
      EDITOR_WORKER: '""',
      TOOLS_WORKER: '"/worker.js"',
    },
    format: 'iife',
    minify: true,
    write: false,
    outdir: '/unused',
    logLevel: 'error',
  })
  return (ending) => outputFiles.find(({ path }) => path.endsWith(ending))?.text ?? ''
}

async function answers() {
  const page = await bundle('tests/bench/json/page.tsx', webPlugins)
  const worker = await bundle('src/features/tools/web/worker/toolsWorker.ts', [])
  const head = '<meta charset="utf-8"><title>json</title><link rel="stylesheet" href="/page.css">'
  const html = `<!doctype html><html lang="zh-CN"><head>${head}</head><body><div id="root" style="height: 100vh"></div><script src="/page.js"></script></body></html>`
  return {
    '/': { body: html, contentType: 'text/html' },
    '/page.js': { body: page('.js'), contentType: 'text/javascript' },
    '/page.css': { body: page('.css'), contentType: 'text/css' },
    '/worker.js': { body: worker('.js'), contentType: 'text/javascript' },
  }
}

/** From the event that brings the text to the frame after the first rows. */
const watch = () => {
  window.begun = null
  window.painted = new Promise((resolve) => {
    const begin = () => {
      window.begun ??= performance.now()
    }
    addEventListener('paste', begin, { capture: true, once: true })
    addEventListener('drop', begin, { capture: true, once: true })
    new MutationObserver((_, observer) => {
      if (window.begun === null || !document.querySelector('.json-row')) return
      observer.disconnect()
      requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - window.begun)))
    }).observe(document.body, { childList: true, subtree: true })
  })
}

const drop = (text) => {
  const transfer = new DataTransfer()
  transfer.items.add(new File([text], 'data.json'))
  const page = document.querySelector('.tools-page')
  for (const type of ['dragover', 'drop'])
    page?.dispatchEvent(new DragEvent(type, { dataTransfer: transfer, bubbles: true, cancelable: true }))
}

/** From a key to the frame that shows where it led. */
async function keyTime(page) {
  await page.evaluate(() => {
    window.moved = new Promise((resolve) => {
      const tree = document.querySelector('.json-tree')
      let begun = 0
      tree?.addEventListener('keydown', () => (begun = performance.now()), { capture: true, once: true })
      const look = () => {
        const row = document.querySelector('.json-row-active')
        if (begun === 0 || row?.id !== 'json-row-1') return requestAnimationFrame(look)
        setTimeout(() => resolve(performance.now() - begun))
      }
      look()
    })
  })
  await page.keyboard.press('ArrowDown')
  return page.evaluate(() => window.moved)
}

async function measure(browser, files, make, way) {
  const context = await browser.newContext({ permissions: ['clipboard-read', 'clipboard-write'] })
  const page = await context.newPage()
  try {
    await page.route(`${origin}**`, (route) => {
      const file = files[new URL(route.request().url()).pathname]
      return file ? route.fulfill(file) : route.fulfill({ status: 404 })
    })
    await page.goto(origin)
    await page.locator('textarea').waitFor()
    await page.evaluate(watch)
    // Made in the page: it is not to travel there.
    await page.evaluate(`window.text = (${make})()`)
    const size = await page.evaluate(() => window.text.length)
    if (way === 'paste') {
      await page.evaluate(() => navigator.clipboard.writeText(window.text))
      await page.locator('textarea').click()
      await page.keyboard.press('Control+v')
    } else await page.evaluate(`(${drop})(window.text)`)
    const opened = await page.evaluate(() => window.painted)
    await page.locator('.json-tree').click({ position: { x: 200, y: 10 } })
    return { size, opened, key: await keyTime(page) }
  } finally {
    await context.close()
  }
}

export async function run({ repeats = 3 } = {}) {
  const files = await answers()
  const browser = await chromium.launch({ executablePath: await findBrowser(), args: browserFlags })
  const taken = []
  try {
    for (const [name, make] of Object.entries(shapes)) {
      for (const way of ['paste', 'drop']) {
        for (let at = 0; at < repeats; at++) {
          const { size, opened, key } = await measure(browser, files, make, way)
          console.error(
            `   ${name}, ${way}, ${Math.round(size / 1e6)} MB: ${Math.round(opened)} ms, key ${Math.round(key)} ms`,
          )
          taken.push(opened + key)
        }
      }
    }
  } finally {
    await browser.close()
  }
  const slow = percentile(taken, 0.95)
  return [
    {
      id: 'V',
      work: `50 MB of JSON in ${Object.keys(shapes).length} shapes, pasted or dropped: tree painted and moved by its first key, p50, p95`,
      ours: `${seconds(percentile(taken, 0.5))}, ${seconds(slow)}`,
      peer: '',
      ratio: '',
      reach: '≤ 2 s',
      met: slow <= reachMs,
    },
  ]
}

if (process.argv[1] === fileURLToPath(import.meta.url)) console.table(await run({ repeats: 1 }))
