// Finds exports that nobody imports, relying on how the formatter lays out imports and exports.
import { importedFile } from '../named.ts'
import type { Source } from './sources.ts'

/** Line comments first: a path such as /api/* inside one must not open a block comment. */
const withoutComments = (text: string) =>
  text.replace(/(^|\s)\/\/.*$/gm, '$1').replace(/\/\*[\s\S]*?\*\//g, '')

const declared =
  /^export (?:declare )?(?:abstract )?(?:async )?(?:function\*?|const|let|class|interface|type|enum) (\w+)/gm
const listed = /^export (?:type )?\{([^}]*)\}/gm
const named = /^(?:import|export)(?: type)? (?:\w+, )?\{([^}]*)\} from '([.#][^']*)'/gm
/** Uses of a whole module: namespace import, re-export, import on demand, or type. */
const whole =
  /(?:^import(?: type)? \* as \w+ from |^export \* (?:as \w+ )?from |\bimport\(\s*)'([.#][^']*)'/gm
/** Augmented modules: `declare module './schema.ts' { interface Database … }` uses the other's export. */
const added = /^declare module '([.#][^']*)' \{\n\s*interface (\w+)/gm

const namesIn = (list: string, side: 0 | 1): string[] =>
  list
    .split(',')
    .map((one) => one.trim().replace(/^type /, ''))
    .filter((one) => one !== '')
    .map((one) => one.split(' as ')[side] ?? one)

/** Unused exports of `sources`. `others` may import them, but are not checked. */
export function idleExports(sources: readonly Source[], others: readonly Source[] = []): string[] {
  const used = new Set<string>()
  const all = [...sources, ...others].map(({ path, text }) => ({ path, text: withoutComments(text) }))
  for (const { path, text } of all) {
    for (const [, list = '', from = ''] of text.matchAll(named))
      for (const name of namesIn(list, 0)) used.add(`${importedFile(path, from)} ${name}`)
    for (const [, from = ''] of text.matchAll(whole)) used.add(`${importedFile(path, from)} *`)
    for (const [, from = '', name] of text.matchAll(added)) used.add(`${importedFile(path, from)} ${name}`)
  }
  return all.slice(0, sources.length).flatMap(({ path, text }) => {
    if (used.has(`${path} *`)) return []
    const own = [...text.matchAll(declared)].flatMap(([, name]) => name ?? [])
    const again = [...text.matchAll(listed)].flatMap(([, list = '']) => namesIn(list, 1))
    return [...own, ...again].filter((name) => !used.has(`${path} ${name}`)).map((name) => `${path}: ${name}`)
  })
}
