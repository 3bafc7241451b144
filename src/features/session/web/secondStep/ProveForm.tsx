// The secret as a QR code and as letters, and the field for the code that proves it.
import { Button } from '@blueprintjs/core'
import { useMemo } from 'react'
import { call } from '#web/api/client.ts'
import { copyText } from '#web/ui/copyText.ts'
import { Kbd } from '#web/ui/Kbd.tsx'
import { FailureLine } from '#web/ui/states/FailureLine.tsx'
import { type ConfirmedStep, confirmSecondStep, type StartedStep } from '#features/session/contract.ts'
import { CodeField } from './CodeField.tsx'
import { pathOf, qrOf } from './qr/qr.ts'
import { useCode } from './useCode.ts'

interface Props {
  ticket: string
  started: StartedStep
  onDone: (confirmed: ConfirmedStep) => void
  onGone: () => void
}

const grouped = (secret: string): string => secret.match(/.{1,4}/g)?.join(' ') ?? secret

export function ProveForm({ ticket, started: { secret, address }, onDone, onGone }: Props) {
  const { code, change, problem, busy, failure, enter } = useCode<ConfirmedStep>({
    send: (typed) =>
      call(confirmSecondStep, { body: { ticket, code: typed } }, { quiet: true, loading: null }),
    onAnswer: onDone,
    onGone,
  })
  return (
    <form className="login-form" noValidate onSubmit={(event) => void enter(event)}>
      <p className="step-line">用手机上的验证器扫码：</p>
      <QrCode text={address} />
      <p className="step-line">
        不能扫码时填密钥：
        <button
          type="button"
          className="step-secret"
          title="复制密钥"
          onClick={() => void copyText(secret, '密钥已复制')}
        >
          {grouped(secret)}
        </button>
      </p>
      <CodeField
        label="验证器上现在的口令"
        hint="6 位数字，确认验证器已经加好"
        value={code}
        problem={problem}
        onChange={change}
      />
      {failure && <FailureLine what="设置失败" failure={failure} />}
      <Button className="login-button" type="submit" intent="primary" fill loading={busy}>
        确认
        <Kbd keys="enter" />
      </Button>
    </form>
  )
}

/** Dark on white in both themes: readers of codes want it so. Four modules of white belong to it. */
function QrCode({ text }: { text: string }) {
  const rows = useMemo(() => qrOf(text), [text])
  return (
    <svg
      className="step-qr"
      role="img"
      aria-label="二维码"
      viewBox={`-4 -4 ${rows.length + 8} ${rows.length + 8}`}
      shapeRendering="crispEdges"
    >
      <path d={pathOf(rows)} />
    </svg>
  )
}
