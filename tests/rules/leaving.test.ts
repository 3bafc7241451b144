// Typed text is not lost unnoticed when the page reloads: each field is in a dialog (which warns), in a form or page
// that warns or keeps drafts, or is listed with the reason why nothing is lost.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { importedFile } from './named.ts'

const root = join(import.meta.dirname, '../..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const files = globSync('src/{web,features/*/web}/**/*.tsx', { cwd: root }).map((path) =>
  path.replaceAll('\\', '/'),
)
const sources = new Map(files.map((path) => [path, read(path)]))

const field = /<(InputGroup|TextArea|TagInput|EditableText|NumericInput|input|textarea)\b/
/** Components and hooks that warn about, or keep, whatever is typed inside. */
const safe =
  /<(TitledDialog|FormDialog|Dialog|NameDialog)\b|useLeaveWarning|useKeptWork|data-asks|kind: 'drawn'/

const importers = new Map<string, Set<string>>()
for (const [path, source] of sources)
  for (const [, to = ''] of source.matchAll(/(?:from|import\()\s*'([.#][^']+\.tsx)'/g)) {
    const target = importedFile(path, to)
    importers.set(target, (importers.get(target) ?? new Set()).add(path))
  }

/** Whether the file is safe, or all files that render it are. */
function isSafe(path: string, seen: readonly string[] = []): boolean {
  if (safe.test(sources.get(path) ?? '')) return true
  const drawn = [...(importers.get(path) ?? [])].filter((one) => !seen.includes(one))
  return drawn.length > 0 && drawn.every((one) => isSafe(one, [...seen, path]))
}

const reasons: Record<string, string> = {
  'src/web/form/ParametersInput.tsx': 'a field of forms, which ask',
  'src/features/code/web/query/runbar/ValueField.tsx': 'the query’s draft, kept at each change',
  'src/features/code/web/query/side/SideContent.tsx': 'looks for something',
  'src/features/code/web/results/find/FindBar.tsx': 'looks for something',
  'src/features/config/web/tables/JoinsField.tsx': 'a field of forms, whose words lists use too',
  'src/features/dictionary/web/detail/Grid.tsx': 'the dictionary’s draft, kept at each change',
  'src/features/guide/web/GuideSide.tsx': 'looks for something',
  'src/features/lists/web/others/OthersPage.tsx': 'looks for something',
  'src/features/logsearch/web/fields/FieldSide.tsx': 'looks for something',
  'src/features/logsearch/web/query/QueryField.tsx': 'a question, which the address keeps',
  'src/features/logsearch/web/time/RangePicker.tsx': 'a question, which the address keeps',
  'src/features/prediction/web/range/RangeBar.tsx': 'a question, which the address keeps',
  'src/features/programs/web/api/ApiPage.tsx': 'a search, which the address keeps',
  'src/features/session/web/LoginForm.tsx': 'a name and a password',
  'src/features/session/web/PasswordForm.tsx': 'passwords',
  'src/features/session/web/secondStep/CodeField.tsx': 'a code of half a minute',
  'src/features/statement/web/embed/EmbedValues.tsx': 'a condition, which the address keeps',
  'src/features/statement/web/filters/PointChoice.tsx': 'a condition, which the address keeps',
  'src/features/statement/web/report/options/OptionsPanel.tsx': 'an option, which the address keeps',
  'src/features/statement/web/report/options/TopOption.tsx': 'an option, which the address keeps',
  'src/features/statement/web/tree/SideContent.tsx': 'looks for something',
  'src/features/tools/web/instruments/Fields.tsx': 'is looked at, and saved nowhere',
  'src/features/tools/web/json/page/CompareView.tsx': 'is looked at, and saved nowhere',
  'src/features/tools/web/json/page/JsonStart.tsx': 'is looked at, and saved nowhere',
  'src/features/tools/web/json/page/JsonTools.tsx': 'looks for something',
  'src/features/usertag/web/LookForm.tsx': 'a question, which the address keeps',
  'src/features/usertag/web/TagGroups.tsx': 'looks for something',
  'src/web/editor/EarlyText.tsx': 'the editor’s text, which its page keeps or asks about',
  'src/web/list/FilterBar.tsx': 'looks for something, which the address keeps',
  'src/web/pick/PickList.tsx': 'looks for something',
  'src/web/pick/values/BoundField.tsx': 'a condition, which the address or its editor keeps',
  'src/web/pick/values/ValuesInput.tsx': 'values, which the address or their editor keeps',
  'src/web/shell/drawer/LimitSetting.tsx': 'a setting, kept as it is typed',
  'src/web/shell/keys/KeyBindings.tsx': 'looks for something',
  'src/web/shell/palette/Palette.tsx': 'looks for something',
  'src/web/ui/day/DayField.tsx': 'a day, which the address or its editor keeps',
  'src/web/ui/dictionary/DictionaryChoice.tsx': 'looks for something',
}

it('each field is in a component that warns or keeps drafts', () => {
  const open = [...sources]
    .filter(([path, source]) => field.test(source) && !isSafe(path))
    .map(([path]) => path)
  expect(open.toSorted(), 'warn or keep a draft, or list the file in `reasons`').toEqual(
    Object.keys(reasons).toSorted(),
  )
})
