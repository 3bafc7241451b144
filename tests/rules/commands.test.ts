// Checks the registry of commands: unique ids and keys, valid permissions, and no command that leads nowhere.
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { commandArguments } from '#commands/arguments.ts'
import { canMeet } from '#commands/contexts.ts'
import { commands, contextsOf, isCommandId, keysOf, permissionsOf } from '#commands/index.ts'
import { grains, relativeRanges } from '#semantic/model/types.ts'
import { pinyinOf } from '#server/pinyin.ts'
import { permissionKeys } from '#shared/permissions.ts'
import { parseKeys } from '#web/shell/keys/stroke.ts'
import { commandIcons } from '#web/shell/palette/icons.ts'
import { isOpenPath, routeKeyOf } from '#web/shell/routeRules.ts'

const root = join(import.meta.dirname, '../..')

async function filesUnder(directory: string, ending: RegExp): Promise<string[]> {
  const entries = await readdir(join(root, directory), { recursive: true })
  return entries.filter((entry) => ending.test(entry)).map((entry) => join(directory, entry))
}

describe('the registry', () => {
  it('names each command once, as noun.verb', () => {
    const ids = commands.map(({ id }) => id)
    const twice = ids.filter((id, at) => ids.indexOf(id) !== at)
    expect(twice, 'give these commands different ids').toEqual([])
    for (const id of ids) expect(id, 'name the command as noun.verb').toMatch(/^[a-z]+\.[a-z][A-Za-z]*$/)
  })

  it('gives each command a Chinese title, an English alias, pinyin and an icon that exists', () => {
    for (const { id, title, en, icon, hidden } of commands) {
      expect(title, id).toMatch(/\p{Script=Han}/u)
      expect(en, id).toMatch(/^[A-Za-z][A-Za-z ]+$/)
      expect(pinyinOf(title), id).toMatch(/^[a-z/]+( [a-z/]+)*$/)
      if (icon !== undefined) expect(commandIcons, id).toHaveProperty([icon])
      else expect(hidden, `${id} is shown without an icon`).toBe(true)
    }
  })

  it('gives two commands of one context different titles', () => {
    const shown = commands.filter(({ hidden }) => hidden !== true)
    for (const command of shown) {
      const same = shown.filter((other) => other !== command && other.title === command.title)
      for (const other of same) expect(canMeet(command, other), `${command.id} ${other.id}`).toBe(false)
    }
  })

  it('asks for permissions that exist', () => {
    for (const command of commands) {
      for (const key of permissionsOf(command)) expect(permissionKeys, command.id).toContain(key)
    }
  })

  it.each([true, false])('has keys that can be parsed and pressed (Mac: %s)', (mac) => {
    for (const command of commands) {
      for (const keys of keysOf(command)) expect(parseKeys(keys, mac), `${command.id} ${keys}`).not.toBeNull()
    }
  })

  it.each([true, false])('never takes a key that the browser needs (Mac: %s)', (mac) => {
    for (const command of commands) {
      for (const stroke of keysOf(command).flatMap((keys) => parseKeys(keys, mac) ?? [])) {
        expect(stroke, command.id).not.toMatch(/^(ctrl|meta)\+(shift\+)?[twnr]$/)
      }
    }
  })

  it('allows only chords while the user types', () => {
    for (const command of commands) {
      if (!('typing' in command) || !command.typing || contextsOf(command).includes('palette')) continue
      // Escape is left to the field by the dispatcher; the editor passes its own keys on.
      for (const keys of keysOf(command))
        expect(keys, command.id).toMatch(/^((mod|ctrl|alt)\+|escape$|f\d+$)/)
    }
  })

  it('has the page’s permission where a command opens a page', () => {
    for (const { id, go, permission } of commands) {
      if (go === undefined) continue
      expect(isOpenPath(go), `${id} leads behind the login`).toBe(false)
      expect(routeKeyOf(go), id).toEqual(permission)
    }
  })

  it('gives each menu entry its own position', () => {
    const places = commands.flatMap(({ menu }) => (menu ? [menu.join(' ')] : []))
    const twice = places.filter((place, at) => places.indexOf(place) !== at)
    expect(twice, 'give these menu entries different positions').toEqual([])
  })

  it('shares a row of the sheet only between adjacent commands of one section', () => {
    commands.forEach(({ row, group, id }, at) => {
      if (row === undefined) return
      const sharing = commands.filter((command) => command.row === row)
      expect(sharing.length, id).toBeGreaterThan(1)
      expect(new Set(sharing.map((command) => command.group)), id).toEqual(new Set([group]))
      const first = commands.findIndex((command) => command.row === row)
      expect(at - first, `${id} stands among its row`).toBeLessThan(sharing.length)
    })
  })
})

describe('arguments', () => {
  it('offer the values that reports accept', () => {
    const advice = 'offer these values in commands/arguments.ts'
    expect(
      commandArguments.range.options.map(({ value }) => value),
      advice,
    ).toEqual([...relativeRanges])
    expect(
      commandArguments.grain.options.map(({ value }) => value),
      advice,
    ).toEqual([...grains])
  })

  it('have the correct pinyin', () => {
    for (const { options } of Object.values(commandArguments)) {
      for (const { title, pinyin } of options) expect(pinyin, title).toBe(pinyinOf(title))
    }
  })
})

describe('what shows a key', () => {
  it('names commands that exist', async () => {
    const files = await filesUnder('src', /\.tsx?$/)
    const named =
      /(?:<(?:KeyHint|CommandTip)\s[^>]*?command=|useBindings\(|runCommand\(|\brun\()\{?['"]([a-z]+\.[A-Za-z]+)['"]/g
    let found = 0
    for (const file of files) {
      for (const [, id = ''] of (await readFile(join(root, file), 'utf8')).matchAll(named)) {
        found += 1
        expect(isCommandId(id), `${id} in ${file}`).toBe(true)
      }
    }
    expect(found).toBeGreaterThan(5)
  })

  it('takes keys from the registry only: no page listens for its own shortcuts', async () => {
    const files = await filesUnder('src', /\.tsx?$/)
    const own: string[] = []
    // Allowed listeners, which handle no shortcuts: the dispatcher, the guard against a key-up elsewhere pressing a
    // button, and the focus trail.
    const listening = /^src[/\\]web[/\\](shell[/\\]keys[/\\](start|keyUps)|ui[/\\]focus[/\\]focusTrail)\.ts$/
    for (const file of files) {
      if (listening.test(file)) continue
      const text = await readFile(join(root, file), 'utf8')
      if (
        /from 'hotkeys-js'|(document|window)\.addEventListener\('key(down|up|press)'|aria-keyshortcuts="/.test(
          text,
        )
      ) {
        own.push(file)
      }
    }
    expect(own, 'declare a command with the key instead of listening for it').toEqual([])
  })
})
