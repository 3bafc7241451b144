// Which keys are Monaco's and which are not: those of our commands are left to the page's dispatcher, which hears
// them first; Escape goes on to `sql.cancel` when nothing in the editor waits for it.

import type { editor } from 'monaco-editor'
import { KeybindingsRegistry } from 'monaco-editor/platform/keybinding/common/keybindingsRegistry.js'
import { runCommand } from '../shell/keys/run.ts'
import { monaco } from './monaco.ts'
import { isOwnWordAt } from './providers.ts'

/** Ours by the registry, or the input method's (Ctrl+Space); what they would do here must not happen as well. */
const notHere = [
  'editor.action.insertLineAfter',
  'editor.action.insertLineBefore',
  'editor.action.quickCommand',
  'editor.action.formatDocument',
  'editor.action.formatSelection',
  'editor.action.triggerSuggest',
  'editor.action.rename',
  'editor.action.quickFix',
]

let unbound = false
/** Takes Monaco's Ctrl+K chords away, and what would answer a key of ours. */
export function unbindKeys(): void {
  if (unbound) return
  unbound = true
  const chords = KeybindingsRegistry.getDefaultKeybindings().flatMap(({ keybinding, command }) =>
    keybinding !== null && keybinding.chords.length > 1 && command ? [command] : [],
  )
  monaco.editor.addKeybindingRules(
    [...new Set([...notHere, ...chords])].map((command) => ({ keybinding: 0, command: `-${command}` })),
  )
}

/** Where Escape has something of the editor's own to close first. */
const nothingOpen = [
  'suggestWidgetVisible',
  'findWidgetVisible',
  'parameterHintsVisible',
  'markersNavigationVisible',
  'editorHasMultipleSelections',
  'inSnippetMode',
  'editorHoverVisible',
  'renameInputVisible',
  'codeActionMenuVisible',
]
  .map((key) => `!${key}`)
  .join(' && ')

/** A choice in the list that one went to by arrows is meant; what stands there by itself is not. */
function addNewLine(view: editor.IStandaloneCodeEditor): void {
  let isChosen = false
  view.onKeyDown(({ keyCode }) => {
    const { UpArrow, DownArrow, PageUp, PageDown, Enter } = monaco.KeyCode
    if ([UpArrow, DownArrow, PageUp, PageDown].includes(keyCode)) isChosen = true
    else if (keyCode !== Enter) isChosen = false
  })
  view.addAction({
    id: 'analytics.newLine',
    label: '换行',
    keybindings: [monaco.KeyCode.Enter],
    keybindingContext:
      'textInputFocus && suggestWidgetVisible && suggestWidgetHasFocusedSuggestion && suggestionMakesTextEdit',
    run: () => {
      const model = view.getModel()
      const position = view.getPosition()
      if (isChosen || !model || !position || !isOwnWordAt(model, position)) {
        view.trigger('analytics', 'acceptSelectedSuggestion', {})
        return
      }
      view.trigger('analytics', 'hideSuggestWidget', {})
      view.trigger('keyboard', 'type', { text: '\n' })
    },
  })
}

export function addKeys(view: editor.IStandaloneCodeEditor): void {
  unbindKeys()
  addNewLine(view)
  view.addAction({
    id: 'analytics.cancel',
    label: '取消运行',
    keybindings: [monaco.KeyCode.Escape],
    keybindingContext: `textInputFocus && ${nothingOpen}`,
    run: () => runCommand('sql.cancel'),
  })
}
