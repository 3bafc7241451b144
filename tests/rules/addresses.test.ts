// Query strings are read by `queryOf`, which expands short addresses; code refers to pages by name, not by path.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { pages as declared } from '#commands/pages.ts'
import { pages } from '#shared/pages.ts'

const root = join(import.meta.dirname, '../..')
const reading = /new URLSearchParams\((?:window\.)?(?:location\.search|search|useSearch\(\))\)/
/** Embeds have their own addresses, and no session in which long addresses are kept. */
const own = /\/embed\/|shell\/[lL]ongAddress\./

it('browser code reads query strings by queryOf only', () => {
  const files = globSync('src/{web,features/*/web}/**/*.{ts,tsx}', { cwd: root }).map((path) =>
    path.replaceAll('\\', '/'),
  )
  const past = files.filter((path) => !own.test(path) && reading.test(readFileSync(join(root, path), 'utf8')))
  expect(past, 'read the address by queryOf, which expands short ones').toEqual([])
  expect(reading.test('const query = new URLSearchParams(location.search)')).toBe(true)
})

const named = Object.entries(pages).map(([name, { path }]) => ({ name, path }))
/** The constant start of a path: `/code_view/`. */
const start = (path: string) => path.replace(/:\w+$/, '')
/** Sections that contain pages: `/config/`. */
const sections = new Set(named.map(({ path }) => /^\/\w+\/(?=[^:])/.exec(path)?.[0]))

const withoutComments = (text: string) =>
  text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|\s)\/\/.*$/gm, '$1')

/** One message for each page path that a text contains, with the name to use instead. */
function writtenOut(text: string): string[] {
  const written = withoutComments(text).matchAll(/['"`](\/[\w/]*)(['"`?#]|\$\{)/g)
  return [...written].flatMap(([match, path = '', next]) => {
    const page = named.find((one) => start(one.path) === path)
    if (page) return [`write pages.${page.name} of #shared/pages.ts instead of ${match}`]
    if (next !== '${' || !sections.has(path)) return []
    return [`choose among the pages of #shared/pages.ts instead of ${match}…`]
  })
}

describe('addresses of pages', () => {
  it('are written in shared/pages.ts only; other code names the page', () => {
    const faults = globSync(['src/**/*.{ts,tsx}', 'commands/**/*.ts'], { cwd: root })
      .map((file) => file.replaceAll('\\', '/'))
      // Contracts name given calls, some of which have the same path as a page.
      .filter((file) => file !== 'src/shared/pages.ts' && !/\/contract(\/\w+)?\.ts$/.test(file))
      .flatMap((file) =>
        writtenOut(readFileSync(join(root, file), 'utf8')).map((fault) => `${file}: ${fault}`),
      )
    expect(faults, 'name the page through #shared/pages.ts').toEqual([])
  })

  it.each([
    "navigate('/config/point')",
    "go: '/alarm/list',",
    '<Link href="/guide">',
    `\`/statement/detail?id=\${id}\``,
    `\`/code_view/\${id}\``,
    `\`/config/\${kind}?text=x\``,
  ])('would be found in %j', (text) => {
    expect(writtenOut(text)).toHaveLength(1)
  })

  it.each(["'/config/pointTables'", "'/api/s1/push/history'", '// as /guide', `\`/proc/\${pid}/statm\``])(
    'are not seen in %j',
    (text) => {
      expect(writtenOut(text)).toEqual([])
    },
  )

  it('are exactly those of the slices’ pages, of the refusal page and of embeds', () => {
    const shells: string[] = [pages.forbidden.path, pages.iframeReport.path]
    const all = [...declared.map(({ path }) => path), ...shells].toSorted()
    expect(
      named.map(({ path }): string => path).toSorted(),
      'list each page of a slice in src/shared/pages.ts, and no other path',
    ).toEqual(all)
  })

  it('have names that follow their spelling', () => {
    const called = Object.fromEntries(named.map(({ name, path }) => [path, name]))
    expect(called).toMatchObject({
      '/others/UserTagsTest': 'othersUserTagsTest',
      '/statement/subscriptions/all': 'statementSubscriptionsAll',
      '/code_view/:id': 'codeView',
      '/403': 'forbidden',
    })
  })

  it('take parameters, and insert those of their path', () => {
    expect(pages.guide()).toBe('/guide')
    expect(pages.statementDetail({ id: 3, report: null, text: '新 增&' })).toBe(
      '/statement/detail?id=3&text=%E6%96%B0+%E5%A2%9E%26',
    )
    expect(pages.codeView({ id: 'a/$&', run: 1 })).toBe('/code_view/a%2F%24%26?run=1')
    // @ts-expect-error: the path has the parameter `id`.
    expect(pages.codeView({})).toBe('/code_view/:id')
  })
})
