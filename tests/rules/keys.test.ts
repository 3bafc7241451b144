// Each key has one owner wherever it can be pressed, and each key context is entered by some page or widget.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { contextsOfPages } from '#commands/contexts.ts'
import { commands } from '#commands/index.ts'
import { pages } from '#commands/pages.ts'
import { pinyinOf } from '#server/pinyin.ts'
import { type ContextPage, contextFaults, familyFaults, keyClashes } from './guards/keys.ts'

const root = join(import.meta.dirname, '../..')
const components = globSync('src/**/*.{ts,tsx}', { cwd: root }).map((file) =>
  readFileSync(join(root, file), 'utf8'),
)

describe('the registry', () => {
  it.each([true, false])(
    'gives each key one owner where two commands can be active together (Mac: %s)',
    (mac) => {
      expect(
        keyClashes(commands, undefined, mac),
        "give one of these commands another key, or a context that never meets the other's",
      ).toEqual([])
    },
  )

  it('has only contexts that a page or a widget enters', () => {
    expect(
      contextFaults(commands, pages, contextsOfPages(pages), components),
      "name the context in a page's declaration, and enter it in a component",
    ).toEqual([])
  })
})

describe('the guard of families', () => {
  const open = { id: 'others.open', title: '其他', en: 'Others', keys: 'g o o', go: '/others' }
  const black = { id: 'black.open', title: '黑名单', en: 'Black list', keys: 'g o b', go: '/others/black' }
  const rest = [
    { id: 'config.open', title: '配置', en: 'Config', keys: 'g c c', go: '/config/x' },
    { id: 'users.open', title: '用户', en: 'Users', keys: 'g m m', go: '/management/x' },
  ]
  const faults = (...given: Parameters<typeof familyFaults>[0]) =>
    familyFaults([...rest, ...given], ['/others', '/others/black', '/config/x', '/management/x'], pinyinOf)

  it('requires each page of a section behind its letter, by an initial of its names', () => {
    expect(
      familyFaults(
        commands,
        pages.map(({ path }) => path),
        pinyinOf,
      ),
      'bind each page to its section’s letter and an initial of its names',
    ).toEqual([])
  })

  it('accepts initials of the title and of the English name', () => {
    for (const letter of ['b', 'l', 'h', 'm', 'd']) {
      expect(faults(open, { ...black, keys: `g o ${letter}` })).toEqual([])
    }
  })

  it.each([
    ['a page that no command opens', [open], /^\/others\/black is opened by no command$/],
    [
      'a page without a key',
      [open, { ...black, keys: [] }],
      /^black.open: give it keys 'g o …' with one of b c d h l m s$/,
    ],
    ['a page outside its family', [open, { ...black, keys: 'g b' }], /^black.open: give it keys/],
    ['a letter that stands for nothing', [open, { ...black, keys: 'g o q' }], /^black.open: give it keys/],
    [
      'a stranger in a family',
      [open, black, { ...black, id: 'a.b', go: '/x', keys: 'g o h' }],
      /^a.b has a key/,
    ],
    [
      'a section without its own page',
      [{ ...open, keys: 'g o t' }, black],
      /^g o o opens no page|^others.open/,
    ],
  ])('catches %s', (_, given, fault) => {
    expect(faults(...given)[0]).toMatch(fault)
  })
})

const context = (name: string, depth: number, insteadOf: string[] = []) => ({
  name,
  title: name,
  depth,
  insteadOf,
})
const [lines, row, form] = [context('lines', 4), context('row', 3), context('form', 2, ['lines'])]
const places: ContextPage[] = [
  { path: '/lines', context: lines },
  { path: '/row', context: row, inner: [form] },
]
const command = (id: string, keys: string, ...context: string[]) => ({ id, keys, context })

describe('the guard of keys', () => {
  const clashes = (...given: ReturnType<typeof command>[]) =>
    keyClashes(given, contextsOfPages(places), false)

  it.each([
    ['of one context', command('a.a', 'c', 'lines'), command('b.b', 'c', 'lines')],
    ['of a page and of everywhere', command('a.a', 'c', 'lines'), command('b.b', 'c', 'global')],
    ['of a page and of a table on it', command('a.a', 'c', 'lines'), command('b.b', 'c', 'table')],
    ['of a page and of a widget on it', command('a.a', 'c', 'row'), command('b.b', 'c', 'form')],
    ['of a context that nobody declared', command('a.a', 'c', 'lines'), command('b.b', 'c', 'other')],
    ['of one of several contexts', command('a.a', 'c', 'row', 'lines'), command('b.b', 'c', 'lines')],
    ['of which one begins the other', command('a.a', 'v', 'lines'), command('b.b', 'v c', 'lines')],
  ])('catches two commands %s', (_, a, b) => {
    expect(clashes(a, b)).toHaveLength(1)
    expect(clashes(b, a)).toHaveLength(1)
  })

  it.each([
    ['of pages that are never open at once', command('a.a', 'c', 'lines'), command('b.b', 'c', 'row')],
    ['of which one is off for the other', command('a.a', 'c', 'form'), command('b.b', 'c', 'lines')],
    ['of the palette', command('a.a', 'c', 'palette'), command('b.b', 'c', 'global')],
    ['of other keys', command('a.a', 'v c', 'lines'), command('b.b', 'v d', 'lines')],
  ])('lets two pass %s', (_, a, b) => {
    expect(clashes(a, b)).toEqual([])
  })
})

describe('the guard of contexts', () => {
  const all = ['lines', 'row', 'form', 'table', 'rowTree', 'list', 'palette', 'global'].map((name) =>
    command(`${name}.a`, 'c', name),
  )
  const entering = [
    "useCommandContext('form')",
    "useCommandContext('table', hasFocus)",
    "useCommandContext('rowTree', folds)",
    "useCommandContext('list')",
    "enterContext('palette')",
  ]
  const faults = (pages = places, given = all, texts = entering) =>
    contextFaults(given, pages, contextsOfPages(pages), texts)

  it('accepts declared and entered contexts', () => {
    expect(faults()).toEqual([])
  })

  it('reports a context that nobody enters', () => {
    expect(faults(places, all, entering.slice(1))).toEqual([
      expect.stringMatching(/^nobody enters form: .*useCommandContext\('form'\)/),
    ])
    expect(faults(places, [...all, command('b.b', 'd', 'lost')])).toEqual([
      expect.stringMatching(/^nobody enters lost: /),
      expect.stringMatching(/^nobody declares lost: /),
    ])
  })

  it('reports a context without a command', () => {
    const more = [...places, { path: '/more', context: context('more', 5) }]
    expect(faults(more)).toEqual([expect.stringMatching(/^no command is in more: /)])
  })

  it('reports two contexts of one name, and two of one depth that can be active together', () => {
    expect(faults([...places, { path: '/other', context: { ...lines, depth: 9 } }])).toEqual([
      expect.stringMatching(/^lines is declared in two ways: /),
    ])
    const flat = [{ path: '/lines', context: [lines, { ...row, depth: lines.depth }], inner: [form] }]
    expect(faults(flat)).toEqual([expect.stringMatching(/^lines and row stand at one depth: /)])
  })

  it('reports a context that replaces none', () => {
    const [first = { path: '' }] = places
    const wrong = [first, { path: '/row', context: row, inner: [context('form', 2, ['lniess'])] }]
    expect(faults(wrong)).toEqual([
      expect.stringMatching(/^form stands instead of lniess, which is no context: /),
    ])
  })
})
