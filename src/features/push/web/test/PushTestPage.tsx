// /push/pushTest: one message to one player, device or this very browser; how it looks, and what came of it.
import { Button } from '@blueprintjs/core'
import { type FormEvent, useEffect, useState } from 'react'
import { type CallError, call, failureOf } from '#web/api/client.ts'
import { problemsOf, shownFields } from '#web/form/checking.ts'
import { FieldInput, inputId } from '#web/form/FieldInput.tsx'
import type { AnyValues, Problems } from '#web/form/types.ts'
import { useSubmit } from '#web/form/useSubmit.ts'
import '#web/form/form.css'
import { Kbd } from '#web/ui/Kbd.tsx'
import { ErrorState } from '#web/ui/states/ErrorState.tsx'
import { FailureLine } from '#web/ui/states/FailureLine.tsx'
import { Skeleton } from '#web/ui/states/Skeleton.tsx'
import { outcomeTitles, pushOne, type TestAnswer } from '#features/push/contract.ts'
import { PushNavigation } from '../PushNavigation.tsx'
import { readReferenceData, useReferenceData } from '../referenceData.ts'
import '../push.css'
import { showTestWork } from './actions.ts'
import { BrowserPart, useBrowserWork } from './BrowserPart.tsx'
import { testFields } from './fields.ts'
import { KeptPart } from './KeptPart.tsx'
import { PhonePreview } from './PhonePreview.tsx'
import { changeValue, readBrowsers, readKept, type TestValues, useTest } from './store.ts'

const form = 'pushTest'

function useReading() {
  const [state, setState] = useState<'loading' | 'ready' | CallError>('loading')
  const [tries, setTries] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: read again at each try.
  useEffect(() => {
    const asking = new AbortController()
    const { signal } = asking
    setState('loading')
    Promise.all([readReferenceData(signal), readBrowsers(signal), readKept(signal)]).then(
      () => setState('ready'),
      (error: unknown) => {
        if (!signal.aborted) setState(failureOf(error))
      },
    )
    return () => asking.abort()
  }, [tries])
  return { state, again: () => setTries(tries + 1) }
}

export function Page() {
  const { state, again } = useReading()
  return (
    <section className="push-page" aria-labelledby="push-test-title">
      <div className="push-title-line">
        <h1 id="push-test-title" className="visually-hidden">
          测试推送
        </h1>
        <PushNavigation />
      </div>
      {state === 'loading' && <Skeleton lines={8} />}
      {state === 'ready' && <Test />}
      {state instanceof Error && <ErrorState title="测试推送读取失败" failure={state} onRetry={again} />}
    </section>
  )
}

function bodyOf({ to, target, cgi, ...message }: TestValues) {
  return { ...message, cgi, ...(to === 'player' ? { target } : { browserId: Number(to) }) }
}

function Test() {
  const { apps } = useReferenceData()
  const { values: typed, browsers, present } = useTest()
  const values = { ...typed, cgi: typed.cgi || (apps[0]?.cgi ?? '') }
  const app = apps.find(({ cgi }) => cgi === values.cgi)
  const fields = testFields(apps, browsers, present)
  const [own, setOwn] = useState<Problems>({})
  const [answer, setAnswer] = useState<TestAnswer | null>(null)
  const sending = useSubmit<TestValues, TestAnswer>((given) =>
    call(pushOne, { body: bodyOf(given) }, { quiet: true, loading: null }),
  )
  const browserWork = useBrowserWork(app)
  const problems = { ...sending.problems, ...own }
  const all = values as unknown as AnyValues

  const send = async () => {
    const found = problemsOf(fields, all)
    setOwn(found)
    const wrong = shownFields(fields, all).find(({ name }) => name in found)
    if (wrong) return document.getElementById(inputId(form, wrong.name))?.focus()
    setAnswer(null)
    const told = await sending.submit(values)
    if (told === null) return
    setAnswer(told)
    // Beside the answer; what can't be read again is no failure of the push.
    await Promise.all([readKept(), readBrowsers()]).catch(() => undefined)
  }
  useEffect(() => showTestWork({ send: () => void send(), browser: () => void browserWork.register() }))
  return (
    <div className="push-test">
      <form
        data-asks
        className="push-test-form"
        noValidate
        aria-label="测试推送"
        onSubmit={(event: FormEvent) => {
          event.preventDefault()
          void send()
        }}
      >
        {app && (
          <p className={app.delivers ? 'push-muted' : 'push-note'}>
            {app.gateway}
            {app.quiet && '，现在是免打扰时间：任务会等到结束，测试推送照发'}
          </p>
        )}
        {app?.problem && <p className="form-problem">{app.problem}</p>}
        <div className="form-fields">
          {shownFields(fields, all).map((field) => (
            <FieldInput
              key={field.name}
              form={form}
              field={field}
              value={all[field.name] ?? null}
              values={all}
              problem={problems[field.name]}
              autoFocus={field.name === 'title'}
              onChange={(value) => {
                changeValue(field.name, value)
                setOwn(({ [field.name]: _, ...rest }) => rest)
                sending.mend(field.name)
              }}
              onBlur={() => {
                const problem = problemsOf([field], all)[field.name]
                if (problem !== undefined && all[field.name] !== '') setOwn({ ...own, [field.name]: problem })
              }}
            />
          ))}
        </div>
        <Button type="submit" intent="primary" loading={sending.busy}>
          发送 <Kbd keys="mod+enter" />
        </Button>
        {sending.failure && <FailureLine what="发送失败" failure={sending.failure} />}
        {answer && <Answer answer={answer} />}
      </form>
      <div className="push-test-side">
        <PhonePreview message={values} app={app?.name ?? ''} />
        <BrowserPart work={browserWork} app={app} />
      </div>
      <KeptPart />
    </div>
  )
}

function Answer({ answer: { outcome, answer, gateway, delivers, elapsedMs } }: { answer: TestAnswer }) {
  return (
    <div className="push-answer" role="status">
      <p>
        <span className={`push-state push-state-${outcome === 'sent' ? 'done' : outcome}`}>
          {outcomeTitles[outcome]}
        </span>
        ：{answer}
      </p>
      <p className="push-muted">
        {gateway}，用时 {elapsedMs.toLocaleString('en-US')} 毫秒
        {!delivers && '；没有送达任何设备'}
      </p>
    </div>
  )
}
