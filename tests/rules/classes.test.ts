// Components use CSS classes from their own slice's style sheets or the platform's.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { foreignClasses } from './guards/classes.ts'

const root = join(import.meta.dirname, '../..')
const read = (pattern: string) =>
  globSync(pattern, { cwd: root }).map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }))

describe('the style of a component', () => {
  it('comes from its slice or the platform', () => {
    const [sheets, components] = [read('src/**/*.css'), read('src/{web,features/*/web}/**/*.{ts,tsx}')]
    expect(sheets.length).toBeGreaterThan(20)
    expect(
      foreignClasses(sheets, components),
      "use classes of the slice's own sheets or the platform's",
    ).toEqual([])
  })
})

/** Elements around everything that the product shows. */
const around =
  /(?<![\w-])(?:html|body|main|:root|\.shell(?:-content)?|\.page-foreseen)(?:[.:[][^\s,{(]*)?:has\(/

describe('an element around a whole page', () => {
  it('is not styled by what it has: each change within would compute the styles of the page again', () => {
    const found = read('src/**/*.css').filter(({ text }) => around.test(text.replace(/\/\*.*?\*\//gs, '')))
    expect(found.map(({ path }) => path)).toEqual([])
    for (const selector of [
      '.shell-content:has(> .note) {',
      'body.bp6-dark:has(dialog) p {',
      'a, main:has(b) {',
    ])
      expect(selector).toMatch(around)
    expect('.shell-content .picker:has(> .note) {').not.toMatch(around)
  })
})

describe('the guard', () => {
  const sheets = [
    { path: 'src/web/ui/ui.css', text: '.known { color: red } .lists > .adapted { color: red }' },
    {
      path: 'src/features/statement/web/statement.css',
      text: '/* .said {} */ .taken:hover, .bp6-dialog .held { color: red } .own { color: red }',
    },
  ]
  const component = (path: string, classes: string) => [{ path, text: `<p className=${classes} />` }]

  it.each([
    ['"taken"', 'taken'],
    ["{open ? 'known' : 'taken own-not'}", 'taken'],
    ['{`held other`}', 'held'],
  ])('reports %s in the platform and in another slice', (classes, name) => {
    for (const file of ['src/web/ui/side/SideHandle.tsx', 'src/features/code/web/Side.tsx']) {
      const [fault, ...more] = foreignClasses(sheets, component(file, classes))
      expect(fault).toContain(`${file}: style .${name} in a sheet of `)
      expect(fault).toContain('it stands in one of statement alone')
      expect(more).toEqual([])
    }
  })

  const path = 'src/features/code/web/Side.tsx'
  it.each([
    ['a constant', "const look = 'taken'\nconst row = <p className={look} />"],
    ['an object of constants', "const looks = { row: 'taken' }\nconst row = <p className={looks.row} />"],
    [
      'a function',
      "const lookOf = (open: boolean) => open && 'taken'\nconst row = <p className={lookOf(true)} />",
    ],
    [
      'a constant of a constant',
      "const word = 'taken'\nconst look = ['known', word].join(' ')\nconst row = <p className={look} />",
    ],
    ['a variable of that name', "const rowClassName = 'taken'\nconst row = <Row {...{ rowClassName }} />"],
    ['the list of an element', "element.classList.add('taken')"],
    ['the property of an element', "element.className = 'taken'"],
  ])('reports a class behind %s', (_, text) => {
    expect(foreignClasses(sheets, [{ path, text }])).toHaveLength(1)
  })

  it('reports a class behind another file’s constant, imported under its name or another one', () => {
    const looks = { path: 'src/features/code/web/looks.ts', text: "export const look = 'taken'" }
    for (const head of [
      "import { look } from './looks.ts'",
      "import { look as mine } from '#features/code/web/looks.ts'",
    ]) {
      const name = head.includes('mine') ? 'mine' : 'look'
      const text = `${head}\nconst row = <p className={${name}} />`
      expect(foreignClasses(sheets, [looks, { path, text }])).toHaveLength(1)
    }
  })

  it('accepts classes of the own slice, of the platform, and without a style', () => {
    expect(foreignClasses(sheets, component('src/features/statement/web/A.tsx', '"taken known"'))).toEqual([])
    expect(foreignClasses(sheets, component('src/features/code/web/A.tsx', '"known said other"'))).toEqual([])
  })
})
