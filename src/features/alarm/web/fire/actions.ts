// What can be done with a fire.
import { navigate } from 'wouter/use-browser-location'
import { call, failureOf, quiet } from '#web/api/client.ts'
import { showMessage } from '#web/shell/message.ts'
import { type AlarmFireDetail, alarmLink, reportAddress } from '#features/alarm/contract.ts'
import { getReportBy } from '#features/statement/contract.ts'
import { readAlarm } from '../list/alarmList.tsx'
import { showAcknowledge } from './AcknowledgeDialog.tsx'
import { useFire } from './store.ts'

const withFire = (work: (fire: AlarmFireDetail) => void) => (): void => {
  const { fire } = useFire.getState()
  if (fire) work(fire)
}

export const acknowledgeFire = withFire((fire) => {
  if (fire.state === 'firing') showAcknowledge([fire])
  else
    showMessage({
      message: fire.acknowledgedBy ? `${fire.acknowledgedBy} 已经确认` : '已经恢复，不用确认',
    })
})

export const editFireAlarm = withFire(({ alarmId, alarmAlive }) => {
  if (alarmAlive) navigate(alarmLink(alarmId))
  else showMessage({ message: '这个告警已被删除，记录还在', intent: 'warning' })
})

/** The report that the alarm was made from, or one that has its point, over the days of the fire. */
export const openFireReport = withFire((fire) => {
  addressOf(fire).then(
    (address) => {
      if (address) navigate(address)
      else showMessage({ message: '没有你能看到的报表包含这个指标', intent: 'warning' })
    },
    (error: unknown) =>
      showMessage({ message: '报表打开失败', detail: failureOf(error).shown.message, intent: 'danger' }),
  )
})

async function addressOf({ alarmId, periods, series }: AlarmFireDetail): Promise<string | null> {
  const alarm = await readAlarm(alarmId)
  const watch = alarm?.watch ?? { points: series.map(({ point }) => point), dims: [], grain: 'day' as const }
  const [id] = watch.points
  const [from = '', to = from] = [periods[0], periods.at(-1)].map((period) => period?.slice(0, 10))
  if (id === undefined || from === '') return null
  const reports = await call(getReportBy, { params: { type: 'PointId', id }, body: {} }, quiet)
  const found = reports.find((report) => report.id === watch.reportId) ?? reports[0]
  return found ? reportAddress(watch, { view: found.viewMetaId, report: found.id, from, to }) : null
}
