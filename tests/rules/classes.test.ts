// Components take their style from their own slice's sheets or the platform's.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { foreignClasses } from './guards/classes.ts'

const root = join(import.meta.dirname, '../..')
const read = (pattern: string) =>
  globSync(pattern, { cwd: root }).map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }))

describe('the style of a component', () => {
  it('is its slice’s or the platform’s', () => {
    const [sheets, components] = [read('src/**/*.css'), read('src/**/*.tsx')]
    expect(sheets.length).toBeGreaterThan(20)
    expect(
      foreignClasses(sheets, components),
      "use classes of the slice's own sheets or the platform's",
    ).toEqual([])
  })
})

describe('the guard', () => {
  const sheets = [
    { file: 'src/web/ui/ui.css', text: '.known { color: red } .lists > .adapted { color: red }' },
    {
      file: 'src/features/statement/web/statement.css',
      text: '/* .said {} */ .taken:hover, .bp6-dialog .held { color: red } .own { color: red }',
    },
  ]
  const component = (file: string, classes: string) => [{ file, text: `<p className=${classes} />` }]

  it.each([
    ['"taken"', 'taken'],
    ["{open ? 'known' : 'taken own-not'}", 'taken'],
    ['{`held other`}', 'held'],
  ])('catches %s in the platform and in another slice', (classes, name) => {
    for (const file of ['src/web/ui/side/SideHandle.tsx', 'src/features/code/web/Side.tsx']) {
      expect(foreignClasses(sheets, component(file, classes))).toEqual([`${file}: ${name} of statement`])
    }
  })

  it('lets the slice itself, the platform’s classes and those without a style pass', () => {
    expect(foreignClasses(sheets, component('src/features/statement/web/A.tsx', '"taken known"'))).toEqual([])
    expect(foreignClasses(sheets, component('src/features/code/web/A.tsx', '"known said other"'))).toEqual([])
  })
})
