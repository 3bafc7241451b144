// A text that comes at once without the clipboard, as dictation and tools of the system give it. Monaco would type it
// character by character: with thousands of them the page would stand still, and lines would be indented twice.
import { CommandsRegistry } from 'monaco-editor/platform/commands/common/commands.js'
import { isRecord } from '../shell/storage.ts'
import { monaco } from './monaco.ts'

/** No hand types as much between two frames. */
const longest = 100

const comesAtOnce = (text: string): boolean =>
  text.length > longest || (text.length > 1 && text.trimEnd().includes('\n'))

const typing = CommandsRegistry.getCommand('type')

CommandsRegistry.registerCommand('type', (accessor, given) => {
  const text = isRecord(given) && typeof given.text === 'string' ? given.text : ''
  const view = comesAtOnce(text) ? monaco.editor.getEditors().find((one) => one.hasTextFocus()) : undefined
  if (!view) return typing?.handler(accessor, given)
  view.trigger('keyboard', 'paste', { text, pasteOnNewLine: false, multicursorText: null })
})
