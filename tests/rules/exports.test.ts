// Every export is imported by another module; the compiler reports unused code that is not exported.
import { describe, expect, it } from 'vitest'
import { idleExports } from './guards/exports.ts'
import { sourcesIn } from './guards/sources.ts'

describe('an export of src and commands', () => {
  it('is imported by another file', () => {
    const sources = sourcesIn('src', 'commands')
    const others = sourcesIn('tests', 'e2e')
    expect(
      idleExports(sources, others),
      'nobody imports these: remove the word export, or the whole declaration where its file does not need it',
    ).toEqual([])
  })
})

describe('the guard', () => {
  const source = (text: string, path = 'src/web/a.ts') => ({ path, text })
  const idle = (text: string, ...importing: string[]) =>
    idleExports([source(text), ...importing.map((one, at) => source(one, `src/web/b${at}.ts`))])

  it.each([
    'export const one = 1',
    'export async function one() {}',
    'export interface one {}',
    'export type one = 1',
    'export class one {}',
    "export { one } from './c.ts'",
    "export { two as one } from './c.ts'",
    'const one = 1\nexport { one }',
  ])('catches %j', (text) => {
    expect(idle(text)).toEqual(['src/web/a.ts: one'])
    expect(idle(text, "import { two } from './a.ts'", "// import { one } from './a.ts'")).toHaveLength(1)
  })

  it.each([
    "import { one } from './a.ts'",
    "import type { one } from '#web/a.ts'",
    "import { type one as other,\n  two } from './a.ts'",
    "import * as all from './a.ts'",
    "const load = () => import('./a.ts')",
    "export { one } from './a.ts'",
    "declare module './a.ts' {\n  interface one {}\n}",
  ])('lets one pass that is used by %j', (text) => {
    expect(idle('export const one = 1', text).filter((fault) => fault.startsWith('src/web/a.ts'))).toEqual([])
  })
})
