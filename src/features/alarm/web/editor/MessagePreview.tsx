// A preview of the message with present figures, as each kind of receiver shows it.
import { HTMLSelect } from '@blueprintjs/core'
import { useState } from 'react'
import { Link } from 'wouter'
import { type MessagePiece, readMessageText } from '#shared/message.ts'
import { MessageTable } from '#web/ui/smallTable/MessageTable.tsx'
import type { AlarmRun } from '#features/alarm/contract.ts'
import { receiverKinds, receiverKindTitles } from '#features/receivers/contract.ts'
import { useReferenceData } from '../referenceData.ts'
import { useEditor } from './store.ts'

const ways = ['inbox', ...receiverKinds] as const
type Way = (typeof ways)[number]
const titleOf = (way: Way): string => (way === 'inbox' ? '站内' : receiverKindTitles[way])

export function MessagePreview() {
  const { answer, isOld } = useEditor((state) => state.checked)
  const chosen = useEditor((state) => state.draft?.receiverIds)
  const receivers = useReferenceData((state) => state.options?.receivers)
  const [way, setWay] = useState<Way>('inbox')
  if (!answer || (answer.title === '' && answer.text === '')) return null
  const used = new Set((receivers ?? []).flatMap(({ id, kind }) => (chosen?.includes(id) ? kind : [])))
  return (
    <div className={isOld ? 'alarm-message-box alarm-old' : 'alarm-message-box'} aria-busy={isOld}>
      <div className="alarm-message-head">
        <span className="alarm-muted">按现在的数据，收到的消息</span>
        <HTMLSelect
          aria-label="消息发到哪里"
          value={way}
          onChange={(event) => setWay(event.currentTarget.value as Way)}
          options={ways.map((value) => ({
            value,
            label: used.has(value) ? `${titleOf(value)}（已选）` : titleOf(value),
          }))}
        />
      </div>
      <Message answer={answer} way={way} />
    </div>
  )
}

const notes: Record<Exclude<Way, 'url'>, string> = {
  inbox: '点开到告警详情',
  dingtalk: '末尾有链接到告警详情；收不到走势图',
  feishu: '末尾有链接到告警详情；收不到走势图',
  wecom: '末尾有链接到告警详情，另附走势图',
  mail: '附走势图，并有链接到告警详情',
}

function Message({ answer, way }: { answer: AlarmRun; way: Way }) {
  const shown = answer.shown.find(({ kind }) => kind === way) ?? { ...answer, table: null }
  const { title, text, table } = shown
  if (way === 'url') return <pre className="alarm-message alarm-message-code">{text}</pre>
  return (
    <article className={`alarm-message alarm-message-${way}`} aria-label="消息预览">
      <h3>{way === 'mail' ? `主题：${title}` : title}</h3>
      {readMessageText(text).map((line, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines are known by their place.
        <Line key={at} pieces={line} />
      ))}
      {table && <MessageTable {...table} />}
      <p className="alarm-muted">{notes[way]}</p>
    </article>
  )
}

function Line({ pieces }: { pieces: readonly MessagePiece[] }) {
  return (
    <p>
      {pieces.length === 0 && '\u00a0'}
      {pieces.map((piece, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: pieces are known by their place.
        <Piece key={at} piece={piece} />
      ))}
    </p>
  )
}

function Piece({ piece: { text, url } }: { piece: MessagePiece }) {
  if (!url) return <>{text}</>
  if (url.startsWith('/')) return <Link href={url}>{text}</Link>
  return (
    <a href={url} target="_blank" rel="noopener noreferrer">
      {text}
    </a>
  )
}
