// Two versions of one text side by side, with the choices.
import { Button, DialogBody, DialogFooter } from '@blueprintjs/core'
import type { ReactNode } from 'react'
import { type DiffText, SqlDiff } from '#web/editor/SqlDiff.tsx'
import { TitledDialog } from '#web/ui/dialogs/TitledDialog.tsx'
import { timeText } from '#web/ui/timeText.ts'
import type { SavedQuery } from '#features/code/contract.ts'
import { settleConflict } from '../documents/drafts.ts'
import { documentOf, useDocuments } from '../documents/store.ts'
import { saveDocument, takeTheirs } from '../saving/save.ts'
import { openDialog } from '../view.ts'

interface SidesProps {
  title: string
  explanation: string
  before: DiffText
  after: DiffText
  actions: ReactNode
  onClose: () => void
}

function Sides({ title, explanation, before, after, actions, onClose }: SidesProps) {
  return (
    <TitledDialog title={title} onClose={onClose} className="sql-dialog">
      <DialogBody>
        <p>{explanation}</p>
        <div className="conflict-diff">
          <SqlDiff before={before} after={after} />
        </div>
      </DialogBody>
      <DialogFooter actions={actions}>
        <Button text="取消" onClick={onClose} />
      </DialogFooter>
    </TitledDialog>
  )
}

interface SavedProps {
  documentId: string
  theirs: SavedQuery
  onClose: () => void
}

/** The server has a newer version than the opened one. */
export function ConflictDialog({ documentId, theirs, onClose }: SavedProps) {
  const text = documentOf(documentId)?.text ?? ''
  return (
    <Sides
      title={`「${theirs.name}」已在别处保存过`}
      explanation={`服务器上已是版本 ${theirs.version}，由 ${theirs.modifiedBy} 保存于 ${timeText(theirs.modifiedAt, 'second')}。覆盖后，那个版本仍在历史版本中。`}
      before={{ title: `服务器上的版本 ${theirs.version}`, sql: theirs.sql }}
      after={{ title: '此处的文本', sql: text }}
      onClose={onClose}
      actions={
        <>
          <Button
            text="用服务器上的"
            onClick={() => {
              takeTheirs(documentId, theirs)
              onClose()
            }}
          />
          <Button text="另存为副本" onClick={() => openDialog({ kind: 'save', documentId, asNew: true })} />
          <Button
            intent="primary"
            text="覆盖"
            onClick={() => {
              onClose()
              void saveDocument(documentId, true)
            }}
          />
        </>
      }
    />
  )
}

/** Another window of this browser has changed the same draft. */
export function WindowsDialog({ documentId, onClose }: { documentId: string; onClose: () => void }) {
  const here = useDocuments((state) => state.documents[documentId])
  const there = useDocuments((state) => state.conflicts[documentId])
  if (!here || !there) return null
  const settle = (choice: 'here' | 'there') => {
    onClose()
    void settleConflict(documentId, choice)
  }
  return (
    <Sides
      title={`两个窗口都修改了「${here.name}」`}
      explanation="没有选中的一份会成为关闭的标签页，可以随时恢复。"
      before={{
        title: `另一窗口，${timeText(there.keptAt, 'clockSecond')}`,
        sql: there.document.text,
      }}
      after={{ title: '此处', sql: here.text }}
      onClose={onClose}
      actions={
        <>
          <Button text="用另一窗口的" onClick={() => settle('there')} />
          <Button intent="primary" text="用此窗口的" onClick={() => settle('here')} />
        </>
      }
    />
  )
}
