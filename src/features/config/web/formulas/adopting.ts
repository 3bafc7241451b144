// Replaces a formula by the point made from it, in the reports that contain the formula.

import { call, failureOf } from '#web/api/client.ts'
import { showMessage } from '#web/shell/message.ts'
import { adoptFormula } from '#features/config/contract.ts'
import { listOf } from '../listOf.ts'
import { readFormulasInUse } from './store.ts'

export async function adoptPoint(point: number, text: string): Promise<void> {
  try {
    const { reports, left } = await call(adoptFormula, { body: { point, text } }, { quiet: true })
    const kept = left.map(({ reportName, problem }) => `${reportName}：${problem}`)
    showMessage({
      message: `${reports} 张报表里的公式已换成这个指标`,
      ...(kept.length > 0 && {
        detail: `未替换：${kept.slice(0, 5).join('；')}`,
        intent: 'warning' as const,
      }),
    })
  } catch (error) {
    const { message } = failureOf(error)
    showMessage({ message: '指标已保存，报表里的公式替换失败', detail: message, intent: 'warning' })
  }
  await Promise.allSettled([readFormulasInUse(), listOf('point')?.refresh()])
}
