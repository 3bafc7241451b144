// Which keys are Monaco's and which are not: those of our commands are left to the page's dispatcher, which hears
// them first; Escape goes on to `sql.cancel` when nothing in the editor waits for it.

import type { editor } from 'monaco-editor'
import { KeybindingsRegistry } from 'monaco-editor/platform/keybinding/common/keybindingsRegistry.js'
import { runCommand } from '../shell/keys/run.ts'
import { monaco } from './monaco.ts'

/** Ours by the registry, or the input method's (Ctrl+Space); what they would do here must not happen as well. */
const notHere = [
  'editor.action.insertLineAfter',
  'editor.action.insertLineBefore',
  'editor.action.quickCommand',
  'editor.action.formatDocument',
  'editor.action.formatSelection',
  'editor.action.triggerSuggest',
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
]
  .map((key) => `!${key}`)
  .join(' && ')

export function addKeys(view: editor.IStandaloneCodeEditor): void {
  unbindKeys()
  view.addAction({
    id: 'analytics.cancel',
    label: '取消运行',
    keybindings: [monaco.KeyCode.Escape],
    keybindingContext: `textInputFocus && ${nothingOpen}`,
    run: () => runCommand('sql.cancel'),
  })
}
