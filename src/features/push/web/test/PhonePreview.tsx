// A message as it may look on a phone: iOS or Android, light or dark. External pictures are not loaded by our
// pages: their addresses are shown instead.
import { SegmentedControl } from '@blueprintjs/core'
import { Media, MobilePhone } from '@blueprintjs/icons'
import { create } from 'zustand'
import { weekdayOf, weekdays } from '#semantic/model/shown/periods.ts'
import { momentText } from '#shared/moment.ts'
import { installation } from '#web/shell/installation.ts'
import type { PushMessage } from '#features/push/contract.ts'
import '../push.css'

type System = 'ios' | 'android'
const useLook = create<{ system: System; tone: 'light' | 'dark' }>(() => ({ system: 'ios', tone: 'light' }))

/** Characters that systems show before cutting the text, approximately. */
const seen = { ios: { title: 20, body: 80 }, android: { title: 20, body: 120 } } as const

interface Props {
  message: PushMessage
  app: string
  /** When it arrives, `2026-11-30 10:00` on the business's clocks; now where nothing is known. */
  time?: string | undefined
}

export function PhonePreview({ message, app, time }: Props) {
  const { system, tone } = useLook()
  const limits = seen[system]
  return (
    <section className="push-preview" aria-label="手机预览">
      <div className="push-preview-bar">
        <SegmentedControl
          size="small"
          aria-label="系统"
          options={[
            { value: 'ios', label: 'iOS' },
            { value: 'android', label: 'Android' },
          ]}
          value={system}
          onValueChange={(value) => useLook.setState({ system: value as System })}
        />
        <SegmentedControl
          size="small"
          aria-label="明暗"
          options={[
            { value: 'light', label: '浅色' },
            { value: 'dark', label: '深色' },
          ]}
          value={tone}
          onValueChange={(value) => useLook.setState({ tone: value as 'light' | 'dark' })}
        />
      </div>
      <div className={`push-phone push-phone-${system} push-phone-${tone}`}>
        <LockTime time={time ?? momentText(Date.now(), installation().zone)} />
        <Notice message={message} app={app} system={system} />
      </div>
      <p className="form-help">
        <Length what="标题" text={message.title} most={limits.title} />，
        <Length what="内容" text={message.body} most={limits.body} />
      </p>
    </section>
  )
}

const dayText = (day: string): string =>
  `${Number(day.slice(5, 7))}月${Number(day.slice(8))}日 ${weekdays[weekdayOf(day)]}`

/** As a locked phone shows it: the time large, the day below. */
function LockTime({ time }: { time: string }) {
  const [day = '', clock = ''] = time.split(' ')
  return (
    <div className="push-phone-time">
      <strong>{clock}</strong>
      <span>{dayText(day)}</span>
    </div>
  )
}

function Notice({ message, app, system }: Props & { system: System }) {
  const { title, body, icon, media, uri } = message
  return (
    <div className="push-notice">
      <span className="push-notice-icon" title={icon || undefined}>
        <MobilePhone size={system === 'ios' ? 18 : 14} />
      </span>
      <div className="push-notice-text">
        <p className="push-notice-app">
          <span>{app || '应用'}</span>
          <span>现在</span>
        </p>
        <p className="push-notice-title">{title.trim() || '标题'}</p>
        <p className="push-notice-body">{body.trim() || '内容'}</p>
        {media.trim() !== '' && <Address what="图片" address={media} />}
        {icon.trim() !== '' && <p className="push-notice-address">图标 {icon}</p>}
        {uri.trim() !== '' && <p className="push-notice-address">点按打开 {uri}</p>}
      </div>
    </div>
  )
}

function Address({ what, address }: { what: string; address: string }) {
  return (
    <div className="push-notice-media">
      <Media size={18} />
      <span>
        {what} {address}
      </span>
    </div>
  )
}

function Length({ what, text, most }: { what: string; text: string; most: number }) {
  const length = [...text.trim()].length
  return (
    <span className={length > most ? 'push-warning' : ''}>
      {what} {length} 字{length > most && `，约 ${most} 字后被截断`}
    </span>
  )
}
