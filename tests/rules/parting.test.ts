// Lists of values typed by users are split at commas in one place, which handles quotes and pasted columns. Other
// code that splits a text at such characters is listed with its reason.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const root = join(import.meta.dirname, '../..')
const files = globSync('src/{web,features/*/web}/**/*.{ts,tsx}', { cwd: root }).map((path) =>
  path.replaceAll('\\', '/'),
)

/** `.split(…)` at a comma of any width, a semicolon, a bar or 、; the alternation in `a|b` does not count. */
const parting =
  /\.split\(\s*(?:\/(?:[^/\\]|\\.)*(?:[,，、;；]|\[[^\]]*[|｜])(?:[^/\\]|\\.)*\/|['"`][,，、;；|｜]['"`])/

const reasons: Record<string, string> = {
  'src/features/alarm/web/editor/filterNames.ts': 'ids of dimensions',
  'src/web/table/days/dayMarks.ts': 'places of columns, written by the page itself',
  'src/features/code/web/paletteSources.ts': 'the first words of a comment',
  'src/features/code/web/query/samples.ts': 'the first words of a comment',
  'src/features/code/web/query/side/tableRows.tsx': 'the first words of a comment',
  'src/features/dictionary/web/detail/ConflictDialog.tsx': 'the first cell of a row that is told',
  'src/features/gameflow/web/flow/address.ts': 'columns of an address, none of whose names has a comma',
  'src/features/management/web/audit/detailCodes.ts': 'codes of ours, as an entry of the audit lists them',
  'src/features/statement/web/address/parts.ts': 'numbers of an address',
  'src/features/statement/web/board/tiles/markdown.ts': 'the cells of a table in Markdown',
  'src/features/statement/web/editor/Numbers.tsx': 'numbers',
  'src/features/statement/web/embed/EmbedLimits.tsx': 'ids of dimensions',
  'src/features/statement/web/pivot/DrillDialog.tsx': 'ids of points',
  'src/features/statement/web/report/filterBar/useValueNames.ts': 'ids of dictionaries',
  'src/features/statement/web/players/OnePlayer.tsx': 'the first words of a comment',
  'src/features/statement/web/sentences/activity.ts': 'a sentence into words',
  'src/features/statement/web/sentences/figures.ts': 'a sentence into words',
  'src/features/statement/web/sentences/words.ts': 'a sentence into words',
  'src/features/statement/web/subscribe/values.ts': 'days of a month',
  'src/features/tools/web/instruments/cron/cronText.ts': 'a cron expression',
  'src/features/usertag/web/LookForm.tsx': 'kinds of tags, which are known words',
  'src/features/usertag/web/paletteSource.ts': 'what is typed to find a player',
  'src/web/list/address.ts': 'values of an address, whose commas are escaped',
  'src/web/ui/dictionary/useDictionaryLabels.ts': 'ids of dictionaries',
}

it('typed lists are split in one place only', () => {
  const found = files.filter((path) => parting.test(readFileSync(join(root, path), 'utf8')))
  expect(found.toSorted(), 'split by the shared function, or list the file in `reasons`').toEqual(
    Object.keys(reasons).toSorted(),
  )
})

it.each([
  'text.split(/[,，\\n]/)',
  "text.split(',')",
  'text.split(/[|｜]/)',
  "rest\n  .join('=')\n  .split(/[、;]/)",
])('%s is found', (text) => expect(parting.test(text)).toBe(true))

it.each(["text.split('\\n')", 'text.split(/\\s+/)', "text.split('.')"])('%s is not', (text) =>
  expect(parting.test(text)).toBe(false),
)
