// Callers may send long texts: no regular expression of the server may take more than linear time.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { expressionsIn, runs, unmatched } from './guards/expressions.ts'

const root = join(import.meta.dirname, '../..')
const files = globSync('src/{server,shared,semantic,features/*/server}/**/*.ts', { cwd: root })
const tiny = 20
const short = 2_000
/** Expressions without repetition need no check. */
const repeating = /[+*]|,\}/

/** Least CPU time of several tries, in milliseconds. */
function cost(pattern: RegExp, run: string, tries = 1): number {
  const text = run + unmatched
  let least = Number.POSITIVE_INFINITY
  for (let turn = 0; turn < tries; turn += 1) {
    const begun = process.cpuUsage()
    if (pattern.global) text.replaceAll(pattern, '')
    else pattern.exec(text)
    const { user, system } = process.cpuUsage(begun)
    least = Math.min(least, (user + system) / 1_000)
  }
  return least
}

/**
 * The start of a text on which eight times the length takes more than 24 times as long (quadratic time: 64 times);
 * null where there is none.
 */
function strainOf(pattern: RegExp): string | null {
  if (!repeating.test(pattern.source)) return null
  // Tried on tiny texts first: an expression of exponential time would never finish on longer ones.
  for (const run of runs(pattern, tiny)) if (cost(pattern, run, 2) > 3) return run
  for (const run of runs(pattern, short)) {
    if (cost(pattern, run) < 1) continue
    const least = cost(pattern, run, 3)
    if (least > 1 && cost(pattern, run.repeat(8)) > 24 * least) return run.slice(0, 12)
  }
  return null
}

const patternOf = (literal: string): RegExp => {
  const cut = literal.lastIndexOf('/')
  return new RegExp(literal.slice(1, cut), literal.slice(cut + 1))
}

it('every regular expression takes linear time', () => {
  const found = files.flatMap((path) =>
    [...new Set(expressionsIn(readFileSync(join(root, path), 'utf8')))].flatMap((literal) => {
      const strain = strainOf(patternOf(literal))
      return strain === null ? [] : [`${path} ${literal} on ${JSON.stringify(strain)}`]
    }),
  )
  expect(found, 'rewrite the expression without overlapping repetitions: it is slow on this text').toEqual([])
})

it('reports planted expressions of more than linear time', () => {
  const planted = [
    String.raw`const trimmed = text.replace(/[;\s]+$/, '') // no /comment/`,
    String.raw`return /^(\d+\.?\d*|\.\d+)$/.test('/a+/') && share / 2 / 3`,
    // biome-ignore lint/suspicious/noTemplateCurlyInString: source text.
    'const x = `${/(a|a)+$/.test(y) ? "`" : z / 2} /b/`',
    'names.filter((name) => /x.*y.*z/.test(name))',
  ].join('\n')
  const literals = expressionsIn(planted)
  expect(literals).toEqual([
    String.raw`/[;\s]+$/`,
    String.raw`/^(\d+\.?\d*|\.\d+)$/`,
    '/(a|a)+$/',
    '/x.*y.*z/',
  ])
  expect(literals.filter((literal) => strainOf(patternOf(literal)) === null)).toEqual([])
})
