// Previews what would be sent, on request rather than on each key, and can send it to the user alone.
import { Button, HTMLSelect } from '@blueprintjs/core'
import { useEffect, useRef, useState } from 'react'
import { readMessageText } from '#shared/message.ts'
import { type CallError, call, failureOf, quiet } from '#web/api/client.ts'
import { showMessage } from '#web/shell/message.ts'
import { MessageTable } from '#web/ui/smallTable/MessageTable.tsx'
import { FailureLine } from '#web/ui/states/FailureLine.tsx'
import { receiverKinds, receiverKindTitles } from '#features/receivers/contract.ts'
import {
  type Preview,
  type PreviewQuestion,
  previewSubscription,
  trySubscription,
} from '#features/subscription/contract.ts'

interface Props {
  question: PreviewQuestion
  toMail: boolean
}

/** Who gets it: each shows another part of it. */
const places: readonly { value: string; label: string }[] = [
  { value: 'inbox', label: '站内信' },
  ...receiverKinds.map((kind) => ({ value: kind, label: receiverKindTitles[kind] })),
]

export function PreviewPart({ question: asked, toMail }: Props) {
  const [as, setAs] = useState<string | null>(null)
  const question = { ...asked, as: as ?? (toMail ? 'mail' : 'inbox') }
  const part = useRef<HTMLElement>(null)
  const paper = useRef<HTMLDivElement>(null)
  const [shown, setShown] = useState<{ preview: Preview; of: string } | null>(null)
  const [failure, setFailure] = useState<{ what: string; failure: CallError } | null>(null)
  const [busy, setBusy] = useState<'preview' | 'try' | null>(null)
  const asking = useRef<AbortController | null>(null)
  useEffect(() => () => asking.current?.abort(), [])
  const key = JSON.stringify(question)
  // The form is long: what was asked for is shown, not only made.
  useEffect(() => {
    if (shown || failure) part.current?.scrollIntoView({ block: 'nearest' })
    if (shown) paper.current?.scrollIntoView({ block: 'nearest' })
  }, [shown, failure])
  const work = async (kind: 'preview' | 'try') => {
    asking.current?.abort()
    const own = new AbortController()
    asking.current = own
    setBusy(kind)
    setFailure(null)
    try {
      if (kind === 'preview') {
        const preview = await call(previewSubscription, { body: question }, { ...quiet, signal: own.signal })
        setShown({ preview, of: key })
      } else {
        await call(trySubscription, { body: { ...asked, toMail } }, { ...quiet, signal: own.signal })
        showMessage({
          message: toMail ? '已发到你的站内信和邮箱' : '已发到你的站内信',
          intent: 'success',
        })
      }
    } catch (error) {
      if (!own.signal.aborted)
        setFailure({ what: kind === 'preview' ? '预览失败' : '发送失败', failure: failureOf(error) })
    }
    if (!own.signal.aborted) setBusy(null)
  }
  return (
    <section className="subscribe-preview" aria-label="预览" ref={part}>
      <div className="subscribe-preview-actions">
        <HTMLSelect
          aria-label="预览哪一种收件方式"
          value={question.as}
          options={[...places]}
          onChange={(event) => setAs(event.currentTarget.value)}
        />
        <Button text="预览" loading={busy === 'preview'} onClick={() => void work('preview')} />
        <Button
          variant="outlined"
          text="现在发给我"
          loading={busy === 'try'}
          onClick={() => void work('try')}
        />
        {busy !== null && <span role="status">正在计算和画图...</span>}
        {shown && shown.of !== key && busy === null && <span>内容已改，请再预览</span>}
      </div>
      {failure && <FailureLine what={failure.what} failure={failure.failure} />}
      {shown && (
        <div className="subscribe-paper" ref={paper} data-old={shown.of !== key || undefined}>
          <Paper preview={shown.preview} />
        </div>
      )}
    </section>
  )
}

function Paper({ preview }: { preview: Preview }) {
  const { title, quiet, text, picture, tables, files } = preview
  return (
    <>
      {quiet !== '' && <p className="subscribe-quiet">现在不会发送：{quiet}</p>}
      <h3>{title}</h3>
      {readMessageText(text).map((line, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other name, and none moves.
        <p key={at}>
          {line.map((piece, place) =>
            piece.url ? (
              // biome-ignore lint/suspicious/noArrayIndexKey: as the lines.
              <a key={place} href={piece.url} target="_blank" rel="noreferrer">
                {piece.text}
              </a>
            ) : (
              piece.text
            ),
          )}
        </p>
      ))}
      {tables.map((table) => (
        <PreviewTable key={table.name} table={table} />
      ))}
      {picture && <img src={picture} alt={`${title} 的图表和表格`} />}
      {files.map(({ name, bytes }) => (
        <p key={name}>
          附件 {name}（{Math.max(1, Math.round(bytes / 1024)).toLocaleString('en-US')} KB）
        </p>
      ))}
    </>
  )
}

function PreviewTable({ table: { name, ...shown } }: { table: Preview['tables'][number] }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys.
    <section className="subscribe-table" aria-label={name} tabIndex={0}>
      <MessageTable {...shown} />
    </section>
  )
}
