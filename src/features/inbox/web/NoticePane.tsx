// The selected note: its text and its links.
import { Button } from '@blueprintjs/core'
import { Link } from 'wouter'
import { type MessagePiece, readMessageText } from '#shared/message.ts'
import { timeText } from '#web/ui/timeText.ts'
import { type InboxNotice, noticeLevelTitles, noticeSourceTitles } from '../contract.ts'
import './inbox.css'

export function NoticePane({ note, onOpen }: { note: InboxNotice; onOpen: (note: InboxNotice) => void }) {
  const { title, text, level, source, link, at } = note
  return (
    <article className="inbox-note" aria-label={title}>
      <h2>{title}</h2>
      <p className="inbox-note-head">
        {noticeLevelTitles[level]} · {noticeSourceTitles[source]} · {timeText(at)}
      </p>
      {readMessageText(text).map((line, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other name, and none moves.
        <p key={at}>
          {line.map((piece, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: nor have their pieces.
            <Piece key={place} {...piece} />
          ))}
        </p>
      ))}
      {link !== null && (
        <div>
          <Button text="查看详情" onClick={() => onOpen(note)} />
        </div>
      )}
    </article>
  )
}

function Piece({ text, url }: MessagePiece) {
  if (url === undefined) return text
  if (url.startsWith('/')) return <Link href={url}>{text}</Link>
  return (
    <a href={url} target="_blank" rel="noopener noreferrer">
      {text}
    </a>
  )
}
