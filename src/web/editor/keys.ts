// Divides the keys between Monaco and our commands: the page's dispatcher hears our commands' keys first;
// Escape reaches `sql.cancel` when nothing in the editor handles it.

import type { editor } from 'monaco-editor'
import { KeybindingsRegistry } from 'monaco-editor/platform/keybinding/common/keybindingsRegistry.js'
import { runCommand } from '../shell/keys/run.ts'
import { monaco } from './monaco.ts'

/** Our registry's keys, or the input method's (Ctrl+Space): Monaco must not act on them as well. */
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
/** Removes Monaco's Ctrl+K chords, and its bindings for our keys. */
function unbindKeys(): void {
  if (unbound) return
  unbound = true
  const chords = KeybindingsRegistry.getDefaultKeybindings().flatMap(({ keybinding, command }) =>
    keybinding !== null && keybinding.chords.length > 1 && command ? [command] : [],
  )
  monaco.editor.addKeybindingRules(
    [...new Set([...notHere, ...chords])].map((command) => ({ keybinding: 0, command: `-${command}` })),
  )
}

/** Context keys of what Escape closes or ends in the editor itself. */
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

/**
 * Enter takes only an item chosen by arrow keys (`options.ts`: none is at first), so that a line break stays
 * one. Tab takes the first item, too.
 */
function addTab(view: editor.IStandaloneCodeEditor): void {
  view.addAction({
    id: 'analytics.takeFirst',
    label: '用第一项补全',
    keybindings: [monaco.KeyCode.Tab],
    keybindingContext: 'textInputFocus && suggestWidgetVisible && !suggestWidgetHasFocusedSuggestion',
    run: () => view.trigger('analytics', 'focusAndAcceptSuggestion', {}),
  })
}

export function addKeys(view: editor.IStandaloneCodeEditor): void {
  unbindKeys()
  addTab(view)
  view.addAction({
    id: 'analytics.cancel',
    label: '取消运行',
    keybindings: [monaco.KeyCode.Escape],
    keybindingContext: `textInputFocus && ${nothingOpen}`,
    run: () => runCommand('sql.cancel'),
  })
}
