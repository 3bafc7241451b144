// Asked before a task is kept: to how many people, when, and what becomes of it. Its second press of Enter goes back,
// because a push can't be called back.
import { ConfirmDialog } from '#web/ui/dialogs/ConfirmDialog.tsx'
import type { PushEstimate } from '#features/push/contract.ts'

interface SendQuestionProps {
  estimate: PushEstimate
  app: string
  segment: string
  title: string
  isNow: boolean
  answer: (isSure: boolean) => void
}

export function SendQuestion({ estimate, app, segment, title, isNow, answer }: SendQuestionProps) {
  const { count, needsApproval, approvalAbove, next } = estimate
  return (
    <ConfirmDialog
      careful
      confirm={needsApproval ? '提交审批' : isNow ? '发送' : '保存'}
      refuse="返回修改"
      onClose={() => answer(false)}
      onConfirm={() => answer(true)}
    >
      <p className="list-question">发给 {count.toLocaleString('en-US')} 人？</p>
      <p className="list-question-detail">
        「{title}」，{app}，{segment}
      </p>
      <p className="list-question-detail">
        {isNow
          ? `${needsApproval ? '审批后' : ''}立即发送，发出后收不回来。`
          : `发送时间：${next.join('、')}${next.length === 3 ? ' …' : ''}`}
      </p>
      {needsApproval && (
        <p className="list-question-detail">
          超过 {approvalAbove.toLocaleString('en-US')} 人，另一位有推送权限的人审批之后才发。
        </p>
      )}
    </ConfirmDialog>
  )
}
