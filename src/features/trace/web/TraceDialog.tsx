// Takes a trace code from a watermark or an export and shows who saw the figures, when, in which report and
// with which filters.

import { AnchorButton, Button, DialogBody, DialogFooter, InputGroup } from '@blueprintjs/core'
import { Duplicate } from '@blueprintjs/icons'
import { type FormEvent, useState } from 'react'
import { pages } from '#shared/pages.ts'
import { type CallError, call, failureOf } from '#web/api/client.ts'
import { copyText } from '#web/ui/copyText.ts'
import { TitledDialog } from '#web/ui/dialogs/TitledDialog.tsx'
import { FailureLine } from '#web/ui/states/FailureLine.tsx'
import { timeText } from '#web/ui/timeText.ts'
import { lookUpTrace, type TraceEntry } from '../contract.ts'
import './trace.css'

const kindTexts = { view: '在页面上查看', export: '导出为文件', embed: '在嵌入页查看' } as const

export function TraceDialog({ onClose }: { onClose: () => void }) {
  const [code, setCode] = useState('')
  const [entry, setEntry] = useState<TraceEntry | null>(null)
  const [failure, setFailure] = useState<CallError | null>(null)
  const [busy, setBusy] = useState(false)
  const lookUp = async (event: FormEvent) => {
    event.preventDefault()
    const typed = code.trim()
    if (typed === '' || busy) return
    setBusy(true)
    setFailure(null)
    try {
      setEntry(await call(lookUpTrace, { params: { code: typed } }, { quiet: true }))
    } catch (error) {
      setEntry(null)
      setFailure(failureOf(error))
    }
    setBusy(false)
  }
  return (
    <TitledDialog title="查询追踪码" className="trace-dialog" onClose={onClose}>
      <DialogBody>
        <form className="trace-form" onSubmit={(event) => void lookUp(event)}>
          <InputGroup
            autoFocus
            fill
            aria-label="追踪码"
            placeholder="水印第二行或导出文件里的 10 位字符"
            maxLength={64}
            spellCheck={false}
            value={code}
            onChange={(event) => setCode(event.currentTarget.value)}
          />
          <Button type="submit" intent="primary" text="查询" loading={busy} disabled={code.trim() === ''} />
        </form>
        <div aria-live="polite">
          {failure && <FailureLine failure={failure} />}
          {entry && <Entry entry={entry} />}
          {!entry && failure === null && (
            <p className="trace-hint">
              大小写、空格和连字符不限，O 与 0、I 与 1 不区分。每次查询都会记入审计。
            </p>
          )}
        </div>
      </DialogBody>
      <DialogFooter
        actions={
          <>
            {entry && (
              <Button
                icon={<Duplicate />}
                text="复制"
                onClick={() => void copyText(entryLines(entry).join('\n'), '已复制追踪结果')}
              />
            )}
            {entry?.viewId != null && (
              <AnchorButton
                text="打开报表"
                href={pages.statementDetail({ id: entry.viewId, report: entry.reportId })}
              />
            )}
            <Button text="关闭" onClick={onClose} />
          </>
        }
      />
    </TitledDialog>
  )
}

const whoText = ({ user }: TraceEntry): string =>
  user === null ? '未登录的访客（嵌入页）' : user.email ? `${user.username}（${user.email}）` : user.username

const whenText = ({ at }: TraceEntry): string => timeText(at, 'second')

const entryLines = (entry: TraceEntry): string[] => [
  `追踪码：${entry.code}`,
  `谁：${whoText(entry)}`,
  `何时：${whenText(entry)}`,
  `方式：${kindTexts[entry.kind]}`,
  `报表：${entry.reportName}`,
  ...entry.lines,
]

function Entry({ entry }: { entry: TraceEntry }) {
  const facts = [
    ['谁', whoText(entry)],
    ['何时', `${whenText(entry)}（当天首次）`],
    ['方式', kindTexts[entry.kind]],
    ['报表', entry.reportName],
  ] as const
  return (
    <dl className="trace-entry">
      <dt>追踪码</dt>
      <dd>
        <code>{entry.code}</code>
      </dd>
      {facts.map(([name, text]) => (
        <Fact key={name} name={name} text={text} />
      ))}
      {entry.lines.map((line) => {
        const at = line.indexOf('：')
        return <Fact key={line} name={at < 0 ? '' : line.slice(0, at)} text={line.slice(at + 1)} />
      })}
    </dl>
  )
}

const Fact = ({ name, text }: { name: string; text: string }) => (
  <>
    <dt>{name}</dt>
    <dd>{text}</dd>
  </>
)
