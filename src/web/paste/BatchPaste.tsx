// Pastes many lines: parsed by the slice's rules, wrong ones corrected or skipped individually, with a
// preview; nothing is sent before it is confirmed.
import { Button, DialogBody, DialogFooter, ProgressBar, TextArea } from '@blueprintjs/core'
import { useEffect, useRef, useState } from 'react'
import { type CallError, failureOf } from '../api/callError.ts'
import { DiscardDialog } from '../form/DiscardDialog.tsx'
import { showMessage } from '../shell/message.ts'
import { TitledDialog } from '../ui/dialogs/TitledDialog.tsx'
import { FailureLine } from '../ui/states/FailureLine.tsx'
import { PastePreview } from './PastePreview.tsx'
import { nothingRead, type Reading, readPaste } from './readPaste.ts'
import type { PasteDeclaration, Refusal } from './types.ts'
import { WrongLines } from './WrongLines.tsx'
import './paste.css'

interface Props<Values> {
  paste: PasteDeclaration<Values>
  onClose: () => void
  /** Called after lines were sent. */
  onDone: () => void
}

const grouped = (count: number) => count.toLocaleString('en-US')

export function BatchPaste<Values>({ paste, onClose, onDone }: Props<Values>) {
  const [text, setText] = useState('')
  const [asking, setAsking] = useState(false)
  /** Numbers of wrong lines to skip. */
  const [skipped, setSkipped] = useState<ReadonlySet<number>>(new Set())
  const { reading, isReading, failure } = useReading(paste, text)
  const sending = useSending(paste, onDone)
  const wrong = reading.bad.filter(({ number }) => !skipped.has(number))
  const wanted = reading.good.filter(({ effect }) => effect !== 'unchanged')
  const close = () => (text.trim() === '' || sending.isDone ? onClose() : setAsking(true))
  const change = (next: string) => {
    setText(next)
    setSkipped(new Set())
  }
  const confirm = async () => {
    const refused = await sending.send(wanted.map(({ values }) => values))
    if (refused === null) return
    if (refused.length === 0) return onClose()
    // Accepted lines are removed from the text; refused ones stay, each with its reason.
    const left = refused.map(({ at }) => wanted[at]).filter((line) => line !== undefined)
    change(left.map(({ raw }) => raw).join('\n'))
  }
  const canSend = wanted.length > 0 && wrong.length === 0 && !isReading && !sending.progress
  const { measure, noun } = paste
  return (
    <TitledDialog title={paste.title} className="paste-dialog" onClose={close}>
      <DialogBody>
        <p className="paste-how">
          从表格软件里复制，直接粘贴；每行一{measure}，依次为：
          {paste.columns.map(({ title, required }) => `${title}${required ? '' : '（可空）'}`).join('、')}
        </p>
        <div className="paste-panes">
          <TextArea
            className="paste-text"
            autoFocus
            fill
            aria-label={`粘贴${noun}`}
            placeholder={paste.example}
            spellCheck={false}
            value={text}
            onChange={(event) => change(event.currentTarget.value)}
          />
          <div className="paste-read">
            <p className="paste-counts" role="status">
              {countsText(reading, skipped.size, measure) || `粘贴后在这里看到每${measure}会怎样`}
              {isReading && ' 正在检查…'}
            </p>
            {reading.tooMany !== null && (
              <p role="alert" className="paste-refused">
                一次最多 {grouped(paste.most)} {measure}，这里有 {grouped(reading.tooMany)} 行，请分几次粘贴
              </p>
            )}
            {failure && <FailureLine what="预览失败，改动后会重新预览" failure={failure} />}
            {wrong.length > 0 && (
              <WrongLines
                lines={wrong}
                onMend={(line, raw) => setText(mended(text, line.number, line.raw, raw))}
                onSkip={(lines) => setSkipped(new Set([...skipped, ...lines.map(({ number }) => number)]))}
              />
            )}
            {reading.good.length > 0 && <PastePreview paste={paste} lines={reading.good} />}
          </div>
        </div>
        {sending.refused.length > 0 && (
          <div role="alert" className="paste-refused">
            {grouped(sending.refused.length)} {measure}写入失败，保留在左侧：
            {sending.refused
              .slice(0, 5)
              .map(({ problem }) => problem)
              .join('；')}
          </div>
        )}
        {sending.failure && <FailureLine what="写入失败" failure={sending.failure} />}
      </DialogBody>
      <DialogFooter
        actions={
          <>
            <Button
              text={sending.progress ? '停止' : '取消'}
              onClick={sending.progress ? sending.stop : close}
            />
            <Button
              intent="primary"
              disabled={!canSend}
              loading={sending.progress !== null}
              text={wanted.length === 0 ? '写入' : `写入 ${grouped(wanted.length)} ${measure}`}
              onClick={() => void confirm()}
            />
          </>
        }
      >
        {sending.progress && (
          <ProgressBar value={sending.progress.done / sending.progress.of} animate={false} />
        )}
        {!sending.progress &&
          wrong.length > 0 &&
          `还有 ${grouped(wrong.length)} 行有问题：改正或略过后才能写入`}
      </DialogFooter>
      {asking && <DiscardDialog onStay={() => setAsking(false)} onDiscard={onClose} />}
    </TitledDialog>
  )
}

function countsText(
  { good, bad, repeated, hasHead }: Reading<unknown>,
  skipped: number,
  measure: string,
): string {
  const of = (effect: string) => good.filter((line) => line.effect === effect).length
  const parts: [string, number][] = [
    ['新增', of('added')],
    ['修改', of('changed')],
    ['不变', of('unchanged')],
    ['重复', repeated],
    ['有问题', bad.length - skipped],
    ['略过', skipped],
  ]
  const said = parts
    .filter(([, count]) => count > 0)
    .map(([word, count]) => `${word} ${grouped(count)} ${measure}`)
  return [...said, ...(hasHead ? ['首行是标题'] : [])].join('，')
}

/** Replaces a line in place; a quoted line may have spanned several rows. */
function mended(text: string, number: number, before: string, after: string): string {
  const rows = text.split(/\r\n|\r|\n/)
  return rows.toSpliced(number - 1, before.split('\n').length, after).join('\n')
}

/** A typing pause; the first paste is parsed at once. */
const pauseMs = 200

function useReading<Values>(paste: PasteDeclaration<Values>, text: string) {
  const [reading, setReading] = useState<Reading<Values>>(nothingRead)
  const [failure, setFailure] = useState<CallError | null>(null)
  const [isReading, setIsReading] = useState(false)
  const wasEmpty = useRef(true)
  useEffect(() => {
    const controller = new AbortController()
    setIsReading(true)
    setFailure(null)
    const begin = () =>
      void readPaste(paste, text, controller.signal)
        .catch((error: unknown) => {
          if (!controller.signal.aborted) setFailure(failureOf(error))
          return nothingRead
        })
        .then((read) => {
          if (!read || controller.signal.aborted) return
          setReading(read)
          setIsReading(false)
        })
    const timer = setTimeout(begin, wasEmpty.current ? 0 : pauseMs)
    wasEmpty.current = text === ''
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [paste, text])
  return { reading, isReading, failure }
}

function useSending<Values>(paste: PasteDeclaration<Values>, onDone: () => void) {
  const [progress, setProgress] = useState<{ done: number; of: number } | null>(null)
  const [failure, setFailure] = useState<ReturnType<typeof failureOf> | null>(null)
  const [refused, setRefused] = useState<readonly Refusal[]>([])
  const [isDone, setIsDone] = useState(false)
  const running = useRef<AbortController | null>(null)
  useEffect(() => () => running.current?.abort(), [])
  /** Returns the refused lines; null where sending failed. */
  const send = async (lines: readonly Values[]): Promise<readonly Refusal[] | null> => {
    if (running.current) return null
    const controller = new AbortController()
    running.current = controller
    setFailure(null)
    setRefused([])
    setProgress({ done: 0, of: lines.length })
    try {
      const left = await paste.send(
        lines,
        (done) => setProgress({ done, of: lines.length }),
        controller.signal,
      )
      const taken = lines.length - left.length
      if (taken > 0) {
        onDone()
        showMessage({ message: `已写入 ${grouped(taken)} ${paste.measure}${paste.noun}`, intent: 'success' })
      }
      setRefused(left)
      setIsDone(left.length === 0)
      return left
    } catch (error) {
      const failed = failureOf(error)
      if (!failed.aborted) setFailure(failed)
      return null
    } finally {
      running.current = null
      setProgress(null)
    }
  }
  return { progress, failure, refused, isDone, send, stop: () => running.current?.abort() }
}
