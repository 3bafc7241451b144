// Popups, dialogs, menus and tabs use the platform's components, which return the focus, obey keys and stay inside
// the window; Blueprint's own do not.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import type { Opening } from '#e2e/pages/openings.ts'
import * as openings from '#e2e/pages/openings.ts'

const root = join(import.meta.dirname, '../../src')
const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.tsx'))
const imported = /import \{([^}]*)\} from '@blueprintjs\/core'/g

/** Blueprint components, with the component to use instead. */
const cared: Record<string, string> = {
  Tabs: 'TabList',
  Tab: 'TabList',
  Popover: 'Popup',
  PopoverNext: 'Popup',
  ContextMenu: 'ContextArea',
  Dialog: 'TitledDialog',
  Drawer: 'SideDrawer',
  Alert: 'ConfirmDialog',
  Overlay2: 'TitledDialog',
}
/** Files of the platform's components. */
const keepers = /^web\/(ui\/|shell\/help\/HelpDialog|form\/DiscardDialog)/

it('popups, dialogs, drawers, menus and tabs are the platform’s', () => {
  const bare = files
    .filter((name) => !keepers.test(name))
    .flatMap((name) =>
      [...readFileSync(join(root, name), 'utf8').matchAll(imported)]
        .flatMap(([, names = '']) => names.split(',').map((one) => one.trim().replace(/^type /, '')))
        .flatMap((one) => (Object.hasOwn(cared, one) ? [`${name}: ${cared[one]} instead of ${one}`] : [])),
    )
  expect(bare, "use the platform's component instead of Blueprint's").toEqual([])
})

/** The platform's components that open something, and lists of tabs. */
const opening =
  /<(Popup|PopupMenu|MenuButton|MenuPopup|MoreButton|ContextArea|TitledDialog|SideDrawer|TabList|FormDialog|ConfirmDialog|NameDialog|DiscardDialog|FilterButton|GroupControl|BatchPaste|ConflictChoice|DictionaryPicker|Dialog)\b|role="(tablist|dialog)"/g
const declared = /^(?:export )?(?:async )?(?:function (\w+)|const (\w+) =)/gm

/** «file component part», as openings.ts names it. */
function partsOf(name: string): string[] {
  const text = readFileSync(join(root, name), 'utf8')
  const places = [...text.matchAll(declared)].map(({ index, 1: one, 2: other }) => [index, one ?? other])
  return [...text.matchAll(opening)].map(({ index, 1: part, 2: role }) => {
    const component = places.findLast(([at]) => Number(at) < index)?.[1]
    return `${name} ${component} ${part ?? role}`
  })
}

const partsWithin = ({ part, within = [] }: { part: string; within?: readonly Opening[] }): string[] => [
  part,
  ...within.flatMap(partsWithin),
]

it('everything that opens is tested by keys, or listed with the test that opens it', () => {
  // Files of the platform's components themselves: they are tested wherever they are used.
  const made = /^web\/(ui\/|pick\/|table\/menu\/TableMenu\.tsx)/
  const found = [...new Set(files.filter((name) => !made.test(name)).flatMap(partsOf))]
  expect(found.length).toBeGreaterThan(80)
  const { tabs, overLists, openedElsewhere, ...walked } = openings
  const named = [
    ...Object.values(walked).flat(),
    ...overLists.flatMap(({ over }) => over),
    ...Object.values(tabs),
  ].flatMap(partsWithin)
  const all = new Set([...named, ...Object.keys(openedElsewhere)])
  expect(
    found.filter((part) => !all.has(part)),
    'list these parts in openings.ts, with the way to open them',
  ).toEqual([])
  expect(
    [...all].filter((part) => !found.includes(part)),
    'remove these parts from openings.ts: nothing in the code opens them',
  ).toEqual([])
  const tests = new Set(Object.values(openedElsewhere))
  expect(
    [...tests].filter((test) => !existsSync(join(root, '..', test))),
    'name existing tests in openedElsewhere of openings.ts',
  ).toEqual([])
})

it('everything listed in openings.ts is tested', () => {
  const journey = readFileSync(join(root, '../e2e/journeys/manners.test.ts'), 'utf8')
  const lists = Object.keys(openings).filter((name) => !['tabs', 'openedElsewhere'].includes(name))
  const used = [...lists, ...Object.keys(openings.tabs).map((name) => `tabs.${name}`)]
  expect(
    used.filter((name) => !journey.includes(`openings.${name}`)),
    'walk these lists of openings.ts in e2e/journeys/manners.test.ts',
  ).toEqual([])
})

it('journeys reach elements by keys or the pointer, as people do', () => {
  const journeys = join(root, '../e2e')
  const names = readdirSync(journeys, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.ts'),
  )
  const given = names.filter((name) => /\.focus\(\)/.test(readFileSync(join(journeys, name), 'utf8')))
  expect(given, 'reach the element by keys or the pointer instead of .focus()').toEqual([])
})
