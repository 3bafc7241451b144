// Monaco, read-only. A separate module, so that it loads only where SQL is shown.
import { Editor } from '@monaco-editor/react'
import { useDark } from './dark.ts'
import { languageId } from './language.ts'
import './monaco.ts'
import { viewerOptions } from './options.ts'
import { themeName } from './themes.ts'

const options = { ...viewerOptions, ariaLabel: '编译后的 SQL' }

export function MonacoView({ sql }: { sql: string }) {
  return (
    <Editor language={languageId} value={sql} theme={themeName(useDark())} options={options} loading={null} />
  )
}
