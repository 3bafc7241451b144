// The estimate for the task in the form: number of people, duration, next times, need of approval.
import { FailureLine } from '#web/ui/states/FailureLine.tsx'
import type { PushEstimate } from '#features/push/contract.ts'
import { useReferenceData } from '../referenceData.ts'
import type { Estimated } from './estimating.ts'
import '../push.css'

interface Props extends Estimated {
  cgi: string
  segment: string
}

export function Estimate({ cgi, segment, estimate, isOld, failure }: Props) {
  const app = useReferenceData(({ apps }) => apps.find((one) => one.cgi === cgi))
  return (
    <section className="push-estimate" aria-label="预计">
      {failure ? (
        <FailureLine what="人数计算失败" failure={failure} />
      ) : (
        <div role="status" className={isOld ? 'push-old' : ''}>
          {estimate ? (
            <Told estimate={estimate} />
          ) : (
            <p>{segment === '' ? '选好人群后显示预计人数' : '正在计算人数...'}</p>
          )}
        </div>
      )}
      {app && (
        <p className="form-help">
          {app.gateway}，每分钟最多 {app.perMinute.toLocaleString('en-US')} 人
          {app.quietHours && `，免打扰 ${app.quietHours.from}–${app.quietHours.to}（到时间后再发）`}
        </p>
      )}
      {app?.problem && <p className="form-problem">{app.problem}</p>}
    </section>
  )
}

function Told({ estimate }: { estimate: PushEstimate }) {
  const { count, minutes, needsApproval, approvalAbove, next, problem } = estimate
  const most = approvalAbove.toLocaleString('en-US')
  return (
    <>
      <p>
        预计触达 <strong>{count.toLocaleString('en-US')}</strong> 人
        {count > 0 && `，约 ${minutes.toLocaleString('en-US')} 分钟发完`}
      </p>
      {needsApproval && <p className="push-warning">超过 {most} 人，保存后由另一位有推送权限的人审批</p>}
      {next.length > 0 && (
        <p>
          发送时间：{next.join('、')}
          {next.length === 3 && ' …'}
        </p>
      )}
      {problem && <p className="form-problem">{problem}</p>}
    </>
  )
}
