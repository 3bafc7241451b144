// Only `failureOf` of src/web/api turns a failed call into words. No other code interprets thrown errors, or has its
// own text for unknown ones.
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))
const isBrowser = (file: string) => /^src\/(web|features\/[^/]+\/web)\//.test(file)
const files = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
  .map((file) => relative(root, join(root, 'src', file)))
  .filter((file) => /\.tsx?$/.test(file) && isBrowser(file) && !file.startsWith('src/web/api/'))

it('failures of calls are turned into words by failureOf only', () => {
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

it('failures are kept whole until shown, because the message alone lacks the catalogue’s line', () => {
  const picked = /failureOf\(\w+\)\??\.message\b|\b(reason|message): failure\.message\b/
  expect(
    files.filter((file) => picked.test(textOf(file)) && !aRowEach.has(file)),
    'keep the whole failure and show it by FailureLine',
  ).toEqual([])
})
/** Shows each row's reason in a list of rows. */
const aRowEach = new Set(['src/web/list/workOnRows.ts'])

it('failures are shown by FailureLine or ErrorState, which add the catalogue’s line', () => {
  // Callouts that describe the state of an object, not a failed call.
  const standing = ['src/features/statement/web/embed/EmbedDialog.tsx']
  const callouts = told.filter((file) => /<Callout[^>]*intent="danger"/.test(textOf(file)))
  expect(callouts, 'FailureLine instead of a red callout').toEqual(standing)
  // Failures without a call: an error in a page's code, and a part of a page that could not be loaded.
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
  // Alerts of a file's own that show the message without the catalogue's line.
  const own = told.filter((file) =>
    [...textOf(file).matchAll(/<(\w+)[^>]*role="alert"[^>]*>([\s\S]*?)<\/\1>/g)].some(
      ([, , inside = '']) => /(failure|problem)\.message/.test(inside) && !/\.literal/.test(inside),
    ),
  )
  expect(own, 'FailureLine instead of an alert of its own').toEqual([])
})

it('retries are offered by RetryButton or ErrorState, only where they may help', () => {
  // Rows of a bulk action, each with its own reason; some of them may succeed on retry.
  const several = ['src/web/list/ListDialogs.tsx']
  const own = told.filter((file) => /<(?:Button|button)\b(?:[^>]|=>)*text="重试"/.test(textOf(file)))
  expect(own, 'RetryButton instead of a button of its own').toEqual(several)
})
