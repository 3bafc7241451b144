// `npm run check`: the everyday check before a commit, in minutes. Runs types, lint, rules, pages and all tests that
// need no engine; of the rest only tests and journeys of what changed since main, on the embedded stores. Prints what
// it left out; `npm test` leaves nothing out. Another base than main: `npm run check -- <commit>`.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { changedSince, findBase, roomsOf } from './changed.mjs'
import { endWith, pinnedNode, root } from './install.mjs'
import { build, endToEnd, lint, prepare, runAndTell, types, unit } from './parts.mjs'

/** A change that touches more test folders needs the whole run: their tests together are most of it. */
const mostRooms = 6

/** Chooses journeys through e2e/choice.ts. */
function choose(changed) {
  const { status, stdout } = spawnSync(pinnedNode, ['e2e/choice.ts', ...changed], {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  if (status !== 0) throw new Error('The journeys of what changed could not be chosen.')
  return JSON.parse(stdout)
}

const named = (names) => (names.length > 0 ? names.join(', ') : 'none')

try {
  const started = Date.now()
  await prepare()
  const base = process.argv[2] ?? findBase()
  if (base === null) throw new Error('No branch main here: name a commit, `npm run check -- <commit>`.')
  const changed = changedSince(base)
  const found = roomsOf(changed).filter((room) => existsSync(join(root, 'tests', room)))
  const rooms = found.length > mostRooms ? [] : found
  const { chosen, unconcerned, overAllPages } = choose(changed)
  console.log(`${changed.length} files changed since ${base.slice(0, 12)}`)
  console.log(`Rooms whose tests start engines: ${named(rooms)}. Journeys: ${named(chosen)}`)
  Object.assign(process.env, { CHECKED_ROOMS: rooms.join(','), EMBEDDED_ALONE: '1' })
  const journeys = chosen.map((name) => `e2e/journeys/${name}.test.ts`)
  const walked = journeys.length > 0 ? [build, { ...endToEnd, args: [...endToEnd.args, ...journeys] }] : []
  await runAndTell([[unit], [types, lint, ...walked]], started)
  console.log(`Left out: PostgreSQL and ClickHouse; tests that start engines in rooms without a change;`)
  if (rooms.length < found.length) console.log(`  those of ${found.length} rooms that changed, as too many;`)
  console.log(`  journeys over all pages (${named(overAllPages)});`)
  console.log(`  journeys of what did not change (${named(unconcerned)}).`)
} catch (error) {
  endWith(error)
}
