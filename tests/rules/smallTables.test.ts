// Tables of a few rows have one look: `SmallTable` gives it, as `DataTable` does for many rows.
import { expect, it } from 'vitest'
import { sourcesIn } from './guards/sources.ts'

const home = 'src/web/ui/smallTable/SmallTable.tsx'
const reasons: Record<string, string> = {
  'src/features/calendar/web/MonthGrid.tsx': 'a month of days',
  'src/features/code/web/shared/ResultTable.tsx': 'a thousand rows, in the look of the large table',
  'src/features/logsearch/web/query/SyntaxHelp.tsx': 'a sheet of spellings',
  'src/features/statement/web/board/tiles/PivotTile.tsx': 'in the look of the large table',
  'src/features/statement/web/board/tiles/TextTile.tsx': 'in the look of a text',
  'src/features/statement/web/embed/EmbedTable.tsx':
    'in the bundle of embeds, in the look of the large table',
  'src/features/tools/web/LineDifference.tsx': 'the lines of a text',
  'src/web/editor/SqlDiff.tsx': 'the lines of a text',
  'src/web/shell/palette/PalettePreviewBody.tsx': 'figures beside the palette, with its own width',
}

it('tables of a few rows are drawn by SmallTable alone', () => {
  const others = sourcesIn('src').filter(
    ({ path, text }) => path !== home && /<table[\s>]|\bHTMLTable\b/.test(text) && path.endsWith('x'),
  )
  expect(
    others.map(({ path }) => path).sort(),
    'draw it by SmallTable, or give the reason in tests/rules/smallTables.test.ts',
  ).toEqual(Object.keys(reasons).sort())
})
