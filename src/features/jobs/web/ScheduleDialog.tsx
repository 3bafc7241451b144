// One schedule: its next firing times and its last results.
import { DialogBody } from '@blueprintjs/core'
import { call } from '#web/api/client.ts'
import { closeDialog, showDialog } from '#web/shell/dialog.tsx'
import { TitledDialog } from '#web/ui/dialogs/TitledDialog.tsx'
import { timeText } from '#web/ui/timeText.ts'
import { useAsked } from '#web/ui/useAsked.ts'
import { getJobSchedule, type ScheduleFires } from '../contract.ts'
import { Facts } from './Facts.tsx'
import { Told } from './Told.tsx'
import { fireText } from './words.ts'
import './jobs.css'

export const showSchedule = (id: string): void => showDialog(<ScheduleDialog id={id} />)

function ScheduleDialog({ id }: { id: string }) {
  const told = useAsked(id, (signal) =>
    call(getJobSchedule, { query: { id } }, { quiet: true, loading: null, signal }),
  )
  const { title: task = '', name = '' } = told.value?.schedule ?? {}
  const title = `定时：${name ? `${task}「${name}」` : task}`
  return (
    <TitledDialog title={title} className="jobs-dialog" onClose={closeDialog}>
      <DialogBody>
        <Told told={told}>{(fires) => <Fires {...fires} />}</Told>
      </DialogBody>
    </TitledDialog>
  )
}

function Fires({ schedule, next, fires }: ScheduleFires) {
  const coming = schedule.paused ? '（已暂停）' : next.map((at) => timeText(at)).join('、') || '（不再有）'
  return (
    <>
      <Facts
        label="定时详情"
        facts={[
          ['规则', schedule.rule],
          ['所有者', schedule.who || '（系统）'],
          ['接下来', coming],
          ['近期错过', `${schedule.missed} 次`],
          ['编号', schedule.id],
        ]}
      />
      <h3 className="jobs-heading">最近触发</h3>
      {fires.length === 0 ? (
        <p className="jobs-muted">还没有触发过。</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and keys must reach it.
        <ul className="jobs-fires" tabIndex={0} aria-label="最近触发">
          {fires.map(({ at, state, lateMs, missedTo }) => (
            <li key={at}>
              <span>{timeText(at)}</span>
              <span className={state === 'missed' ? 'jobs-missed' : 'jobs-muted'}>
                {fireText(state, lateMs)}
                {missedTo !== null && `，直到 ${timeText(missedTo)} 的都错过`}
              </span>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
