// Reads and writes what the author says about a report. Ctrl+Enter saves.
import { Button, DialogBody, DialogFooter, TextArea } from '@blueprintjs/core'
import { useState } from 'react'
import { TitledDialog } from '../../../../web/ui/TitledDialog.tsx'
import { saveRemark } from './saving.ts'

interface Props {
  remark: string
  editable: boolean
  onClose: () => void
}

export function RemarkDialog({ remark, editable, onClose: close }: Props) {
  const [text, setText] = useState(remark)
  const save = async () => {
    if (await saveRemark(text)) close()
  }
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
            {editable && <Button intent="primary" text="保存" onClick={() => void save()} />}
          </>
        }
      />
    </TitledDialog>
  )
}
