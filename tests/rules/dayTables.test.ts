// Tables mark days in their rows with weekday, weekend and holiday. Each file that draws a table does so, or is
// listed with the reason why its rows have no days.
import { expect, it } from 'vitest'
import { sourcesIn } from './guards/sources.ts'

const draws = /<DataTable$|<DataTable\s|<SmallTable[\s>]|<table[\s>]/m
const marks = /\buseDayRows\(|\buseDayMark\(|\bdayMarkOf\(|rowMark=\{|model\.rowMark\?\.\(/

const lists = 'columns, words, people or files, one a row'
const reasons: Record<string, string> = {
  'src/web/list/ListTable.tsx': 'objects, one a row',
  'src/web/paste/PastePreview.tsx': 'what was pasted, as it came',
  'src/web/editor/SqlDiff.tsx': 'lines of a text',
  'src/web/ui/smallTable/SmallTable.tsx': 'the look of those below',
  'src/web/shell/palette/PalettePreviewBody.tsx': 'a preview of figures, in few pixels',
  'src/features/logsearch/web/lines/LinesTable.tsx': 'lines of logs',
  'src/features/logsearch/web/query/SyntaxHelp.tsx': lists,
  'src/features/dictionary/web/detail/Grid.tsx': 'codes and names',
  'src/features/tools/web/json/page/TableView.tsx': 'a JSON, as it came',
  'src/features/tools/web/json/page/CompareView.tsx': 'a JSON, as it came',
  'src/features/tools/web/LineDifference.tsx': 'lines of a text',
  'src/features/config/web/form/EffectPart.tsx': 'figures before and after',
  'src/features/prediction/web/turnover/ScenarioList.tsx': 'scenarios, one a row',
  'src/features/code/web/query/dialogs/SampleDialog.tsx': 'a few rows, as they are',
  'src/features/alarm/web/fire/Deliveries.tsx': lists,
  'src/features/imports/web/ColumnRows.tsx': lists,
  'src/features/imports/web/Preview.tsx': 'what was uploaded, as it came',
  'src/features/lists/web/publish/PublishDialog.tsx': lists,
  'src/features/lists/web/rules/RulePreview.tsx': lists,
  'src/web/ui/smallTable/MessageTable.tsx': 'a message, as its receiver shows it',
  'src/features/statement/web/subscribe/RunsDialog.tsx': lists,
  'src/features/statement/web/explain/ChangeTable.tsx': 'values of a dimension, one a row',
  'src/features/statement/web/players/PlayerTable.tsx': 'players, one a row',
  'src/features/statement/web/board/tiles/PivotTile.tsx': 'a pivot in a tile, without room for marks',
  'src/features/statement/web/board/tiles/TextTile.tsx': 'a table as it was written',
  'src/features/statement/web/explain/FormulaPart.tsx': 'parts of a formula',
  'src/features/statement/web/explain/SourceTables.tsx': lists,
  'src/features/calendar/web/MonthGrid.tsx': 'a calendar: its head names the weekdays',
}

const tables = sourcesIn('src').filter(({ path, text }) => path.endsWith('.tsx') && draws.test(text))

it('every table marks its days, or is listed as having none', () => {
  const bare = tables.filter(({ path, text }) => !marks.test(text) && !Object.hasOwn(reasons, path))
  expect(
    bare.map(({ path }) => path),
    "mark the table's days, or list the file in `reasons`",
  ).toEqual([])
  expect(tables.length).toBeGreaterThan(Object.keys(reasons).length)
})

it('every listed exception is a table that does not mark days', () => {
  const needed = tables.filter(({ text }) => !marks.test(text)).map(({ path }) => path)
  expect(
    Object.keys(reasons).filter((path) => !needed.includes(path)),
    'remove these files from `reasons`: their tables mark days, or are gone',
  ).toEqual([])
})

it('days and times are typed into fields of ours: the browser’s follow its language, AM and PM', () => {
  const native = sourcesIn('src').filter(({ text }) =>
    /\btype="(?:date|time|datetime-local|month|week)"/.test(text),
  )
  expect(native.map(({ path }) => path)).toEqual([])
})
