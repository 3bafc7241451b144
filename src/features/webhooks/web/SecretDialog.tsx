// The secret of a webhook, told once, with how its requests are proved.
import { Button, DialogBody, DialogFooter, InputGroup } from '@blueprintjs/core'
import { Duplicate } from '@blueprintjs/icons'
import { closeDialog } from '#web/shell/dialog.tsx'
import { copyText } from '#web/ui/copyText.ts'
import { TitledDialog } from '#web/ui/dialogs/TitledDialog.tsx'
import './webhooks.css'

export function SecretDialog({ secret }: { secret: string }) {
  return (
    <TitledDialog title="签名密钥" className="webhooks-secret" onClose={closeDialog}>
      <DialogBody>
        <p>密钥只显示这一次，请现在复制，填进接收的程序：它用密钥核对请求是不是本系统发的。</p>
        <div className="webhooks-copied">
          <InputGroup
            readOnly
            fill
            autoFocus
            value={secret}
            aria-label="签名密钥"
            onFocus={(event) => event.currentTarget.select()}
          />
          <Button
            icon={<Duplicate size={14} />}
            text="复制"
            onClick={() => void copyText(secret, '密钥已复制')}
          />
        </div>
        <p className="webhooks-muted">
          请求头 X-Signature 应等于 sha256= 加上以密钥对「X-Timestamp 的值 + . + 请求内容」算出的
          HMAC-SHA-256（十六进制小写）。X-Timestamp 与现在相差太多的请求请不要接受。
        </p>
      </DialogBody>
      <DialogFooter actions={<Button text="完成" onClick={closeDialog} />} />
    </TitledDialog>
  )
}
