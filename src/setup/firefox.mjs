// Finds a Firefox for its journeys, or installs Debian's.
import { existsSync } from 'node:fs'
import { installDebian } from './browser.mjs'

/** Programs themselves: Ubuntu's /usr/bin/firefox only starts a snap, which sees neither our folders nor our flags. */
const places = [
  '/usr/bin/firefox-esr',
  '/usr/lib/firefox/firefox',
  '/Applications/Firefox.app/Contents/MacOS/firefox',
]

/** Path of an installed Firefox; undefined when there is none. */
export function findFirefox() {
  return process.env.FIREFOX || places.find((place) => existsSync(place))
}

/** False where Firefox is unavailable; its journeys are then skipped. */
export function ensureFirefox() {
  return findFirefox() !== undefined || (installDebian('firefox-esr') && findFirefox() !== undefined)
}
