// The words for no value and for the empty text come from one module; tables, charts, conditions, histories and
// messages use no other words.
import { expect, it } from 'vitest'
import { sourcesIn } from './guards/sources.ts'

const home = 'src/shared/nothing.ts'
/** Such a word alone in a text, or in brackets. */
const otherWord =
  /[（(](?:空|空值|空文本)[)）]|(?:['"`>]|\$\{)\s*(?:空|空值|空文本|无|（无）|暂无|—+|N\/A)(?: NULL)?\s*['"`<]/g

const reasons: Record<string, string> = {
  'src/features/code/web/query/runbar/ValueField.tsx': 'names a box to tick, not a value in a list',
  'src/features/guide/web/chapters/conditions.ts': 'quotes the word',
  'src/features/guide/web/chapters/report.ts': 'quotes the word',
  'src/features/gameflow/server/rates/shares.ts': 'reads files written before',
  'src/features/imports/web/ColumnRows.tsx': 'heads a column of counts',
  'src/features/lists/server/objectKinds.ts': 'tells whether there is a token, which is never shown',
  'src/features/session/server/userCommand.ts': 'ends a sentence of the command line',
  'src/features/statement/web/editor/ReportEditor.tsx': 'says that no condition is chosen',
  'src/features/statement/web/pivot/PivotFields.tsx': 'says that no dimension is chosen',
  'src/features/statement/web/report/filterBar/CompareControl.tsx': 'names the choice of no comparison',
  'src/features/statement/web/report/options/HeatOption.tsx': 'names the choice of no colours',
  'src/features/statement/web/report/options/OptionsControl.tsx': 'says that no option is chosen',
  'src/features/tools/web/json/page/words.ts': 'names the JSON type null',
  'src/server/malformed.ts': 'names the JSON type null',
  'src/server/warehouse/import/values/fold.ts': 'reads files of others',
  'src/shared/days/twoEnds.ts': 'reads what people type',
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
