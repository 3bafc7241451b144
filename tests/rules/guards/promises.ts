// Reads the table of promises, and finds rows that name a test or script that does not exist.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export interface Promised {
  promise: string
  tests: { path: string; title: string }[]
  figure: string
}

/** Rows of three cells: promise; `` `path` › title ``, once or more, separated by `<br>`; figure. */
export function readPromises(text: string): Promised[] {
  const rows = text.split('\n').filter((line) => line.startsWith('| ') && !line.startsWith('| promise |'))
  return rows.map((line) => {
    const [promise = '', tests = '', figure = ''] = line
      .slice(1, -1)
      .split(/(?<!\\)\|/)
      .map((cell) => cell.trim())
    return { promise, figure, tests: tests.split('<br>').map(readTest) }
  })
}

function readTest(cell: string): Promised['tests'][number] {
  const [, path = '', title = ''] = cell.trim().match(/^`([^`]+)` › (.+)$/) ?? []
  return { path, title }
}

/** `scripts`: names of the scripts of package.json. */
export function promiseFaults(promises: Promised[], root: string, scripts: readonly string[]): string[] {
  return promises.flatMap(({ promise, tests, figure }) => [
    ...(promise === '' ? ['a row promises nothing'] : []),
    ...(figure === '' ? [`«${promise}» has no figure`] : []),
    ...commandsIn(figure)
      .filter((name) => !scripts.includes(name))
      .map((name) => `«${promise}» names the command ${name}, which there is not`),
    ...tests.flatMap((test) => testFault(promise, test, root)),
  ])
}

const commandsIn = (figure: string): string[] =>
  [...figure.matchAll(/npm (?:run )?([a-z:]+)/g)].flatMap(([, name]) => name ?? [])

function testFault(promise: string, { path, title }: Promised['tests'][number], root: string): string[] {
  if (path === '') return [`«${promise}» names no test`]
  const file = join(root, path)
  if (!existsSync(file)) return [`«${promise}» names ${path}, which there is not`]
  return titlesIn(readFileSync(file, 'utf8')).some((found) => isNamed(found, title))
    ? []
    : [`«${promise}» names «${title}», which is not in ${path}`]
}

/** A title that ends with `…` is a prefix. */
const isNamed = (found: string, title: string): boolean =>
  title.endsWith('…') ? found.startsWith(title.slice(0, -1)) : found === title

const opening =
  /(?:\b(?:it|test|describe|describeStores)(?:\.(?!skip|todo)\w+)*|[)>\]])\(\s*(?:'((?:[^'\\]|\\.)*)'|"([^"]*)"|`([^`]*)`)/g

/** Titles of tests and groups, as written in the source. */
function titlesIn(source: string): string[] {
  return [...source.matchAll(opening)].map(([, single, double, template]) =>
    (single ?? double ?? template ?? '').replaceAll("\\'", "'"),
  )
}
