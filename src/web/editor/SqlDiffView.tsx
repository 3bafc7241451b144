// The difference itself. Monaco's language comes first: it reads its texts as its parts are loaded.
import 'monaco-editor/nls/lang/zh-cn.js'
import type { editor } from 'monaco-editor'
import { useEffect, useRef } from 'react'
import { useDark } from './dark.ts'
import { languageId } from './language.ts'
import { monaco } from './monaco.ts'
import { viewerOptions } from './options.ts'
import { themeName } from './themes.ts'
import type { SqlDiffProps } from './types.ts'

export function SqlDiffView({ original, modified, label = 'SQL 差异', inline = false }: SqlDiffProps) {
  const host = useRef<HTMLDivElement>(null)
  const view = useRef<editor.IStandaloneDiffEditor | null>(null)
  const dark = useDark()

  useEffect(() => {
    if (!host.current) return
    const created = monaco.editor.createDiffEditor(host.current, {
      ...viewerOptions,
      originalEditable: false,
      renderOverviewRuler: false,
      renderMarginRevertIcon: false,
      renderGutterMenu: false,
      hideUnchangedRegions: { enabled: true, contextLineCount: 3, minimumLineCount: 4 },
    })
    view.current = created
    return () => {
      created.dispose()
      view.current = null
    }
  }, [])

  useEffect(() => {
    monaco.editor.setTheme(themeName(dark))
  }, [dark])

  useEffect(() => {
    const shown = view.current
    shown?.updateOptions({ renderSideBySide: !inline })
    shown?.getOriginalEditor().updateOptions({ ariaLabel: `${label}：原来的文本` })
    shown?.getModifiedEditor().updateOptions({ ariaLabel: `${label}：现在的文本` })
  }, [inline, label])

  useEffect(() => {
    const models = {
      original: monaco.editor.createModel(original, languageId),
      modified: monaco.editor.createModel(modified, languageId),
    }
    view.current?.setModel(models)
    return () => {
      view.current?.setModel(null)
      models.original.dispose()
      models.modified.dispose()
    }
  }, [original, modified])

  return <div ref={host} className="sql-editor-host" />
}
