// /config/demo: the state of the demo in an installation in use, as the server reports it.

import { Button, ProgressBar, Radio, RadioGroup } from '@blueprintjs/core'
import { useEffect } from 'react'
import { Link } from 'wouter'
import { pages } from '#shared/pages.ts'
import { KeyHint } from '#web/shell/keys/KeyHint.tsx'
import { ErrorState } from '#web/ui/states/ErrorState.tsx'
import { FailureLine } from '#web/ui/states/FailureLine.tsx'
import { Skeleton } from '#web/ui/states/Skeleton.tsx'
import type { Demo, DemoSize } from '../contract.ts'
import { Actions, Parts } from './pieces.tsx'
import { Question } from './Question.tsx'
import { askToRemove, begin, cancel, look, mayBegin, mayRemove, openDemo, useDemo } from './store.ts'
import './demo.css'

export function Page() {
  const { demo, failure } = useDemo()
  useEffect(openDemo, [])
  return (
    <section className="demo-page" aria-labelledby="demo-title">
      <div className="title-line">
        <h1 id="demo-title" className="title-name">
          演示数据
        </h1>
      </div>
      <div className="demo-content">
        {demo ? (
          <Content demo={demo} />
        ) : failure ? (
          <ErrorState title="演示数据的状态读取失败" failure={failure} onRetry={() => void look()} />
        ) : (
          <Skeleton lines={5} />
        )}
      </div>
    </section>
  )
}

function Content({ demo }: { demo: Demo }) {
  const { failure, asks } = useDemo()
  if (demo.job) return <UnderWay job={demo.job} />
  return (
    <>
      {asks ? <Question demo={demo} /> : <Stand demo={demo} />}
      {failure ? (
        <FailureLine failure={failure} />
      ) : (
        demo.problem && (
          <p className="failure-line" role="alert">
            上次没有完成：{demo.problem}
          </p>
        )
      )}
    </>
  )
}

/** The state in words, and the one possible next step. */
function Stand({ demo }: { demo: Demo }) {
  if (demo.state === 'first')
    return (
      <p>
        本系统第一次启动时就生成了完整的演示，不能单独移除。不需要演示请另设 DATA_DIR，并以
        NODE_ENV=production 启动。
      </p>
    )
  if (demo.state === 'none') return <Offer demo={demo} />
  return (
    <>
      <h2 className="demo-state">{titles[demo.state]}</h2>
      {demo.state === 'made' && (
        <>
          <Parts demo={demo} />
          <p>报表在「经营大盘」等目录里；试完可以整个移除。</p>
        </>
      )}
      {demo.refusal && <p role="alert">{demo.refusal}</p>}
      <Actions>
        {demo.state === 'made' && (
          <Link href={pages.statement()} className="bp6-button bp6-intent-primary">
            到数据报表
          </Link>
        )}
        {demo.state === 'making' && <BeginButton text="继续生成" />}
        <RemoveButton />
      </Actions>
    </>
  )
}

const titles = {
  making: '上次生成没有完成：可以继续，也可以移除',
  made: '演示数据在这里',
  removing: '上次移除没有完成：再移除一次即可',
} as const

function Offer({ demo }: { demo: Demo }) {
  const size = useDemo((state) => state.size)
  return (
    <>
      <p>
        四款虚构游戏两年的登录、充值、事件和广告，连同它们的指标、维度、报表、字典、SQL
        查询和自定义报表，都归你所有。不添加账号，不含告警、推送和名单。
      </p>
      <p>不动现有的任何内容；名称冲突时什么都不写入。试完可以整个移除，不带走你自己的内容。</p>
      {demo.refusal ? (
        <p role="alert">{demo.refusal}</p>
      ) : (
        <>
          <RadioGroup
            label="规模"
            inline
            selectedValue={size}
            onChange={({ currentTarget }) => useDemo.setState({ size: currentTarget.value as DemoSize })}
          >
            <Radio value="whole" label="完整：约 500 万行，十秒左右" />
            <Radio value="small" label="五十分之一：约 10 万行，两秒左右" />
          </RadioGroup>
          <Actions>
            <BeginButton text="生成演示数据" />
          </Actions>
        </>
      )}
    </>
  )
}

function BeginButton({ text }: { text: string }) {
  const state = useDemo()
  return (
    <Button
      intent="primary"
      disabled={!mayBegin(state)}
      loading={state.doing === 'begin'}
      onClick={() => void begin()}
    >
      {text} <KeyHint command="demo.add" />
    </Button>
  )
}

function RemoveButton() {
  const state = useDemo()
  return (
    <Button intent="danger" variant="outlined" disabled={!mayRemove(state)} onClick={askToRemove}>
      移除演示数据 <KeyHint command="demo.remove" />
    </Button>
  )
}

function UnderWay({ job: { progress, step } }: { job: NonNullable<Demo['job']> }) {
  const doing = useDemo((state) => state.doing)
  const text = `${step || '等待开始'} ${Math.floor(progress * 100)}%`
  return (
    <>
      <h2 className="demo-state">正在生成</h2>
      <p role="status">{text}</p>
      <ProgressBar
        className="demo-progress"
        intent="primary"
        value={progress}
        animate={false}
        stripes={false}
        aria-label={text}
      />
      <p className="demo-muted">可以离开这个页面，生成会继续。取消则什么都不留下。</p>
      <Actions>
        <Button loading={doing === 'cancel'} onClick={() => void cancel()}>
          取消 <KeyHint command="demo.cancel" />
        </Button>
      </Actions>
    </>
  )
}
