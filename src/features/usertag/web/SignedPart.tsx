// How the latest request was signed, line by line, and how the server answers tampered requests.
import { Button } from '@blueprintjs/core'
import { type ReactNode, useEffect, useState } from 'react'
import { KeyHint } from '#web/shell/keys/KeyHint.tsx'
import { copyText } from '#web/ui/copyText.ts'
import { timeText } from '#web/ui/timeText.ts'
import { tryRefusals } from './actions.ts'
import { type Refusal, type SignedRequest, useTags } from './store.ts'

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`

/** Pages can't read the session cookie, so whoever copies this command inserts their own. */
function curlOf({ method, url, body }: SignedRequest): string {
  const address = quoted(`${location.origin}${url}`)
  const sent =
    method === 'POST' ? ` -X POST -H 'content-type: application/json' --data-raw ${quoted(body)}` : ''
  return `curl -sS${sent} -b "session=$SESSION" ${address}`
}

const lineTitles = ['方法', '路径', 'ts（秒）', '正文的 SHA-256']

export function SignedPart({ signed, secret }: { signed: SignedRequest; secret: string }) {
  const refusals = useTags((state) => state.refusals)
  const { lines, sign, url, ts, body } = signed
  return (
    <aside className="usertag-signed" aria-labelledby="usertag-signed">
      <h2 id="usertag-signed">签名的请求</h2>
      <Step title="1 拼接：四行，用换行符（LF）相连">
        <dl className="usertag-lines">
          {lines.map((line, at) => (
            <div key={lineTitles[at]}>
              <dt>{lineTitles[at]}</dt>
              <dd>
                <code>{line}</code>
                {at === 2 && <span className="usertag-muted"> {timeText(ts * 1_000)}</span>}
                {at === 3 && body === '' && <span className="usertag-muted"> 没有正文</span>}
              </dd>
            </div>
          ))}
        </dl>
      </Step>
      {body !== '' && (
        <Step title="正文，一字不差">
          <code className="usertag-code">{body}</code>
        </Step>
      )}
      <Step title="2 HMAC-SHA-256，大写十六进制">
        <code className="usertag-code">{sign}</code>
        <p className="usertag-muted">密钥：{secret}，只在服务器上</p>
      </Step>
      <Step title="3 发出">
        <code className="usertag-code">{url}</code>
        <Left endsAt={signed.endsAt} />
        <div className="usertag-buttons">
          <Button
            size="small"
            text="复制 curl"
            onClick={() => void copyText(curlOf(signed), '已复制 curl，请填入会话')}
          />
          <Button
            size="small"
            variant="minimal"
            text="复制地址"
            onClick={() => void copyText(`${location.origin}${url}`)}
          />
          <Button
            size="small"
            variant="minimal"
            text="复制待签名文本"
            onClick={() => void copyText(lines.join('\n'))}
          />
        </div>
      </Step>
      <Step title="4 试一遍会被拒绝的签名">
        <Button size="small" onClick={() => void tryRefusals()}>
          逐个发送 <KeyHint command="usertag.refusals" />
        </Button>
        {refusals && <Refusals refusals={refusals} />}
      </Step>
    </aside>
  )
}

function Step({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="usertag-step">
      <h3>{title}</h3>
      {children}
    </section>
  )
}

function Left({ endsAt }: { endsAt: number }) {
  const left = () => Math.max(0, Math.ceil((endsAt - performance.now()) / 1_000))
  const [seconds, setSeconds] = useState(left)
  // biome-ignore lint/correctness/useExhaustiveDependencies: `left` follows from `endsAt`.
  useEffect(() => {
    setSeconds(left())
    const timer = setInterval(() => setSeconds(left()), 1_000)
    return () => clearInterval(timer)
  }, [endsAt])
  return (
    <p className="usertag-muted">
      只能用一次，这一个已经用过；{seconds > 0 ? `${seconds} 秒后过期` : '已过期'}
    </p>
  )
}

function Refusals({ refusals }: { refusals: readonly Refusal[] }) {
  const done = refusals.filter(({ answer }) => answer !== null)
  const right = done.filter(({ answer }) => answer?.refused)
  return (
    <>
      <p role="status" className="usertag-muted">
        {done.length < refusals.length
          ? `正在发送 ${done.length + 1} / ${refusals.length}`
          : `${refusals.length} 个里有 ${right.length} 个被拒绝`}
      </p>
      <ul className="usertag-refusals">
        {refusals.map(({ title, answer }) => (
          <li key={title} className="usertag-refusal">
            <span>{title}</span>
            {answer && (
              <span className={answer.refused ? 'usertag-muted' : 'usertag-wrong'}>
                {answer.refused ? '拒绝' : '没有拒绝'} {answer.status} {answer.code}：{answer.message}
              </span>
            )}
          </li>
        ))}
      </ul>
    </>
  )
}
