// The editor's colours in light and dark: Blueprint's palette, as design tokens have no place in Monaco.
import type { BeforeMount } from '@monaco-editor/react'

export const themeName = (dark: boolean) => (dark ? 'analytics-dark' : 'analytics-light')

const rules = (keyword: string, string: string, number: string, comment: string, call: string) => [
  { token: 'keyword', foreground: keyword },
  { token: 'operator.sql', foreground: keyword },
  { token: 'predefined.sql', foreground: call },
  { token: 'string', foreground: string },
  // Monaco's own themes name these more closely, and would win.
  { token: 'string.sql', foreground: string },
  // The inherited themes paint SQL's strings red by a rule of their own.
  { token: 'string.sql', foreground: string },
  { token: 'number', foreground: number },
  { token: 'comment', foreground: comment },
]

export const defineThemes: BeforeMount = (monaco) => {
  monaco.editor.defineTheme('analytics-light', {
    base: 'vs',
    inherit: true,
    rules: rules('215DB0', '1C6E42', '935610', '5F6B7C', '634DBF'),
    colors: { 'editor.background': '#FFFFFF' },
  })
  monaco.editor.defineTheme('analytics-dark', {
    base: 'vs-dark',
    inherit: true,
    rules: rules('8ABBFF', '72CA9B', 'FBB360', '8F99A8', 'BDADFF'),
    colors: { 'editor.background': '#1C2127' },
  })
}
