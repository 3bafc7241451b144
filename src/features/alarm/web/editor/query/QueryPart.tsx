// A saved query that is watched: which, its figures, what tells its rows apart, its values, and when it is run.

import { useState } from 'react'
import { Link } from 'wouter'
import { pages } from '#shared/pages.ts'
import { call } from '#web/api/client.ts'
import { labelsBy } from '#web/api/dictionaries.ts'
import { given, ParametersInput, typed } from '#web/form/ParametersInput.tsx'
import { ChosenTools } from '#web/pick/ChosenTools.tsx'
import { FilterButton } from '#web/pick/FilterButton.tsx'
import { PickList } from '#web/pick/PickList.tsx'
import { FailureLine } from '#web/ui/states/FailureLine.tsx'
import type { AlarmOptions, AlarmQueryResult, AlarmRule, WatchedQuery } from '#features/alarm/contract.ts'
import { anaDictListsByDictId } from '#features/dictionary/contract.ts'
import { change } from '../actions.ts'
import { Games } from '../GamesLine.tsx'
import { FieldLine, Part } from '../Part.tsx'
import { withColumns, withQuery } from '../rules.ts'
import { useQueries, useQueryResult } from './reading.ts'
import { SourceLine } from './SourceLine.tsx'
import { Timing } from './Timing.tsx'

interface Props {
  rule: AlarmRule
  query: WatchedQuery
  options: AlarmOptions
}

const mostKeys = 3

export function QueryPart({ rule, query, options }: Props) {
  const { result, failure, retry } = useQueryResult(query.id, query.params)
  const put = (patch: Partial<WatchedQuery>, fields: string[]) =>
    change({ watch: { ...rule.watch, query: { ...query, ...patch } } }, fields)
  return (
    <Part title="监控内容">
      <SourceLine rule={rule} />
      <Query rule={rule} query={query} name={result?.name} />
      {failure && <FailureLine what="查询读取失败" failure={failure} onRetry={retry} />}
      {result && result.problem !== '' && <p className="alarm-wrong">查询运行失败：{result.problem}</p>}
      {query.id !== '' && (
        <>
          <Columns
            name="columns"
            label="数值列"
            none="选择列"
            title="监控哪些列的数值"
            help={result && isPlain(result) ? '只看有没有数据行时可以不选' : undefined}
            chosen={query.columns}
            result={result}
            refuse={(column) =>
              query.keys.includes(column.name) ? '已用来区分各行' : column.figure ? '' : '不是数字'
            }
            onChange={(columns) => change(withColumns(rule, columns), ['columns', 'conditions'])}
          />
          <Columns
            name="keys"
            label="区分列"
            none="不分，结果是一行"
            title="用哪些列区分各行"
            help={
              query.keys.length > 0
                ? '每一行各自判断，同时触发的合成一条消息'
                : result && result.rows > 1
                  ? '结果不止一行：选一列来区分，如游戏、渠道'
                  : undefined
            }
            chosen={query.keys}
            result={result}
            refuse={({ name }) =>
              query.columns.includes(name)
                ? '已当作数值'
                : query.keys.length >= mostKeys
                  ? `最多 ${mostKeys} 列`
                  : ''
            }
            onChange={(keys) => put({ keys }, ['keys', 'columns'])}
          />
          {result && result.parameters.length > 0 && (
            <FieldLine
              name="parameters"
              label="参数"
              help="日期可以移动，如 昨天、today-7；不填的按查询里保存的"
            >
              <Parameters
                key={query.id}
                result={result}
                params={query.params}
                onChange={(params) => put({ params }, ['parameters'])}
              />
            </FieldLine>
          )}
          <Timing timing={query.timing} onChange={(timing) => put({ timing }, ['timing'])} />
        </>
      )}
      <Games rule={rule} options={options} />
    </Part>
  )
}

const isPlain = ({ columns }: AlarmQueryResult): boolean => columns.length > 0

function Query({ rule, query, name }: { rule: AlarmRule; query: WatchedQuery; name: string | undefined }) {
  const [isOpen, setOpen] = useState(false)
  const { queries, failure, retry } = useQueries()
  const shown = name ?? queries?.find(({ id }) => id === query.id)?.name
  return (
    <>
      <FieldLine
        name="query"
        label="查询"
        help={
          query.id === '' ? undefined : (
            <>
              按保存的版本、以负责人的权限运行。
              <Link href={pages.codeQuery({ query: query.id })}>打开查询</Link>
            </>
          )
        }
      >
        <FilterButton
          label=""
          name="查询"
          value={query.id === '' ? '选择查询' : (shown ?? '已存查询')}
          isOpen={isOpen}
          onOpen={setOpen}
          title="监控哪个已存查询"
        >
          <PickList
            items={(queries ?? []).map((one) => ({
              key: one.id,
              title: one.name,
              pinyin: one.pinyin,
              detail: one.folder || undefined,
              checked: one.id === query.id,
            }))}
            label="搜索查询，可用拼音"
            none={queries ? '没有可以运行的已存查询' : '加载中...'}
            failure={failure}
            onRetry={retry}
            onPick={({ key }) => {
              setOpen(false)
              if (key !== query.id)
                change(withQuery(rule, key), ['query', 'columns', 'keys', 'parameters', 'conditions'])
            }}
          />
        </FilterButton>
      </FieldLine>
      {/* The open list says it itself. */}
      {failure && !isOpen && <FailureLine what="查询列表读取失败" failure={failure} onRetry={retry} />}
    </>
  )
}

interface ColumnsProps {
  name: string
  label: string
  none: string
  title: string
  help: string | undefined
  chosen: readonly string[]
  result: AlarmQueryResult | null
  /** Why it can't be chosen; empty where it can. */
  refuse: (column: AlarmQueryResult['columns'][number]) => string
  onChange: (columns: string[]) => void
}

function Columns({ name, label, none, title, help, chosen, result, refuse, onChange }: ColumnsProps) {
  const [isOpen, setOpen] = useState(false)
  const columns = result?.columns ?? []
  const gone = chosen.filter((one) => columns.length > 0 && !columns.some((column) => column.name === one))
  return (
    <FieldLine
      name={name}
      label={label}
      help={gone.length > 0 ? `结果里已没有「${gone.join('、')}」列，请重新选择` : help}
    >
      <FilterButton
        label=""
        name={label}
        value={chosen.join('、') || none}
        isOpen={isOpen}
        onOpen={setOpen}
        title={title}
      >
        <PickList
          items={[
            ...gone.map((one) => ({ key: one, title: one, pinyin: '', note: '已没有这一列', checked: true })),
            ...columns.map((column) => ({
              key: column.name,
              title: column.name,
              pinyin: '',
              detail: column.samples.join('，') || undefined,
              checked: chosen.includes(column.name),
              refused: chosen.includes(column.name) ? '' : refuse(column),
            })),
          ]}
          label="搜索列"
          none={result ? '结果没有列' : '正在运行查询...'}
          tools={<ChosenTools count={chosen.length} onClear={() => onChange([])} />}
          onPick={({ key }) =>
            onChange(chosen.includes(key) ? chosen.filter((one) => one !== key) : [...chosen, key])
          }
        />
      </FilterButton>
    </FieldLine>
  )
}

const load = labelsBy((ids) => call(anaDictListsByDictId, { body: ids }, { quiet: true, loading: null }))

interface ParametersProps {
  result: AlarmQueryResult
  params: WatchedQuery['params']
  onChange: (params: WatchedQuery['params']) => void
}

/** The text as it is typed: a list that ends with a comma is on its way. */
function Parameters({ result, params, onChange }: ParametersProps) {
  const [text, setText] = useState(() => typed(result.parameters, params))
  return (
    <ParametersInput
      id="alarm-parameter"
      value={text}
      readOnly={false}
      isWrong={false}
      describedBy={undefined}
      label="参数"
      meantBy="今天运行时是"
      load={load}
      values={{}}
      autoFocus={false}
      onBlur={() => {}}
      onChange={(next) => {
        setText(String(next))
        onChange(given(String(next)))
      }}
    />
  )
}
