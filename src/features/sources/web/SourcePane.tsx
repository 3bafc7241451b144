// The pane of the selected source: how it stands, its runs with what each loaded, and what stands on its table.
import { Button, ProgressBar } from '@blueprintjs/core'
import { useEffect, useState } from 'react'
import { Link } from 'wouter'
import { brokenLines } from '#shared/imports/breaking.ts'
import { pages } from '#shared/pages.ts'
import { type CallError, call, failureOf, quiet } from '#web/api/client.ts'
import { KeyHint } from '#web/shell/keys/KeyHint.tsx'
import { FailureLine } from '#web/ui/states/FailureLine.tsx'
import { timeText } from '#web/ui/timeText.ts'
import {
  confirmSourceChange,
  loadOutcomeTitles,
  readSourceRuns,
  readSourceStanding,
  runOutcomeTitles,
  runReasonTitles,
  type Source,
  type SourceLoad,
  type SourceRun,
  type SourceRuns,
  sourceModeTitles,
  timingText,
} from '../contract.ts'
import { PushPart } from './PushPart.tsx'
import './sources.css'

const everyMs = 1_500

/** What is read tells how the source stands, too: list and pane must not differ. */
function useRuns({ id, last, lookedAt }: Source, onRead: (source: Source) => void) {
  const [data, setData] = useState<SourceRuns | null>(null)
  const [failure, setFailure] = useState<CallError | null>(null)
  const isRunning = last?.outcome === 'running'
  // biome-ignore lint/correctness/useExhaustiveDependencies: read anew where the source was looked at since.
  useEffect(() => {
    const asking = new AbortController()
    const read = () =>
      call(readSourceRuns, { params: { id } }, { quiet: true, loading: null, signal: asking.signal }).then(
        (found) => {
          setData(found)
          setFailure(null)
          onRead(found.source)
        },
        (error: unknown) => asking.signal.aborted || setFailure(failureOf(error)),
      )
    void read()
    const timer = isRunning ? setInterval(() => void read(), everyMs) : undefined
    return () => {
      asking.abort()
      clearInterval(timer)
    }
  }, [id, isRunning, last?.id, lookedAt])
  return { data, failure }
}

interface Props {
  source: Source
  onRead: (source: Source) => void
}

export function SourcePane({ source, onRead }: Props) {
  const { data, failure } = useRuns(source, onRead)
  const { name, note, problem, paused, mode, keys, table, lookedAt, nextAt } = source
  return (
    <div className="sources-pane">
      <h2>{name}</h2>
      {problem && <p className="sources-bad">{problem}</p>}
      {source.asks !== null && source.editable && <Confirm source={source} onRead={onRead} />}
      {note && <p className="sources-text">{note}</p>}
      <dl className="sources-facts">
        <Fact title="数据表" text={table} />
        <Fact
          title="载入方式"
          text={mode === 'keys' ? `${sourceModeTitles.keys}：${keys.join('、')}` : sourceModeTitles[mode]}
        />
        <Fact title="时间" text={paused ? '已暂停' : timingText(source.timing)} />
        <Fact title="看过" text={lookedAt ? timeText(lookedAt) : '还没有看过'} />
        <Fact title="下次" text={nextAt ? timeText(nextAt) : '–'} />
        <Fact title="负责人" text={source.owner} />
        {data && data.others.length > 0 && <Fact title="同表的数据源" text={data.others.join('、')} />}
      </dl>
      {data?.progress && (
        <div className="sources-progress">
          <p role="status">{data.progress.step}</p>
          <ProgressBar value={data.progress.fraction} animate={false} stripes={false} />
        </div>
      )}
      <PushPart key={source.id} source={source} />
      <h3 className="sources-heading">载入记录</h3>
      {failure && <FailureLine what="载入记录读取失败" failure={failure} />}
      {!data && !failure && <p role="status">加载中...</p>}
      {data?.runs.length === 0 && (
        <p className="sources-muted">
          还没有载入过；现在载入 <KeyHint command="sources.run" />
        </p>
      )}
      {data && <Runs runs={data.runs} loads={data.loads} />}
      <h3 className="sources-heading">建立在这张表上的</h3>
      {data?.points.length === 0 && <p className="sources-muted">还没有；第一次载入时按各列做出来</p>}
      <ul className="sources-points">
        {data?.points.map((point) => (
          <li key={point.id}>
            <Link href={pages.configPoint({ text: point.name })}>{point.name}</Link>
          </li>
        ))}
      </ul>
      <Standing key={`${source.id} ${source.last?.id}`} id={source.id} />
    </div>
  )
}

/** Beside the points: what else would not work without the table. */
function Standing({ id }: { id: number }) {
  const [lines, setLines] = useState<readonly string[]>([])
  const [failure, setFailure] = useState<CallError | null>(null)
  useEffect(() => {
    const asking = new AbortController()
    call(readSourceStanding, { params: { id } }, { ...quiet, signal: asking.signal }).then(
      ({ things, hidden }) =>
        setLines([
          ...brokenLines(things.filter(({ kind }) => kind !== 'point')),
          ...(hidden > 0 ? [`他人的 ${hidden} 处`] : []),
        ]),
      (error: unknown) => asking.signal.aborted || setFailure(failureOf(error)),
    )
    return () => asking.abort()
  }, [id])
  return (
    <>
      {failure && <FailureLine what="读取失败" failure={failure} />}
      {lines.map((line) => (
        <p key={line} className="sources-text">
          {line}
        </p>
      ))}
    </>
  )
}

/** One press: what would break stands above it. */
function Confirm({ source: { id, asks }, onRead }: Props) {
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<CallError | null>(null)
  const confirm = async () => {
    setBusy(true)
    setFailure(null)
    try {
      onRead(await call(confirmSourceChange, { params: { id }, body: { asks: asks ?? '' } }, quiet))
    } catch (error) {
      setFailure(failureOf(error))
    }
    setBusy(false)
  }
  return (
    <div className="sources-buttons">
      <Button size="small" intent="danger" loading={busy} text="照样替换" onClick={() => void confirm()} />
      {failure && <FailureLine what="替换失败" failure={failure} />}
    </div>
  )
}

function Fact({ title, text }: { title: string; text: string }) {
  return (
    <div>
      <dt>{title}</dt>
      <dd>{text}</dd>
    </div>
  )
}

function Runs({ runs, loads }: Pick<SourceRuns, 'runs' | 'loads'>) {
  return (
    <ol className="sources-runs">
      {runs.map((run) => (
        <li key={run.id}>
          <Run run={run} loads={loads.filter(({ runId }) => runId === run.id)} />
        </li>
      ))}
    </ol>
  )
}

function Run({ run, loads }: { run: SourceRun; loads: readonly SourceLoad[] }) {
  const { outcome, reason, span, startedAt, endedAt, rows, bytes, loaded, same, failed, problem } = run
  const isTold = loads.some((load) => load.problem !== null)
  return (
    <>
      <p className="sources-run">
        <span className={`sources-outcome sources-outcome-${outcome}`}>{runOutcomeTitles[outcome]}</span>
        <span>{timeText(startedAt)}</span>
        <span className="sources-muted">
          {[
            span ? `${runReasonTitles.span} ${span.from} 至 ${span.to}` : runReasonTitles[reason],
            outcome === 'running' ? '' : took(startedAt, endedAt),
            `${loaded} 份 ${rows.toLocaleString('en-US')} 行 ${sizeText(bytes)}`,
            same > 0 ? `${same} 份载入过` : '',
            failed > 0 ? `${failed} 份没有载入` : '',
          ]
            .filter(Boolean)
            .join('，')}
        </span>
      </p>
      {problem !== null && !isTold && <p className="sources-bad">{problem}</p>}
      <ul className="sources-loads">
        {loads.map((load) => (
          <li key={load.id}>
            <span className="sources-name">{load.name}</span>
            <span className="sources-muted">{loadText(load)}</span>
            {load.problem !== null && (
              <p className={load.outcome === 'failed' ? 'sources-bad' : 'sources-text'}>{load.problem}</p>
            )}
          </li>
        ))}
      </ul>
    </>
  )
}

function loadText({ outcome, rows, replaced }: SourceLoad): string {
  if (outcome !== 'loaded') return loadOutcomeTitles[outcome]
  const gone = replaced > 0 ? `，换掉 ${replaced.toLocaleString('en-US')} 行` : ''
  return `${rows.toLocaleString('en-US')} 行${gone}`
}

function took(from: string, to: string | null): string {
  if (to === null) return ''
  const seconds = Math.max(0, Date.parse(to) - Date.parse(from)) / 1000
  return seconds < 90 ? `${seconds.toFixed(1)} 秒` : `${Math.round(seconds / 60)} 分钟`
}

function sizeText(bytes: number): string {
  const [size, unit] =
    bytes >= 2 ** 20 ? [bytes / 2 ** 20, 'MB'] : bytes >= 1024 ? [bytes / 1024, 'KB'] : [bytes, 'B']
  return `${Number(size.toFixed(1))} ${unit}`
}
