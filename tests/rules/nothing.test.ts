// The words for no value and for the empty text come from one module; tables, charts, conditions, histories and
// messages use no other words.
import { expect, it } from 'vitest'
import { sourcesIn } from './guards/sources.ts'

const home = 'src/shared/nothing.ts'
/** Such a word alone in a text, or in brackets. */
const otherWord = /[（(](?:空|空值|空文本)[)）]|(?:['"`>]|\$\{)\s*(?:空|空值|空文本)(?: NULL)?\s*['"`<]/g

const reasons: Record<string, string> = {
  'src/features/guide/web/chapters/conditions.ts': 'quotes the word',
  'src/features/guide/web/chapters/report.ts': 'quotes the word',
  'src/features/code/web/query/runbar/ValueField.tsx': 'names a box to tick, not a value in a list',
  'src/features/gameflow/server/rates/shares.ts': 'reads files written before',
  'src/features/imports/web/ColumnRows.tsx': 'heads a column of counts',
  'src/features/tools/web/json/page/words.ts': 'names the JSON type null',
  'src/server/malformed.ts': 'names the JSON type null',
  'src/server/warehouse/import/command.ts': 'heads a column of counts',
}

it('no value and the empty text are named by their module alone', () => {
  const others = sourcesIn('src', 'commands').filter(
    ({ path, text }) => path !== home && [...text.matchAll(otherWord)].length > 0,
  )
  expect(
    others.map(({ path }) => path).sort(),
    `import the word from ${home}, or list the file in \`reasons\``,
  ).toEqual(Object.keys(reasons).sort())
})
