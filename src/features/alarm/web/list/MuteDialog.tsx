// A maintenance window over many alarms: the chosen ones, or all of a game, a view or an owner.
import {
  Button,
  Checkbox,
  DialogBody,
  DialogFooter,
  HTMLSelect,
  InputGroup,
  Radio,
  RadioGroup,
} from '@blueprintjs/core'
import { type FormEvent, type ReactNode, useEffect, useId, useState } from 'react'
import { momentText } from '#shared/moment.ts'
import { type CallError, call, failureOf, quiet } from '#web/api/client.ts'
import { closeDialog, showDialog } from '#web/shell/dialog.tsx'
import { installation } from '#web/shell/installation.ts'
import { DayField } from '#web/ui/day/DayField.tsx'
import { TimeField } from '#web/ui/day/TimeField.tsx'
import { TitledDialog } from '#web/ui/dialogs/TitledDialog.tsx'
import { FailureLine } from '#web/ui/states/FailureLine.tsx'
import { zoneMark } from '#web/ui/timeText.ts'
import { offerUndo } from '#web/ui/undo.ts'
import {
  type Alarm,
  type MuteBody,
  type MuteMeanwhile,
  type MuteTargets,
  muteAlarms,
  muteMeanwhile,
  muteMeanwhileTitles,
  readMuteTargets,
  unmuteAlarms,
} from '#features/alarm/contract.ts'
import { momentOn } from '../freezing.ts'
import { renewAlarms } from './renewing.ts'
import '../alarm.css'

type Rows = readonly Pick<Alarm, 'id' | 'name'>[]

export const showMute = (rows: Rows): void => showDialog(<MuteDialog rows={rows} />)

type Which = 'chosen' | 'game' | 'view' | 'owner'

const hourMs = 3_600_000
const usualHours = 2

interface Entry {
  value: string
  name: string
  count: number
}

function entriesOf(targets: MuteTargets | null, which: Which): Entry[] {
  if (!targets || which === 'chosen') return []
  if (which === 'game') return targets.games.map(({ cgi, ...rest }) => ({ value: cgi, ...rest }))
  const groups = which === 'view' ? targets.views : targets.owners
  return groups.map(({ id, ...rest }) => ({ value: String(id), ...rest }))
}

function targetOf(
  which: Which,
  value: string,
  rows: Rows,
): Pick<MuteBody, 'ids' | 'game' | 'view' | 'owner'> {
  if (which === 'game') return { game: value }
  if (which === 'view') return { view: Number(value) }
  return which === 'owner' ? { owner: Number(value) } : { ids: rows.map(({ id }) => id) }
}

const partsOf = (at: number, zone: string) => {
  const [day = '', time = ''] = momentText(at, zone).split(' ')
  return { day, time }
}

function MuteDialog({ rows }: { rows: Rows }) {
  const { zone } = installation()
  const [opened] = useState(Date.now)
  const [which, setWhich] = useState<Which>('chosen')
  const [targets, setTargets] = useState<MuteTargets | null>(null)
  const [picked, setPicked] = useState('')
  const [from, setFrom] = useState(() => partsOf(opened, zone))
  const [until, setUntil] = useState(() => partsOf(opened + usualHours * hourMs, zone))
  const [weekly, setWeekly] = useState(false)
  const [lastDay, setLastDay] = useState('')
  const [meanwhile, setMeanwhile] = useState<MuteMeanwhile>('hold')
  const [reason, setReason] = useState('')
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<CallError | null>(null)
  const [unread, setUnread] = useState<CallError | null>(null)
  const reasonId = useId()
  useEffect(() => {
    const asking = new AbortController()
    call(readMuteTargets, {}, { ...quiet, signal: asking.signal }).then(setTargets, (error: unknown) => {
      if (!asking.signal.aborted) setUnread(failureOf(error))
    })
    return () => asking.abort()
  }, [])
  const entries = entriesOf(targets, which)
  const value = entries.some((entry) => entry.value === picked) ? picked : (entries[0]?.value ?? '')
  const chosen = rows.length === 1 ? `所选：${rows[0]?.name}` : `所选 ${rows.length} 个`
  const mute = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    setBusy(true)
    setFailure(null)
    const body: MuteBody = {
      ...targetOf(which, value, rows),
      from: momentOn(from.day, from.time, zone),
      until: momentOn(until.day, until.time, zone),
      weekly,
      lastDay: weekly && lastDay !== '' ? lastDay : null,
      reason,
      meanwhile,
    }
    try {
      const { id, ids } = await call(muteAlarms, { body }, quiet)
      closeDialog()
      renewAlarms()
      offerUndo(`已为 ${ids.length} 个告警设维护窗口`, async () => {
        await call(unmuteAlarms, { body: { ids, mute: id } })
        renewAlarms()
      })
    } catch (error) {
      setFailure(failureOf(error))
      setBusy(false)
    }
  }
  return (
    <TitledDialog title="设维护窗口" className="alarm-mute" onClose={closeDialog}>
      <form onSubmit={mute}>
        <DialogBody>
          <p className="alarm-muted">窗口内照常检查、留下记录，但不通知；到时间自动结束。</p>
          <Line title="告警">
            <HTMLSelect
              aria-label="哪些告警"
              autoFocus
              value={which}
              onChange={(event) => setWhich(event.currentTarget.value as Which)}
              options={[
                { value: 'chosen', label: chosen },
                { value: 'game', label: '一个游戏的全部' },
                { value: 'view', label: '一个视图的全部' },
                { value: 'owner', label: '一个负责人的全部' },
              ]}
            />
            {which !== 'chosen' && (
              <HTMLSelect
                aria-label="其中哪一个"
                value={value}
                disabled={entries.length === 0}
                onChange={(event) => setPicked(event.currentTarget.value)}
                options={
                  entries.length === 0
                    ? [
                        {
                          value: '',
                          label: targets ? '没有你能修改的告警' : unread ? '读取失败' : '加载中...',
                        },
                      ]
                    : entries.map((entry) => ({
                        value: entry.value,
                        label: `${entry.name}（${entry.count} 个）`,
                      }))
                }
              />
            )}
          </Line>
          <Moment title="开始" value={from} onChange={setFrom} />
          <Moment title="结束" value={until} onChange={setUntil} mark={zoneMark(opened)} />
          <Line title="重复">
            <Checkbox
              label="每周同一时间"
              checked={weekly}
              onChange={(event) => setWeekly(event.currentTarget.checked)}
            />
          </Line>
          {weekly && (
            <Line title="最后一天">
              <DayField label="最后一天" value={lastDay} min={from.day} onChange={setLastDay} />
              <span className="alarm-muted">留空则一直重复，直到取消</span>
            </Line>
          )}
          <Line title="期间的告警">
            <RadioGroup
              name="meanwhile"
              aria-label="期间的告警"
              inline
              selectedValue={meanwhile}
              onChange={(event) => setMeanwhile(event.currentTarget.value as MuteMeanwhile)}
            >
              {muteMeanwhile.map((one) => (
                <Radio key={one} value={one} label={muteMeanwhileTitles[one]} />
              ))}
            </RadioGroup>
          </Line>
          <Line title="原因" id={reasonId}>
            <InputGroup
              id={reasonId}
              fill
              maxLength={200}
              value={reason}
              placeholder="停机维护、数据重算…"
              onChange={(event) => setReason(event.currentTarget.value)}
            />
          </Line>
          {unread && <FailureLine what="读取失败" failure={unread} />}
          {failure && <FailureLine what="设置失败" failure={failure} />}
        </DialogBody>
        <DialogFooter
          actions={
            <>
              <Button text="取消" onClick={closeDialog} />
              <Button type="submit" intent="primary" text="设维护窗口" loading={busy} />
            </>
          }
        />
      </form>
    </TitledDialog>
  )
}

function Line({ title, id, children }: { title: string; id?: string; children: ReactNode }) {
  return (
    <div className="alarm-mute-line">
      {id ? <label htmlFor={id}>{title}</label> : <span>{title}</span>}
      <div>{children}</div>
    </div>
  )
}

interface MomentProps {
  title: string
  value: { day: string; time: string }
  onChange: (value: { day: string; time: string }) => void
  mark?: string
}

function Moment({ title, value, onChange, mark = '' }: MomentProps) {
  return (
    <Line title={title}>
      <DayField label={`${title}日期`} value={value.day} onChange={(day) => onChange({ ...value, day })} />
      <TimeField
        label={`${title}时间`}
        value={value.time}
        onChange={(time) => onChange({ ...value, time })}
      />
      {mark && <span className="alarm-muted">{mark.trim()}</span>}
    </Line>
  )
}
