// Implements the dictionary commands. Pages load when they are opened, so a command asks the open page to
// act.
import type { HandledId } from '#commands/define.ts'
import { actOnShown } from '#web/list/shownList.ts'
import type { Handler } from '#web/shell/keys/handlers.ts'
import type { dictionaryCommands } from './commands.ts'
import {
  clearCells,
  deleteRows,
  type Editor,
  exportSheet,
  goToNewRow,
  goToProblem,
  onEditor,
  takeStep,
} from './detail/actions.ts'

const dialogs = () => import('./detail/dialogs.tsx')
const lately = (act: (editor: Editor, found: Awaited<ReturnType<typeof dialogs>>) => void) =>
  onEditor((editor) => {
    editor.input.commit()
    void dialogs().then((found) => act(editor, found))
  })

export const dictionaryWork: Record<HandledId<typeof dictionaryCommands>, Handler> = {
  'dictionaries.history': () => actOnShown('dictionaries.history'),
  'dictionaries.export': () => actOnShown('dictionaries.export'),
  'dictionaries.refresh': async () => (await import('./refreshing.ts')).refreshDictionaries(),
  'dictionary.save': onEditor(({ input }) => {
    input.commit()
    void import('./detail/opened.ts').then(({ saveSheet }) => saveSheet())
  }),
  'dictionary.undo': onEditor((editor) => takeStep(editor, 'undo')),
  'dictionary.redo': onEditor((editor) => takeStep(editor, 'redo')),
  'dictionary.edit': onEditor(({ input }) => input.open()),
  'dictionary.clear': onEditor(clearCells),
  'dictionary.cut': onEditor((editor) => {
    void editor.table.copy(false).then(() => clearCells(editor))
  }),
  'dictionary.addRow': onEditor(goToNewRow),
  'dictionary.deleteRows': onEditor(deleteRows),
  'dictionary.addColumn': lately((editor, { askNewColumn }) => askNewColumn(editor)),
  'dictionary.renameColumn': lately((editor, { askColumnName }) => askColumnName(editor)),
  'dictionary.deleteColumn': onEditor(({ sheet, table }) => {
    if (sheet.columns.length > 1) sheet.removeColumn(table.selection?.active.column ?? 0)
  }),
  'dictionary.nextProblem': onEditor(goToProblem),
  'dictionary.find': lately((editor, { showFind }) => showFind(editor)),
  'dictionary.import': onEditor((editor) => {
    editor.input.commit()
    void import('./detail/importing.ts').then(({ chooseFile }) => chooseFile(editor))
  }),
  'dictionary.export': onEditor(({ sheet }) => void exportSheet(sheet.kept.id)),
  'dictionary.unnamed': lately((editor, { showUnnamed }) => showUnnamed(editor)),
  'dictionary.rename': lately((editor, { askNames }) => askNames(editor)),
  'dictionary.history': lately((editor, { showPast }) => showPast(editor.sheet.kept.id, editor.sheet.name)),
}
