// The editor's colours in light and dark: Blueprint's palette, because Monaco can't use design tokens.
import type { editor } from 'monaco-editor'

export const themeName = (dark: boolean) => (dark ? 'analytics-dark' : 'analytics-light')

interface Paint {
  keyword: string
  call: string
  string: string
  number: string
  parameter: string
  comment: string
}

/** Monaco's own themes have more specific rules (`string.sql` is red there), which would win. */
const rules = ({ keyword, call, string, number, parameter, comment }: Paint): editor.ITokenThemeRule[] => [
  { token: 'keyword', foreground: keyword },
  { token: 'keyword.sql', foreground: keyword },
  { token: 'predefined.sql', foreground: call },
  { token: 'string', foreground: string },
  { token: 'string.sql', foreground: string },
  { token: 'number', foreground: number },
  { token: 'number.sql', foreground: number },
  { token: 'variable', foreground: parameter },
  { token: 'variable.sql', foreground: parameter },
  { token: 'comment', foreground: comment },
  { token: 'comment.sql', foreground: comment },
]

const lightPaint = {
  keyword: '215DB0',
  call: '7C327C',
  string: '1C6E42',
  number: '935610',
  parameter: 'B83211',
  comment: '5F6B7C',
}
const darkPaint = {
  keyword: '8ABBFF',
  call: 'D69FD6',
  string: '72CA9B',
  number: 'FBB360',
  parameter: 'FF9980',
  comment: '8F99A8',
}

const lightColors = {
  'editor.background': '#FFFFFF',
  'editor.foreground': '#1C2127',
  'editorLineNumber.foreground': '#5F6B7C',
  'editorLineNumber.activeForeground': '#1C2127',
  'editor.lineHighlightBackground': '#5F6B7C14',
  'editor.lineHighlightBorder': '#00000000',
  'editor.selectionBackground': '#4C90F038',
  'editor.inactiveSelectionBackground': '#4C90F022',
  'editorCursor.foreground': '#2D72D2',
  'editorBracketMatch.background': '#2D72D21A',
  'editorBracketMatch.border': '#2D72D28C',
  'editorWidget.background': '#FFFFFF',
  'editorWidget.border': '#5F6B7C2E',
  'widget.shadow': '#11141833',
  'input.background': '#FFFFFF',
  'input.border': '#5F6B7C2E',
  focusBorder: '#2D72D2',
  'editorSuggestWidget.background': '#FFFFFF',
  'editorSuggestWidget.border': '#5F6B7C40',
  'editorSuggestWidget.foreground': '#1C2127',
  'editorSuggestWidget.selectedBackground': '#2D72D21A',
  'editorSuggestWidget.selectedForeground': '#1C2127',
  'editorSuggestWidget.highlightForeground': '#215DB0',
  'editorSuggestWidget.focusHighlightForeground': '#215DB0',
  'editorHoverWidget.background': '#FFFFFF',
  'editorHoverWidget.border': '#5F6B7C40',
  'editorHoverWidget.foreground': '#1C2127',
  'editorHoverWidget.statusBarBackground': '#F6F7F9',
  'menu.background': '#FFFFFF',
  'menu.foreground': '#1C2127',
  'list.hoverBackground': '#2D72D21A',
  'list.hoverForeground': '#1C2127',
  'editor.wordHighlightBackground': '#5F6B7C0A',
  'editor.wordHighlightBorder': '#5F6B7C59',
  'editor.wordHighlightStrongBackground': '#2D72D20A',
  'editor.wordHighlightStrongBorder': '#2D72D28C',
  'editor.wordHighlightTextBackground': '#5F6B7C0A',
  'editor.wordHighlightTextBorder': '#5F6B7C59',
  'editor.selectionHighlightBackground': '#4C90F00A',
  'editor.selectionHighlightBorder': '#2D72D259',
  'textLink.foreground': '#215DB0',
  'textLink.activeForeground': '#215DB0',
  'editorError.foreground': '#CD4246',
  'editorMarkerNavigation.background': '#FFFFFF',
  'editorMarkerNavigationError.background': '#CD4246',
  'editorMarkerNavigationError.headerBackground': '#CD42461A',
}
const darkColors = {
  'editor.background': '#1C2127',
  'editor.foreground': '#E5E8EB',
  'editorLineNumber.foreground': '#8F99A8',
  'editorLineNumber.activeForeground': '#E5E8EB',
  'editor.lineHighlightBackground': '#FFFFFF12',
  'editor.lineHighlightBorder': '#00000000',
  'editor.selectionBackground': '#4C90F04D',
  'editor.inactiveSelectionBackground': '#4C90F030',
  'editorCursor.foreground': '#8ABBFF',
  'editorBracketMatch.background': '#4C90F033',
  'editorBracketMatch.border': '#4C90F08C',
  'editorWidget.background': '#2F343C',
  'editorWidget.border': '#FFFFFF22',
  'widget.shadow': '#000000B3',
  'input.background': '#1C2127',
  'input.border': '#FFFFFF22',
  focusBorder: '#4C90F0',
  'editorSuggestWidget.background': '#2F343C',
  'editorSuggestWidget.border': '#FFFFFF22',
  'editorSuggestWidget.foreground': '#E5E8EB',
  'editorSuggestWidget.selectedBackground': '#4C90F033',
  'editorSuggestWidget.selectedForeground': '#E5E8EB',
  'editorSuggestWidget.highlightForeground': '#8ABBFF',
  'editorSuggestWidget.focusHighlightForeground': '#8ABBFF',
  'editorHoverWidget.background': '#2F343C',
  'editorHoverWidget.border': '#FFFFFF22',
  'editorHoverWidget.foreground': '#E5E8EB',
  'editorHoverWidget.statusBarBackground': '#252A31',
  'menu.background': '#2F343C',
  'menu.foreground': '#E5E8EB',
  'list.hoverBackground': '#4C90F033',
  'list.hoverForeground': '#E5E8EB',
  'editor.wordHighlightBackground': '#FFFFFF0A',
  'editor.wordHighlightBorder': '#FFFFFF40',
  'editor.wordHighlightStrongBackground': '#4C90F00A',
  'editor.wordHighlightStrongBorder': '#4C90F08C',
  'editor.wordHighlightTextBackground': '#FFFFFF0A',
  'editor.wordHighlightTextBorder': '#FFFFFF40',
  'editor.selectionHighlightBackground': '#4C90F00A',
  'editor.selectionHighlightBorder': '#4C90F08C',
  'textLink.foreground': '#8ABBFF',
  'textLink.activeForeground': '#8ABBFF',
  'editorError.foreground': '#FA999C',
  'editorMarkerNavigation.background': '#2F343C',
  'editorMarkerNavigationError.background': '#FA999C',
  'editorMarkerNavigationError.headerBackground': '#E76A6E33',
}

export function defineThemes(monaco: { editor: Pick<typeof editor, 'defineTheme'> }): void {
  monaco.editor.defineTheme(themeName(false), {
    base: 'vs',
    inherit: true,
    rules: rules(lightPaint),
    colors: lightColors,
  })
  monaco.editor.defineTheme(themeName(true), {
    base: 'vs-dark',
    inherit: true,
    rules: rules(darkPaint),
    colors: darkColors,
  })
}
