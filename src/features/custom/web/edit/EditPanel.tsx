// The publisher's editor of a report: the statement, its parameters, a chart and a preview.
import { Button, Callout, FormGroup, HTMLSelect, InputGroup, Switch, TextArea } from '@blueprintjs/core'
import { FloppyDisk, Play } from '@blueprintjs/icons'
import { useEffect, useState } from 'react'
import { namesFestival } from '#shared/days/festivals.ts'
import { relativeDay } from '#shared/sql/relativeDay.ts'
import { type CallError, call, failureOf } from '#web/api/client.ts'
import { loadFestivals } from '#web/calendar/loadFestivals.ts'
import { SqlEditor } from '#web/editor/SqlEditor.tsx'
import { type EditorProblem, emptyCatalog } from '#web/editor/types.ts'
import { businessToday } from '#web/shell/businessDay.ts'
import { KeyHint } from '#web/shell/keys/KeyHint.tsx'
import { FailureLine } from '#web/ui/states/FailureLine.tsx'
import { getOdpsTables, getSqlFunctions, queryLight } from '#features/code/contract.ts'
import { type CustomChart, type CustomTable, customChartKinds } from '#features/custom/contract.ts'
import { CustomChartView, CustomTableView } from '../detail/Figures.tsx'
import { guessChart, isFigure } from '../detail/tableOf.ts'
import { withParameters } from '../draft.ts'
import { changeDraft, saveDraft, takeTheirs } from '../saving.ts'
import { type Draft, useCustom } from '../store.ts'
import { ParameterRows } from './ParameterRows.tsx'
import { useCatalog } from './useCatalog.ts'

const chartTitles: Record<CustomChart['type'], string> = {
  line: '折线',
  bar: '柱状',
  pie: '饼图',
  scatter: '散点',
}

export function EditPanel({ draft }: { draft: Draft }) {
  const [preview, setPreview] = useState<CustomTable | null>(null)
  const [problems, setProblems] = useState<EditorProblem[]>([])
  const [failure, setFailure] = useState<CallError | null>(null)
  const [busy, setBusy] = useState(false)
  const catalog = useCatalog(getOdpsTables, getSqlFunctions) ?? emptyCatalog
  const run = async () => {
    setBusy(true)
    setFailure(null)
    setProblems([])
    try {
      setPreview(await previewOf(draft))
    } catch (error) {
      const problem = placeOf(error)
      setProblems(problem ? [problem] : [])
      setFailure(failureOf(error))
    } finally {
      setBusy(false)
    }
  }
  const asked = useCustom((state) => state.previewTimes)
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked for by key alone, not by each change of the text.
  useEffect(() => {
    if (asked > 0) void run()
  }, [asked])
  return (
    <div className="custom-edit">
      <Conflict />
      <div className="custom-edit-form">
        <NameFields draft={draft} />
        <ParameterRows draft={draft} />
        <ChartFields draft={draft} columns={preview?.columns ?? []} />
        <Switch
          checked={draft.published}
          label="发布：有自定义报表权限的人都能使用，数据限于你和查看者都可看的游戏"
          onChange={(event) => changeDraft({ published: event.currentTarget.checked })}
        />
        <div className="custom-edit-actions">
          <Button intent="primary" icon={<FloppyDisk size={14} />} onClick={() => void saveDraft()}>
            保存 <KeyHint command="custom.save" />
          </Button>
          <Button icon={<Play size={14} />} loading={busy} onClick={() => void run()}>
            预览 <KeyHint command="custom.query" />
          </Button>
        </div>
      </div>
      <div className="custom-edit-work">
        <div className="custom-edit-sql">
          <SqlEditor
            documentId={`custom:${draft.id ?? 'new'}`}
            text={draft.sql}
            onChange={(sql: string) => changeDraft(withParameters({ ...draft, sql }))}
            catalog={catalog}
            problems={problems}
            label="SQL"
          />
        </div>
        {failure && (
          <div className="custom-edit-failure">
            <FailureLine what="预览失败" failure={failure} />
          </div>
        )}
        {preview && (
          <div className="custom-figures">
            <CustomChartView
              table={preview}
              report={{ name: draft.name, chart: draft.chart ?? guessChart(preview) }}
            />
            <CustomTableView table={preview} name="预览" onSelection={() => undefined} />
          </div>
        )}
        {!preview && failure === null && (
          <p className="custom-edit-hint">预览以默认值运行，显示前 1,000 行。参数在 SQL 里写成 :name。</p>
        )}
      </div>
    </div>
  )
}

/**
 * Runs with the defaults as the caller, but without temp tables: they belong to the caller, and the published
 * report has none.
 */
async function previewOf({ sql, params }: Draft): Promise<CustomTable> {
  const today = businessToday()
  const isFestival = params.some(
    ({ type, default: value }) => type === 'date' && typeof value === 'string' && namesFestival(value),
  )
  const festivalDays = isFestival ? await loadFestivals() : undefined
  const values = Object.fromEntries(
    params.map(({ name, type, default: value }) => [
      name,
      {
        type,
        value:
          type === 'date' && typeof value === 'string'
            ? (relativeDay(value, today, name, festivalDays) ?? value)
            : value,
      },
    ]),
  )
  const run = await call(queryLight, { body: { sql, params: values } }, { quiet: true, loading: null })
  return {
    columns: run.columns.map(({ key, title, type, databaseType }) => ({ key, title, type, databaseType })),
    data: run.data,
    rowCount: run.data[0]?.length ?? 0,
    truncated: run.truncated,
    elapsedMs: run.elapsedMs,
    cached: run.cached,
    computedAt: run.startedAt,
    labels: [],
    values: {},
    trace: '',
  }
}

function placeOf(error: unknown): EditorProblem | null {
  const { code, data, message } = failureOf(error)
  if (code !== 'sql_error') return null
  const place = data as { line: number; column: number; length: number } | null
  return place && { line: place.line, column: place.column, length: place.length, message }
}

function NameFields({ draft }: { draft: Draft }) {
  return (
    <>
      <FormGroup label="名称" labelFor="custom-name">
        <InputGroup
          id="custom-name"
          autoFocus={draft.id === null}
          value={draft.name}
          maxLength={100}
          onChange={(event) => changeDraft({ name: event.currentTarget.value })}
        />
      </FormGroup>
      <FormGroup label="文件夹" labelFor="custom-folder">
        <InputGroup
          id="custom-folder"
          value={draft.folder}
          placeholder="运营/充值，可留空"
          onChange={(event) => changeDraft({ folder: event.currentTarget.value })}
        />
      </FormGroup>
      <FormGroup label="说明" labelFor="custom-text">
        <TextArea
          id="custom-text"
          fill
          rows={2}
          value={draft.describe}
          maxLength={2000}
          placeholder="显示给查看者，如口径、更新时间"
          onChange={(event) => changeDraft({ describe: event.currentTarget.value })}
        />
      </FormGroup>
    </>
  )
}

function ChartFields({ draft, columns }: { draft: Draft; columns: CustomTable['columns'] }) {
  const { chart } = draft
  const guessed = guessChart({ columns })
  const kinds = customChartKinds.map((value) => ({ value, label: chartTitles[value] }))
  const change = (part: Partial<CustomChart>) => {
    const base = chart ?? guessed
    if (base) changeDraft({ chart: { ...base, ...part } })
  }
  const titles = columns.map(({ title }) => title)
  const known = (title: string) => [...new Set([...titles, title])]
  return (
    <FormGroup label="图表" className="custom-edit-chart">
      <HTMLSelect
        aria-label="图表类型"
        value={chart?.type ?? ''}
        options={[{ value: '', label: '自动' }, ...kinds]}
        disabled={!chart && !guessed}
        onChange={(event) =>
          event.currentTarget.value === ''
            ? changeDraft({ chart: null })
            : change({ type: event.currentTarget.value as CustomChart['type'] })
        }
      />
      {chart && (
        <>
          <HTMLSelect
            aria-label="横轴"
            value={chart.x}
            options={known(chart.x)}
            onChange={(event) => change({ x: event.currentTarget.value })}
          />
          <HTMLSelect
            aria-label="数值"
            value={chart.values[0] ?? ''}
            options={[...new Set([...columns.filter(isFigure).map(({ title }) => title), ...chart.values])]}
            onChange={(event) => change({ values: [event.currentTarget.value] })}
          />
        </>
      )}
      {!chart && !guessed && <span className="custom-muted">预览后可选</span>}
    </FormGroup>
  )
}

function Conflict() {
  const conflict = useCustom((state) => state.conflict)
  if (!conflict) return null
  return (
    <Callout intent="warning" className="custom-edit-conflict" title="报表已被保存过更新的版本">
      你的修改还在这里，没有丢失。
      <div className="custom-edit-actions">
        <Button text="用我的覆盖" intent="warning" onClick={() => void saveDraft({ overwrite: true })} />
        <Button text="放弃我的，用新版" onClick={() => void takeTheirs()} />
      </div>
    </Callout>
  )
}
