// Shows and edits the author's remark about a report. Ctrl+Enter saves.
import { Button, DialogBody, DialogFooter, TextArea } from '@blueprintjs/core'
import { useRef, useState } from 'react'
import { keepWork, useKeptWork } from '#web/shell/keptWork.ts'
import { TitledDialog } from '#web/ui/dialogs/TitledDialog.tsx'
import type { Report } from '#features/statement/contract.ts'
import { saveRemark } from '../saving.ts'
import { keptRemark } from './keptRemark.ts'

interface Props {
  report: Pick<Report, 'id' | 'remark' | 'editable'>
  /** Text typed before and not saved. */
  typed?: string
  onClose: () => void
}

export function RemarkDialog({ report: { id, remark, editable }, typed, onClose: close }: Props) {
  const [text, setText] = useState(typed ?? remark)
  const unsaved = useRef<string | null>(null)
  unsaved.current = text === remark ? null : text
  const [busy, setBusy] = useState(false)
  const save = async () => {
    if (busy) return
    setBusy(true)
    const kept = await saveRemark(text)
    setBusy(false)
    if (kept) close()
  }
  useKeptWork(() => {
    if (unsaved.current !== null) keepWork(keptRemark, { id, text: unsaved.current })
  })
  return (
    <TitledDialog title="备注" onClose={close} className="remark-dialog">
      <DialogBody>
        <TextArea
          autoFocus
          fill
          rows={8}
          maxLength={10_000}
          readOnly={!editable}
          aria-label="备注"
          placeholder="口径、注意事项、联系人……"
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && editable) void save()
          }}
        />
      </DialogBody>
      <DialogFooter
        actions={
          <>
            <Button text="取消" onClick={close} />
            {editable && <Button intent="primary" text="保存" loading={busy} onClick={() => void save()} />}
          </>
        }
      />
    </TitledDialog>
  )
}
