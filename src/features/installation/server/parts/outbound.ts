// Checks the deliveries of the last day; sends nothing.
import { deliveryCounts } from '#features/receivers/server/index.ts'
import { detail, type Look } from './finding.ts'

const dayMs = 24 * 3_600_000

export const lookAtOutbound: Look = async ({ metadata: { db }, settings: { installation } }) => {
  const { arrived, failed, waiting } = await deliveryCounts(db, new Date(Date.now() - dayMs))
  const details = [
    detail('24 小时内', `送达 ${arrived}，失败 ${failed}，发送中 ${waiting}`),
    detail('webhookHosts', installation.webhookHosts.join('、') || '只有机器人自己的地址'),
    detail('adGateways', Object.keys(installation.adGateways).join('、') || '没有'),
    detail('publicUrl', installation.publicUrl ?? '没有设置：消息里没有链接'),
  ]
  if (arrived + failed + waiting === 0) return { state: 'off', says: '24 小时内没有向外发过消息', details }
  if (failed > 0)
    return {
      state: 'warning',
      says: `24 小时内有 ${failed} 条消息没有送达；有「告警管理」权限的人可在「通知渠道」里看原因`,
      details,
    }
  return { state: 'ok', says: '24 小时内的消息都已送达或正在送', details }
}
