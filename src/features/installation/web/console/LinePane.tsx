// The selected line in full: text, stack, place and time.

import { Button } from '@blueprintjs/core'
import { Link } from 'wouter'
import { pages } from '#shared/pages.ts'
import type { ConsoleLine } from '#web/shell/console/recorder.ts'
import { KeyHint } from '#web/shell/keys/KeyHint.tsx'
import { holds } from '#web/shell/session.ts'
import { copyText } from '#web/ui/copyText.ts'
import { levelTitles, lineMoment, lineText } from './consoleWork.ts'

export function LinePane({ line }: { line: ConsoleLine }) {
  const { level, text, stack, at, lastAt, times, path, requestId, before } = line
  return (
    <article className="installation-pane" aria-label="所选行">
      <h2>{levelTitles[level]}</h2>
      <p className="installation-muted">
        {lineMoment(at)}
        {times > 1 && `，共 ${times} 次，最近 ${lineMoment(lastAt)}`}
        {before && '，刷新之前'}
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls within is reached by keys. */}
      <pre className="installation-text" tabIndex={0}>
        {text}
      </pre>
      {stack && (
        <>
          <h3>调用栈</h3>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls within is reached by keys. */}
          <pre className="installation-text" tabIndex={0}>
            {stack}
          </pre>
        </>
      )}
      <p className="installation-muted">页面 {path}</p>
      {requestId && (
        <p className="installation-muted">
          请求编号 <code>{requestId}</code>
          {holds('search_log') && (
            <>
              {' '}
              <Link href={pages.othersLogSearch({ request: requestId })}>在日志里查</Link>
            </>
          )}
        </p>
      )}
      <Button size="small" onClick={() => void copyText(lineText(line))}>
        复制 <KeyHint command="console.copy" />
      </Button>
    </article>
  )
}
