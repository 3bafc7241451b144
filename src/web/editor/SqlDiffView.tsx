// The difference itself.
import { DiffEditor } from '@monaco-editor/react'
import type { editor } from 'monaco-editor'
import { useEffect, useMemo, useState } from 'react'
import { useDark } from './dark.ts'
import { languageId } from './language.ts'
import './monaco.ts'
import { viewerOptions } from './options.ts'
import { themeName } from './themes.ts'
import type { SqlDiffProps } from './types.ts'

const host = { className: 'sql-editor-host' }

export function SqlDiffView({ original, modified, label = 'SQL 差异', inline = false }: SqlDiffProps) {
  const [view, setView] = useState<editor.IStandaloneDiffEditor | null>(null)
  const dark = useDark()
  const options = useMemo<editor.IStandaloneDiffEditorConstructionOptions>(
    () => ({
      ...viewerOptions,
      renderSideBySide: !inline,
      originalEditable: false,
      renderOverviewRuler: false,
      renderMarginRevertIcon: false,
      renderGutterMenu: false,
      hideUnchangedRegions: { enabled: true, contextLineCount: 3, minimumLineCount: 4 },
    }),
    [inline],
  )

  useEffect(() => {
    view?.getOriginalEditor().updateOptions({ ariaLabel: `${label}：原来的文本` })
    view?.getModifiedEditor().updateOptions({ ariaLabel: `${label}：现在的文本` })
  }, [view, label])

  // Monaco complains of texts that go before the view that shows them, and the library would take them first.
  useEffect(() => {
    if (!view) return
    return () => {
      const models = view.getModel()
      view.setModel(null)
      models?.original.dispose()
      models?.modified.dispose()
    }
  }, [view])

  return (
    <DiffEditor
      wrapperProps={host}
      original={original}
      modified={modified}
      language={languageId}
      theme={themeName(dark)}
      options={options}
      loading={null}
      onMount={setView}
    />
  )
}
