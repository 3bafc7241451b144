// Who was told of it, and what became of each message.

import { SmallTable } from '#web/ui/smallTable/SmallTable.tsx'
import { timeText } from '#web/ui/timeText.ts'
import type { AlarmFireDetail } from '#features/alarm/contract.ts'
import {
  type DeliveryStatus,
  deliveryStatusTitles,
  receiverKindTitles,
} from '#features/receivers/contract.ts'

const titleOf = (titles: Readonly<Record<string, string>>, key: string): string => titles[key] ?? key

export function Deliveries({ fire }: { fire: AlarmFireDetail }) {
  const { deliveries } = fire
  return (
    <section aria-label="通知">
      <h2 className="alarm-heading">通知</h2>
      {deliveries.length === 0 ? (
        <p className="alarm-muted">没有发到通知渠道。站内消息不列在这里。</p>
      ) : (
        <div className="alarm-scroll">
          <SmallTable className="alarm-table">
            <thead>
              <tr>
                <th>渠道</th>
                <th>方式</th>
                <th>结果</th>
                <th className="alarm-number">次数</th>
                <th>时间</th>
                <th>说明</th>
              </tr>
            </thead>
            <tbody>
              {deliveries.map(({ receiver, kind, status, tries, at, problem }, place) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: one receiver may stand there twice.
                <tr key={`${receiver} ${place}`}>
                  <td>{receiver}</td>
                  <td>{titleOf(receiverKindTitles, kind)}</td>
                  <td className={status === ('failed' satisfies DeliveryStatus) ? 'alarm-wrong' : ''}>
                    {titleOf(deliveryStatusTitles, status)}
                  </td>
                  <td className="alarm-number">{tries}</td>
                  <td>{at ? timeText(at) : ''}</td>
                  <td>{problem}</td>
                </tr>
              ))}
            </tbody>
          </SmallTable>
        </div>
      )}
    </section>
  )
}
