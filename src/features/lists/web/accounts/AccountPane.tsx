// The selected account: the platform's last answer, and the gateway asked.

import { timeText } from '#web/ui/timeText.ts'
import type { AdAccount } from '#features/lists/contract.ts'
import '../lists.css'
import { platformTitle, referenceData } from './referenceData.ts'

export function AccountPane({ account }: { account: AdAccount }) {
  const { name, platform, accountId, info, checkedAt, checkProblem } = account
  const gateway = referenceData().platforms.find(({ key }) => key === platform)?.gateway ?? ''
  return (
    <div className="lists-pane">
      <h2>{name}</h2>
      <p className="lists-code">
        {platformTitle(platform)} {accountId}
      </p>
      <h3 className="lists-heading">平台上的账户</h3>
      {checkedAt === null && <p className="lists-muted">还没有测试过</p>}
      {checkProblem && <p className="failure-line">{checkProblem}</p>}
      {info && (
        <dl className="lists-facts">
          <Fact title="名称" text={info.name} />
          <Fact title="状态" text={info.state} />
          <Fact
            title="余额"
            text={info.balance === null ? '–' : `${info.balance.toLocaleString('en-US')} ${info.currency}`}
          />
        </dl>
      )}
      {info?.note && <p className="lists-muted">{info.note}</p>}
      {checkedAt && <p className="lists-muted">测试于 {timeText(checkedAt)}</p>}
      <h3 className="lists-heading">网关</h3>
      <p className="lists-muted">
        {gateway || '没有设置，不能测试；请管理员在 settings.json 的 adGateways 中填写'}
      </p>
    </div>
  )
}

function Fact({ title, text }: { title: string; text: string }) {
  return (
    <div>
      <dt>{title}</dt>
      <dd>{text}</dd>
    </div>
  )
}
