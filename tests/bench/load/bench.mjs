// First load: what travels until the palette can be used, and how long a cold and a warm start take in Chromium.
import { readFile, stat } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { chromium } from 'playwright'
import { browserFlags, findBrowser } from '../../../src/setup/browser.mjs'
import { withInstallation } from '../installation.mjs'
import { median, seconds } from '../measure.mjs'

const web = fileURLToPath(new URL('../../../dist/web/', import.meta.url))

/** Bytes of the scripts and styles that index.html names, as brotli. */
async function shellSize() {
  const page = await readFile(`${web}index.html`, 'utf8')
  const named = new Set([...page.matchAll(/\/assets\/[\w.-]+\.(?:js|css)/g)].map(([path]) => path))
  // The smallest files travel as they are.
  const travels = (path) => stat(`${web}${path}.br`).catch(() => stat(`${web}${path}`))
  const sizes = await Promise.all([...named].map(async (path) => (await travels(path.slice(1))).size))
  return sizes.reduce((sum, bytes) => sum + bytes, 0)
}

/** From the address to a palette that takes keys, in milliseconds. */
async function timeToPalette(page, address) {
  const begun = performance.now()
  await page.goto(`${address}/statement`, { waitUntil: 'commit' })
  const palette = page.getByRole('combobox', { name: /命令/ })
  while (!(await palette.isVisible())) {
    await page.keyboard.press('Control+k')
    await page.waitForTimeout(10)
  }
  return performance.now() - begun
}

export async function run() {
  const size = await shellSize()
  const browser = await chromium.launch({ executablePath: await findBrowser(), args: browserFlags })
  try {
    return await withInstallation(async ({ address, headers }) => {
      const [cold, warm] = [[], []]
      for (let at = 0; at < 5; at++) {
        const context = await browser.newContext()
        const cookies = headers.cookie.split('; ').map((pair) => {
          const at = pair.indexOf('=')
          return { name: pair.slice(0, at), value: pair.slice(at + 1), url: address }
        })
        await context.addCookies(cookies)
        await context.addInitScript(() => localStorage.setItem('username', 'bench@example.com'))
        const page = await context.newPage()
        cold.push(await timeToPalette(page, address))
        const again = await context.newPage()
        warm.push(await timeToPalette(again, address))
        await context.close()
      }
      return [
        {
          id: '10',
          work: 'first load on the wire (brotli): scripts and styles of the shell',
          ours: `${Math.round(size / 1000)} KB`,
          peer: 'SQLPad 565 KB (gzip) as measured before',
          ratio: '',
          reach: '≤ 200 KB',
          met: size <= 200_000,
        },
        {
          id: '10',
          work: 'address → usable palette, cold and warm',
          ours: `${seconds(median(cold))}, ${seconds(median(warm))}`,
          peer: '',
          ratio: '',
          reach: 'warm ≤ 1 s',
          met: median(warm) <= 1000,
        },
      ]
    })
  } finally {
    await browser.close()
  }
}
