// A preview of the message with present figures, per delivery channel.
import { SegmentedControl } from '@blueprintjs/core'
import { useState } from 'react'
import { Link } from 'wouter'
import { type MessagePiece, readMessageText } from '#shared/message.ts'
import type { AlarmRun } from '#features/alarm/contract.ts'
import { useReferenceData } from '../referenceData.ts'
import { useEditor } from './store.ts'

const ways = ['inbox', 'robot', 'mail', 'url'] as const
type Way = (typeof ways)[number]
const wayTitles: Record<Way, string> = { inbox: '站内', robot: '群机器人', mail: '邮件', url: '网址' }
const wayOf: Readonly<Record<string, Way>> = {
  dingtalk: 'robot',
  feishu: 'robot',
  wecom: 'robot',
  mail: 'mail',
  url: 'url',
}

export function MessagePreview() {
  const { answer, isOld } = useEditor((state) => state.checked)
  const chosen = useEditor((state) => state.draft?.receiverIds)
  const receivers = useReferenceData((state) => state.options?.receivers)
  const [way, setWay] = useState<Way>('inbox')
  if (!answer || (answer.title === '' && answer.text === '')) return null
  const used = new Set(
    (receivers ?? []).flatMap(({ id, kind }) => (chosen?.includes(id) ? (wayOf[kind] ?? []) : [])),
  )
  return (
    <div className={isOld ? 'alarm-message-box alarm-old' : 'alarm-message-box'} aria-busy={isOld}>
      <div className="alarm-message-head">
        <span className="alarm-muted">按现在的数据，收到的消息</span>
        <SegmentedControl
          size="small"
          aria-label="消息发到哪里"
          options={ways.map((value) => ({
            value,
            label: used.has(value) ? `${wayTitles[value]} ✓` : wayTitles[value],
          }))}
          value={way}
          onValueChange={(next) => setWay(next as Way)}
        />
      </div>
      <Message answer={answer} way={way} />
    </div>
  )
}

function Message({ answer: { title, text }, way }: { answer: AlarmRun; way: Way }) {
  if (way === 'url')
    return <pre className="alarm-message alarm-message-code">{JSON.stringify({ title, text }, null, 2)}</pre>
  return (
    <article className={`alarm-message alarm-message-${way}`} aria-label="消息预览">
      <h3>{way === 'mail' ? `主题：${title}` : title}</h3>
      {readMessageText(text).map((line, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines are known by their place.
        <Line key={at} pieces={line} />
      ))}
      <p className="alarm-muted">
        {way === 'inbox'
          ? '点开到告警详情'
          : way === 'mail'
            ? '附数据表与走势图，并有链接到告警详情'
            : '末尾有链接到告警详情'}
      </p>
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
