// A long text inserted at once without the clipboard, as by dictation or system tools. Monaco would type it
// character by character: thousands of characters would freeze the page, and lines would be indented twice.
import { CommandsRegistry } from 'monaco-editor/platform/commands/common/commands.js'
import { isRecord } from '../shell/storage.ts'
import { monaco } from './monaco.ts'

/** Nobody types this much between two frames. */
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
