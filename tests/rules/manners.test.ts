// Parts that must be used with care are used in one place: the platform's parts give the focus back, obey keys and stay
// in the window, Blueprint's bare ones do not.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const root = join(import.meta.dirname, '../../src')
const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.tsx'))
const imported = /import \{([^}]*)\} from '@blueprintjs\/core'/g

/** Of Blueprint, with what takes its place. */
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
/** Where they are taken care of. */
const keepers = /^web\/(ui\/|shell\/help\/HelpDialog|form\/DiscardDialog)/

it('popups, dialogs, drawers, menus and tabs are the platform’s', () => {
  const bare = files
    .filter((name) => !keepers.test(name))
    .flatMap((name) =>
      [...readFileSync(join(root, name), 'utf8').matchAll(imported)]
        .flatMap(([, names = '']) => names.split(',').map((one) => one.trim().replace(/^type /, '')))
        .flatMap((one) => (Object.hasOwn(cared, one) ? [`${name}: ${cared[one]} instead of ${one}`] : [])),
    )
  expect(bare).toEqual([])
})
