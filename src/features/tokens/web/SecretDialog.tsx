// The text of a new token, told once, with an example of its use.
import { Button, DialogBody, DialogFooter, InputGroup } from '@blueprintjs/core'
import { Duplicate } from '@blueprintjs/icons'
import { Link } from 'wouter'
import { pages } from '#shared/pages.ts'
import { closeDialog } from '#web/shell/dialog.tsx'
import { copyText } from '#web/ui/copyText.ts'
import { TitledDialog } from '#web/ui/dialogs/TitledDialog.tsx'
import './tokens.css'

export function SecretDialog({ secret }: { secret: string }) {
  const example = `curl -H "Authorization: Bearer ${secret}" ${window.location.origin}/api/s1/data/anaSettingOption`
  return (
    <TitledDialog title="新的访问令牌" className="tokens-dialog" onClose={closeDialog}>
      <DialogBody>
        <p>令牌只显示这一次，请现在复制并妥善保管：拿到它的人就有它的权限。</p>
        <div className="tokens-copied">
          <InputGroup
            readOnly
            fill
            autoFocus
            value={secret}
            aria-label="访问令牌"
            onFocus={(event) => event.currentTarget.select()}
          />
          <Button
            icon={<Duplicate size={14} />}
            text="复制"
            onClick={() => void copyText(secret, '令牌已复制')}
          />
        </div>
        <p className="tokens-muted">每个请求带上它：</p>
        <pre className="tokens-example">{example}</pre>
        <p className="tokens-muted">
          全部接口的说明和示例：
          <Link href={pages.programsApi()} onClick={closeDialog}>
            接口文档
          </Link>
        </p>
      </DialogBody>
      <DialogFooter actions={<Button text="完成" onClick={closeDialog} />} />
    </TitledDialog>
  )
}
