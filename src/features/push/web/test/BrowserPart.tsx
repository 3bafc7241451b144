// Web Push browsers: registers this one by a button, and lists registered ones.
import { Button } from '@blueprintjs/core'
import { useEffect, useState } from 'react'
import { CallError } from '#web/api/client.ts'
import { CommandTip } from '#web/shell/keys/CommandTip.tsx'
import { showMessage } from '#web/shell/message.ts'
import { FailureLine } from '#web/ui/states/FailureLine.tsx'
import { timeText } from '#web/ui/timeText.ts'
import type { PushApp, PushBrowser } from '#features/push/contract.ts'
import {
  forgetBrowser,
  forgetThisBrowser,
  type Received,
  registerBrowser,
  whenReceived,
  whyNot,
} from './browser.ts'
import { changeValue, readBrowsers, useTest } from './store.ts'

/** One action at a time; its error is shown beside the button. */
export function useBrowserWork(app: PushApp | undefined) {
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<CallError | null>(null)
  /** The browser's own objection. */
  const [problem, setProblem] = useState('')
  const work = async (doing: () => Promise<void>) => {
    if (busy) return
    setBusy(true)
    setProblem('')
    setFailure(null)
    try {
      await doing()
      await readBrowsers()
    } catch (error) {
      if (error instanceof CallError) setFailure(error)
      else setProblem((error as Error).message)
    } finally {
      setBusy(false)
    }
  }
  const register = () =>
    work(async () => {
      const { id } = await registerBrowser(app?.kind === 'webpush' ? app.cgi : '')
      changeValue('to', String(id))
      showMessage({ message: '此浏览器已登记，可以接收推送', intent: 'success' })
    })
  const forget = (browser: PushBrowser, isPresent: boolean) =>
    work(async () => {
      await (isPresent ? forgetThisBrowser : forgetBrowser)(browser)
      if (useTest.getState().values.to === String(browser.id)) changeValue('to', 'player')
      showMessage({ message: '已移除，不再向它推送' })
    })
  return { busy, failure, problem, register, forget }
}

export function BrowserPart({
  work,
  app,
}: {
  work: ReturnType<typeof useBrowserWork>
  app: PushApp | undefined
}) {
  const { browsers, present } = useTest()
  const [received, setReceived] = useState<Received | null>(null)
  useEffect(() => whenReceived(setReceived), [])
  const reason = whyNot()
  const { busy, failure, problem, register, forget } = work
  return (
    <section className="push-part" aria-labelledby="push-browsers">
      <h2 id="push-browsers" className="push-heading">
        Web Push 浏览器
      </h2>
      {present === null && reason === null && (
        <CommandTip command="push.browser" title="向此浏览器要通知的许可">
          <Button text="在此浏览器接收" loading={busy} onClick={() => void register()} />
        </CommandTip>
      )}
      {reason && <p className="push-muted">{reason}</p>}
      {failure && <FailureLine failure={failure} />}
      {problem && (
        <p className="failure-line" role="alert">
          {problem}
        </p>
      )}
      {received && (
        <p className="push-answer" role="status">
          此浏览器收到：<strong>{received.title}</strong> {received.body}
          {!received.isShown && '（没有通知的许可，系统没有显示）'}
        </p>
      )}
      {app?.kind === 'webpush' && <p className="form-help">登记后，{app.name}的推送任务也会发到这里。</p>}
      {browsers.length > 0 && (
        <ul className="push-browsers">
          {browsers.map((browser) => (
            <li key={browser.id}>
              <span>
                {browser.device}
                {browser.id === present?.id && <strong>（此浏览器）</strong>}
              </span>
              <span className="push-muted">
                {browser.service}，登记于 {timeText(browser.createdAt)}
              </span>
              <Button
                variant="minimal"
                size="small"
                text="移除"
                disabled={busy}
                aria-label={`移除 ${browser.device}`}
                onClick={() => void forget(browser, browser.id === present?.id)}
              />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
