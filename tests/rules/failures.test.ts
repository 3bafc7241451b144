// A call's failure is turned into words in one place: `failureOf` of src/web/api. Elsewhere nothing guesses what was
// thrown, nor has words of its own for what nobody knows.
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))
const isBrowser = (file: string) => /^src\/(web|features\/[^/]+\/web)\//.test(file)
const files = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
  .map((file) => relative(root, join(root, 'src', file)))
  .filter((file) => /\.tsx?$/.test(file) && isBrowser(file) && !file.startsWith('src/web/api/'))

it('of a call is told by failureOf alone', () => {
  expect(files.length).toBeGreaterThan(300)
  const guesses = /instanceof CallError\s*\?|instanceof CallError &&|'未知错误'/
  expect(
    files.filter((file) => guesses.test(readFileSync(join(root, file), 'utf8'))),
    'convert what was thrown by failureOf (#web/api/callError.ts)',
  ).toEqual([])
})

const told = files.filter(
  (file) => file.endsWith('.tsx') && !/^src\/web\/ui\/states\/(FailureLine|ErrorState)/.test(file),
)
const textOf = (file: string) => readFileSync(join(root, file), 'utf8')

it('is kept whole until it is shown: its message alone has lost the last line', () => {
  const picked = /failureOf\(\w+\)\??\.message\b|\b(reason|message): failure\.message\b/
  expect(
    files.filter((file) => picked.test(textOf(file)) && !aRowEach.has(file)),
    'keep the whole failure and show it by FailureLine',
  ).toEqual([])
})
/** Names each row with its reason in a list of several. */
const aRowEach = new Set(['src/web/list/workOnRows.ts'])

it('is shown by FailureLine or ErrorState, which end with the line of the error catalogue', () => {
  // What stands there is a state of the thing itself, told by no call that failed.
  const standing = ['src/features/statement/web/embed/EmbedDialog.tsx']
  const callouts = told.filter((file) => /<Callout[^>]*intent="danger"/.test(textOf(file)))
  expect(callouts, 'FailureLine instead of a red callout').toEqual(standing)
  // No call failed: a fault in a page's own code, and a part of the page that did not arrive.
  const noCall = [
    'src/features/guide/web/ChapterText.tsx',
    'src/web/shell/PageBoundary.tsx',
    'src/web/shell/PageOutlet.tsx',
  ]
  const silent = told.filter((file) =>
    [...textOf(file).matchAll(/<ErrorState\b((?:[^>]|=>)*)>/g)].some(
      ([, props]) => !/failure=/.test(props ?? ''),
    ),
  )
  expect(silent.toSorted(), 'failure={…} on each ErrorState').toEqual(noCall)
  // An alert of one's own that holds the message, and ends before the line.
  const own = told.filter((file) =>
    [...textOf(file).matchAll(/<(\w+)[^>]*role="alert"[^>]*>([\s\S]*?)<\/\1>/g)].some(
      ([, , inside = '']) => /(failure|problem)\.message/.test(inside) && !/\.literal/.test(inside),
    ),
  )
  expect(own, 'FailureLine instead of an alert of its own').toEqual([])
})

it('is asked again about by RetryButton or ErrorState, which offer it only where it may help', () => {
  // Rows of a bulk action, each with a reason of its own: those that may pass are among them.
  const several = ['src/web/list/ListDialogs.tsx']
  const own = told.filter((file) => /<(?:Button|button)\b(?:[^>]|=>)*text="重试"/.test(textOf(file)))
  expect(own, 'RetryButton instead of a button of its own').toEqual(several)
})
