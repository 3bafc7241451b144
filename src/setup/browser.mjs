// Finds a Chromium for the tests, or installs Debian's. Playwright's own downloads are not needed.
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'

// The headless Chromium: a tenth faster than the full one in headless mode.
const shell = '/usr/bin/chromium-headless-shell'
const places = [
  shell,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/** Flags to run as root, without a GPU, and without background requests. */
export const browserFlags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // Without a GPU the CPU paints: a few large tiles cost less than many small ones, and sequential painting
  // less than parallel.
  '--default-tile-width=1440',
  '--default-tile-height=912',
  '--num-raster-threads=1',
]

/** For tests: frames are composed in the browser's own process, a tenth cheaper than in a process of the GPU. */
export const testFlags = [...browserFlags, '--in-process-gpu']

/** Path of an installed browser; undefined when there is none. */
export async function findBrowser() {
  if (process.env.CHROMIUM) return process.env.CHROMIUM
  const found = places.find((place) => existsSync(place))
  if (found) return found
  const { chromium } = await import('playwright')
  return existsSync(chromium.executablePath()) ? chromium.executablePath() : undefined
}

/** Installs Debian packages where permitted; otherwise returns false. */
export function installDebian(...packages) {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return false
  const options = {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  }
  console.log(`Installing ${packages.join(', ')} …`)
  try {
    execFileSync('apt-get', ['update', '-qq'], options)
    execFileSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages], options)
    return true
  } catch {
    return false
  }
}

/**
 * Adds the headless shell to an installed Debian Chromium, where permitted; without it tests take a little
 * longer.
 */
function bringShell() {
  if (process.getuid?.() !== 0 || existsSync(shell) || !existsSync('/usr/bin/chromium')) return
  const patience = ['-o', 'Acquire::Retries=0', '-o', 'Acquire::http::Timeout=10']
  const args = ['install', '-y', '-qq', '--no-install-recommends', '--no-upgrade', ...patience]
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  try {
    execFileSync('apt-get', [...args, 'chromium-headless-shell'], { stdio: 'ignore', env, timeout: 90_000 })
  } catch {
    // No such package, no network, no right: the full Chromium serves.
  }
}

export async function ensureBrowser() {
  if (!process.env.CHROMIUM) bringShell()
  if (await findBrowser()) return
  // Older releases only have the full Chromium.
  if (['chromium-headless-shell', 'chromium'].some((name) => installDebian(name, 'fonts-noto-cjk'))) return
  throw new Error(
    'No Chromium found. Set CHROMIUM to the path of one, or install it (Debian: apt-get install chromium).',
  )
}
