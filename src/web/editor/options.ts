// Options of all our editors, and of the writable ones.
import type { editor } from 'monaco-editor'

const commonOptions: editor.IStandaloneEditorConstructionOptions = {
  minimap: { enabled: false },
  fontSize: 13,
  lineHeight: 20,
  fontFamily: 'ui-monospace, "SF Mono", Menlo, Consolas, "Noto Sans Mono CJK SC", monospace',
  scrollBeyondLastLine: false,
  contextmenu: false,
  automaticLayout: true,
  padding: { top: 8, bottom: 8 },
  unicodeHighlight: { ambiguousCharacters: false, invisibleCharacters: false, nonBasicASCII: false },
  overviewRulerBorder: false,
  hideCursorInOverviewRuler: true,
  scrollbar: { verticalScrollbarSize: 10, horizontalScrollbarSize: 10, useShadows: false },
}

export const viewerOptions: editor.IStandaloneEditorConstructionOptions = {
  ...commonOptions,
  readOnly: true,
  domReadOnly: true,
  wordWrap: 'on',
  renderLineHighlight: 'none',
  tabFocusMode: true,
}

export const writerOptions: editor.IStandaloneEditorConstructionOptions = {
  ...commonOptions,
  lineNumbersMinChars: 3,
  lineDecorationsWidth: 14,
  glyphMargin: false,
  folding: true,
  showFoldingControls: 'mouseover',
  renderLineHighlight: 'line',
  renderLineHighlightOnlyWhenFocus: false,
  roundedSelection: true,
  tabSize: 2,
  insertSpaces: true,
  detectIndentation: false,
  multiCursorModifier: 'alt',
  fixedOverflowWidgets: true,
  quickSuggestions: { other: true, strings: true, comments: false },
  quickSuggestionsDelay: 20,
  wordBasedSuggestions: 'off',
  acceptSuggestionOnCommitCharacter: false,
  acceptSuggestionOnEnter: 'on',
  suggestSelection: 'first',
  suggestLineHeight: 24,
  suggestFontSize: 13,
  suggest: {
    // Until arrow keys choose an item, Enter is a line break.
    selectionMode: 'never',
    snippetsPreventQuickSuggestions: false,
    showStatusBar: true,
    filterGraceful: true,
  },
  snippetSuggestions: 'inline',
  parameterHints: { enabled: true, cycle: true },
  hover: { delay: 350, above: false },
  find: { addExtraSpaceOnTop: false, seedSearchStringFromSelection: 'selection' },
  occurrencesHighlight: 'singleFile',
  selectionHighlight: true,
  stickyScroll: { enabled: false },
  guides: { indentation: false },
  smoothScrolling: false,
  cursorBlinking: 'blink',
  largeFileOptimizations: true,
  bracketPairColorization: { enabled: false },
  // Enter in brackets indents. 'full' would change pasted text.
  autoIndent: 'brackets',
  formatOnPaste: false,
  unusualLineTerminators: 'off',
}
