// The whole content of a cell: formatted JSON, or plain text.
import { Button, DialogBody, DialogFooter, SegmentedControl } from '@blueprintjs/core'
import { useMemo, useState } from 'react'
import { emptyText, emptyWord } from '#semantic/model/valueText.ts'
import { copyText } from '#web/ui/copyText.ts'
import { TitledDialog } from '#web/ui/dialogs/TitledDialog.tsx'
import { JsonTree } from './cell/JsonTree.tsx'
import { jsonNodes } from './cell/jsonNodes.ts'
import { looksLikeJson, prettyJson } from './json.ts'

interface Props {
  title: string
  /** Null is SQL's NULL. */
  text: string | null
  /** The engine's type. */
  type: string
  onClose: () => void
}

/** Longer texts are shown in part: the browser would take seconds. Copies are complete. */
const mostShown = 500_000

export function CellDialog({ title, text, type, onClose }: Props) {
  const pretty = useMemo(() => (text !== null && looksLikeJson(text) ? prettyJson(text) : null), [text])
  const tree = useMemo(() => (pretty !== null && text !== null ? jsonNodes(text) : null), [pretty, text])
  const [look, setLook] = useState<'tree' | 'pretty' | 'raw'>('tree')
  const shown = pretty !== null && look !== 'raw' ? pretty : (text ?? '')
  return (
    <TitledDialog title={title} className="result-cell-dialog" onClose={onClose}>
      <DialogBody>
        <div className="result-cell-head">
          <span>{type}</span>
          <span>{text === null ? emptyText : `${text.length.toLocaleString('en-US')} 个字符`}</span>
          {pretty !== null && (
            <SegmentedControl
              size="small"
              options={[
                { value: 'tree', label: '树' },
                { value: 'pretty', label: '排版' },
                { value: 'raw', label: '原文' },
              ]}
              value={look}
              onValueChange={(value) => setLook(value as typeof look)}
            />
          )}
        </div>
        {tree && look === 'tree' ? (
          <JsonTree root={tree} label={title} first />
        ) : (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: keys scroll it.
          <pre className="result-cell-text" tabIndex={0}>
            {text === null ? (
              <i>{emptyText}</i>
            ) : shown === '' ? (
              <i>{emptyWord}</i>
            ) : (
              shown.slice(0, mostShown)
            )}
          </pre>
        )}
        {shown.length > mostShown && look !== 'tree' && (
          <p className="result-cell-cut">文本很长，只显示开头；复制可得全文。</p>
        )}
      </DialogBody>
      <DialogFooter
        actions={
          <>
            <Button text="关闭" onClick={onClose} />
            <Button
              intent="primary"
              text="复制"
              disabled={text === null}
              onClick={() => void copyText(shown)}
            />
          </>
        }
      />
    </TitledDialog>
  )
}
