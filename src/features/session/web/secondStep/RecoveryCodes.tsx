// The recovery codes, told once.
import { Button } from '@blueprintjs/core'
import { copyText } from '#web/ui/copyText.ts'
import './secondStep.css'

interface Props {
  codes: readonly string[]
  last: string
  onDone: () => void
}

export function RecoveryCodes({ codes, last, onDone }: Props) {
  return (
    <div className="login-form">
      <p className="step-lead">
        两步登录已设置。下面的备用码只显示这一次：手机不在身边时，每个可以代替一次口令。请抄下或存到安全的地方。
      </p>
      <ol className="step-codes" aria-label="备用码">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <div className="step-buttons">
        <Button text="复制" onClick={() => void copyText(codes.join('\n'), '备用码已复制')} />
        <Button autoFocus intent="primary" text={`已存好，${last}`} onClick={onDone} />
      </div>
    </div>
  )
}
