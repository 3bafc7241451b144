// A line's text as in its file; invisible characters are written out, long texts shown in parts.
import { Button } from '@blueprintjs/core'
import { useState } from 'react'
import { copyText } from '#web/ui/copyText.ts'
import { FailureLine } from '#web/ui/states/FailureLine.tsx'
import { isWrittenOut, shownText, startOf } from '../lines/safeText.ts'
import type { ShownLine } from '../reading/question.ts'
import { bytesText } from '../words.ts'
import type { Whole } from './whole.ts'

/** Characters that are laid out at once. */
const shownAtOnce = 20_000

export function TextPane({ line, whole }: { line: ShownLine; whole: Whole }) {
  const [length, setLength] = useState(shownAtOnce)
  const text = startOf(whole.text, length)
  const rest = whole.text.length - text.length
  return (
    <div className="log-text">
      <pre dir="ltr">{shownText(text)}</pre>
      {rest > 0 && (
        <Button
          size="small"
          text={`再显示 ${Math.min(rest, shownAtOnce * 10).toLocaleString('en-US')} 字，还有 ${rest.toLocaleString('en-US')} 字`}
          onClick={() => setLength(length + shownAtOnce * 10)}
        />
      )}
      {whole.cut && <ReadWhole line={line} whole={whole} />}
      {whole.failure && <FailureLine what="全文读取失败" failure={whole.failure} />}
      <p className="log-muted">
        {isWrittenOut(whole.text) && '控制字符、转义序列和方向标记以符号写出。'}
        {whole.text.includes('\ufffd') && '� 处的字节不是 UTF-8。'}
      </p>
      <Button size="small" text="复制原文" onClick={() => void copyText(whole.text, '已复制原文')} />
    </div>
  )
}

/** For a line that was cut. */
export function ReadWhole({ line, whole }: { line: ShownLine; whole: Whole }) {
  const isAll = whole.text.length > line.text.length
  if (isAll)
    return <p className="log-muted">太长，最多显示 {whole.text.length.toLocaleString('en-US')} 字。</p>
  const size = line.wholeBytes === null ? '' : `（共 ${bytesText(line.wholeBytes)}）`
  return (
    <Button
      size="small"
      intent="primary"
      loading={whole.reading}
      text={`显示全部${size}`}
      onClick={() => void whole.read()}
    />
  )
}
