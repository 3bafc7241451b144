// Who may read a saved query without signing in, and the link to it.
import { Button, Callout, DialogBody, DialogFooter, InputGroup, Radio, RadioGroup } from '@blueprintjs/core'
import { Duplicate } from '@blueprintjs/icons'
import { useState } from 'react'
import { call } from '../../../../../web/api/client.ts'
import { copyText } from '../../../../../web/ui/copyText.ts'
import { TitledDialog } from '../../../../../web/ui/TitledDialog.tsx'
import { type ShareMode, shareQuery } from '../../../contract.ts'
import { changeDocument } from '../documents/actions.ts'
import { isChanged, useDesk } from '../documents/store.ts'

export function ShareDialog({ documentId, onClose }: { documentId: string; onClose: () => void }) {
  const document = useDesk((state) => state.documents[documentId])
  const [busy, setBusy] = useState(false)
  if (!document?.saved) return null
  const { saved } = document
  const link = `${window.location.origin}/code_view/${encodeURIComponent(saved.id)}`
  const set = async (share: ShareMode) => {
    setBusy(true)
    try {
      await call(shareQuery, { params: { id: saved.id }, body: { share } })
      changeDocument(documentId, { saved: { ...saved, share } })
    } catch {
      // Told by the client; the choice stays as it was.
    } finally {
      setBusy(false)
    }
  }
  return (
    <TitledDialog title={`分享「${saved.name}」`} onClose={onClose} className="name-dialog">
      <DialogBody>
        <RadioGroup
          label="拿到链接的人"
          selectedValue={saved.share}
          disabled={busy}
          onChange={(event) => void set(event.currentTarget.value as ShareMode)}
        >
          <Radio value="off" label="不能查看" />
          <Radio value="query" label="可以查看 SQL" />
          <Radio value="result" label="可以查看 SQL 和最近一次结果" />
        </RadioGroup>
        {isChanged(document) && (
          <Callout intent="warning" compact>
            分享的是已保存的版本 {saved.version}，此处的修改保存后才能看到
          </Callout>
        )}
        {saved.share !== 'off' && (
          <InputGroup
            readOnly
            aria-label="链接"
            value={link}
            onFocus={(event) => event.currentTarget.select()}
            rightElement={
              <Button
                variant="minimal"
                icon={<Duplicate size={14} />}
                text="复制"
                onClick={() => void copyText(link, '链接已复制')}
              />
            }
          />
        )}
      </DialogBody>
      <DialogFooter actions={<Button intent="primary" text="关闭" onClick={onClose} />} />
    </TitledDialog>
  )
}
