// Monaco, read-only. In a module of its own so that nobody loads it who sees no SQL.
import { Editor } from '@monaco-editor/react'
import type { editor } from 'monaco-editor'
import { useEffect, useState } from 'react'
import './monaco.ts'
import { defineThemes, themeName } from './themes.ts'

const options: editor.IStandaloneEditorConstructionOptions = {
  readOnly: true,
  domReadOnly: true,
  minimap: { enabled: false },
  fontSize: 13,
  lineHeight: 20,
  fontFamily: 'ui-monospace, "SF Mono", Menlo, Consolas, "Noto Sans Mono CJK SC", monospace',
  scrollBeyondLastLine: false,
  wordWrap: 'on',
  contextmenu: false,
  renderLineHighlight: 'none',
  automaticLayout: true,
  tabFocusMode: true,
  ariaLabel: '编译后的 SQL',
  padding: { top: 8, bottom: 8 },
}

const isDark = () => document.body.classList.contains('bp6-dark')

/** Follows the page's light or dark class. */
function useDark(): boolean {
  const [dark, setDark] = useState(isDark)
  useEffect(() => {
    const observer = new MutationObserver(() => setDark(isDark()))
    observer.observe(document.body, { attributes: true, attributeFilter: ['class'] })
    return () => observer.disconnect()
  }, [])
  return dark
}

export function MonacoView({ sql }: { sql: string }) {
  const dark = useDark()
  return (
    <Editor
      language="sql"
      value={sql}
      theme={themeName(dark)}
      beforeMount={defineThemes}
      options={options}
      loading={null}
    />
  )
}
