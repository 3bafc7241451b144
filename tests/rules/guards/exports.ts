// What a module exports and nobody imports. Read by the shape that the formatter gives imports and exports.
import { importedFile } from '../named.ts'
import type { Source } from './sources.ts'

/** Lines first: a path such as /api/* in one begins no comment of several lines. */
const withoutComments = (text: string) =>
  text.replace(/(^|\s)\/\/.*$/gm, '$1').replace(/\/\*[\s\S]*?\*\//g, '')

const declared =
  /^export (?:declare )?(?:abstract )?(?:async )?(?:function\*?|const|let|class|interface|type|enum) (\w+)/gm
const listed = /^export (?:type )?\{([^}]*)\}/gm
const named = /^(?:import|export)(?: type)? (?:\w+, )?\{([^}]*)\} from '([.#][^']*)'/gm
/** Whole modules: as a namespace, re-exported, loaded on demand, or named as a type. */
const whole =
  /(?:^import(?: type)? \* as \w+ from |^export \* (?:as \w+ )?from |\bimport\(\s*)'([.#][^']*)'/gm
/** `declare module './schema.ts' { interface Database … }` adds to what the other exports. */
const added = /^declare module '([.#][^']*)' \{\n\s*interface (\w+)/gm

const namesIn = (list: string, side: 0 | 1): string[] =>
  list
    .split(',')
    .map((one) => one.trim().replace(/^type /, ''))
    .filter((one) => one !== '')
    .map((one) => one.split(' as ')[side] ?? one)

/** Each such export of these sources: `others` may import them, and are not looked at themselves. */
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
