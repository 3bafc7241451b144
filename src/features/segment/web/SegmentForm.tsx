// The form of a segment: its name, its games, its source and how long members are kept.
import { useMemo } from 'react'
import { call, quiet } from '#web/api/client.ts'
import { FormDialog } from '#web/form/FormDialog.tsx'
import type { FieldValue } from '#web/form/types.ts'
import { gameChoices, gamesFromTyped, gamesText, gamesTyped } from '#web/list/gameCells.ts'
import type { ListFormProps } from '#web/list/types.ts'
import { useValueNames } from '#web/ui/dictionary/useValueNames.ts'
import { anaDictListsByDictId } from '#features/dictionary/contract.ts'
import {
  type Segment,
  type SegmentChange,
  type SegmentList,
  type SourceChange,
  type SourceKind,
  saveSegment,
  sourceKinds,
  sourceTitles,
} from '../contract.ts'
import { conditionsField } from './ConditionsField.tsx'
import {
  type DraftCondition,
  draftOf,
  draftsOf,
  draftsProblem,
  draftText,
  draftWords,
  groupsOf,
  newDraft,
} from './drafts.ts'
import { ListField } from './ListField.tsx'
import { LiveCount } from './LiveCount.tsx'
import { textOfValue } from './listTexts.ts'

export type SegmentOptions = Omit<SegmentList, 'rows'>

interface Values {
  name: string
  games: readonly string[]
  kind: string
  conditions: readonly string[]
  list: string
  skipBad: boolean
  sql: string
  players: readonly string[]
  keepDays: number | null
  note: string
}

const usualSql = 'select cgi, player_id\nfrom '

const newValues = (options: SegmentOptions): Values => ({
  name: '',
  games: gamesTyped(options.games, options.games.length === 1 ? [options.games[0]?.cgi ?? ''] : '*'),
  kind: 'rules',
  conditions: [draftText(newDraft(options))],
  list: '',
  skipBad: false,
  sql: usualSql,
  players: options.players.slice(0, 1),
  keepDays: 90,
  note: '',
})

const valuesFrom = (options: SegmentOptions, { source, ...segment }: Segment): Values => ({
  ...newValues(options),
  name: segment.name,
  games: gamesTyped(options.games, segment.games),
  kind: source.kind,
  ...(source.kind === 'rules' && { conditions: draftsOf(source.any).map(draftText) }),
  ...(source.kind === 'sql' && { sql: source.sql }),
  players: segment.players,
  keepDays: segment.keepDays,
  note: segment.note,
})

const drafts = (value: FieldValue): DraftCondition[] =>
  (Array.isArray(value) ? (value as readonly string[]) : []).map(draftOf)

const fetchDictionaries = (ids: number[]) => call(anaDictListsByDictId, { body: ids }, quiet)

/** The dimensions whose values the stored rules name. */
function filteredDims(row: Segment | null | undefined, { dims }: SegmentOptions) {
  const conditions = row?.source.kind === 'rules' ? row.source.any.flat() : []
  const ids = new Set(conditions.flatMap(({ filters = [] }) => filters.map(({ dim }) => dim)))
  return dims.filter(({ id }) => ids.has(id)).map((dim) => ({ ...dim, types: 'dictionary' }))
}

interface Props extends ListFormProps<Segment> {
  options: SegmentOptions
}

export function SegmentForm({ row, onClose, onSaved, options }: Props) {
  const { games } = options
  const filtered = useMemo(() => filteredDims(row, options), [row, options])
  const nameOfValue = useValueNames(filtered, fetchDictionaries)
  const nameOf = (value: string, dim: number): string => {
    const named = filtered.find(({ id }) => id === dim)
    return named ? nameOfValue(named, value) : value
  }
  const keptList = row?.source.kind === 'list' ? row.source.count : null
  const sourceOf = (values: Values): SourceChange => {
    if (values.kind === 'rules') return { kind: 'rules', any: groupsOf(drafts(values.conditions)) }
    if (values.kind === 'sql') return { kind: 'sql', sql: values.sql }
    const text = textOfValue(values.list) ?? ''
    const isKept = text.trim() === '' && keptList !== null
    return { kind: 'list', ...(!isKept && { text }), ...(values.skipBad && { skipBad: true }) }
  }
  const changeOf = (values: Values, revision: number | undefined): SegmentChange => ({
    id: row?.id ?? -1,
    name: values.name,
    games: gamesFromTyped(games, values.games),
    note: values.note,
    players: [...values.players],
    keepDays: values.keepDays ?? 90,
    source: sourceOf(values),
    ...(revision !== undefined && { revision }),
  })
  const kinds = sourceKinds.filter(
    (kind) => kind !== 'sql' || options.mayWriteSql || row?.source.kind === 'sql',
  )
  return (
    <FormDialog<Values, Segment>
      name={`segment:${row?.id ?? 'new'}`}
      title={row ? '编辑人群' : '新建人群'}
      className="segment-dialog"
      fields={[
        {
          name: 'name',
          label: '名称',
          kind: 'text',
          required: true,
          longest: 90,
          half: true,
          placeholder: '大 R',
        },
        {
          name: 'kind',
          label: '来源',
          kind: 'select',
          half: true,
          choices: kinds.map((kind) => ({ value: kind, title: sourceTitles[kind] })),
        },
        {
          name: 'conditions',
          label: '条件',
          kind: 'drawn',
          draw: conditionsField(options),
          help: '每个玩家在最近几天（到昨天为止）的数值；「且」先于「或」。没有数据的玩家只满足「不满足」。',
          shownWhen: ({ kind }) => kind === 'rules',
          check: (value) => draftsProblem(drafts(value), options),
          text: (value) => draftWords(drafts(value), options, nameOf),
        },
        {
          name: 'list',
          label: '名单',
          kind: 'drawn',
          draw: ListField,
          help: [
            '每行一个玩家编号；有多个游戏时写「游戏,玩家」。最多 500,000 个，8 MB。',
            ...(keptList === null ? [] : [`留空则保留原来的 ${keptList.toLocaleString('en-US')} 个。`]),
          ].join(''),
          shownWhen: ({ kind }) => kind === 'list',
          check: (value) =>
            textOfValue(value) === null
              ? '读入的文件已不在此页，请重新选择'
              : keptList === null && value.trim() === ''
                ? '请粘贴名单，或从文件读入'
                : undefined,
          text: (value) => (value === '' ? '（不变）' : String(value).slice(0, 200)),
        },
        {
          name: 'skipBad',
          label: '跳过有误的行',
          kind: 'switch',
          shownWhen: ({ kind }) => kind === 'list',
        },
        {
          name: 'sql',
          label: 'SQL',
          kind: 'textarea',
          rows: 8,
          mono: true,
          help: '一个 SELECT，列 cgi 为游戏代码、player_id 为玩家编号；以创建者的权限运行，每天 6 点后计算。',
          shownWhen: ({ kind }) => kind === 'sql',
        },
        {
          name: 'games',
          label: '游戏',
          kind: 'tags',
          required: true,
          half: true,
          suggestions: gameChoices(games),
          help: `可填：${gamesText(
            games,
            games.map(({ cgi }) => cgi),
          )}，或「全部游戏」`,
        },
        {
          name: 'players',
          label: '玩家列',
          kind: 'tags',
          required: true,
          half: true,
          suggestions: options.players,
          help: '数据表里玩家编号的列名；各表不同时写几个，取先有的',
        },
        {
          name: 'keepDays',
          label: '名单保留',
          kind: 'number',
          half: true,
          whole: true,
          required: true,
          min: 1,
          max: 3_660,
          unit: '天',
        },
        { name: 'note', label: '说明', kind: 'text', half: true, longest: 2_000 },
      ]}
      lead={options.refusal && <p className="segment-bad">{options.refusal}</p>}
      initial={row ? valuesFrom(options, row) : newValues(options)}
      send={(values, against) =>
        call(
          saveSegment,
          { body: changeOf(values, against?.revision ?? row?.revision) },
          { quiet: true, loading: null },
        )
      }
      valuesOf={(segment) => valuesFrom(options, segment)}
      onClose={onClose}
      onSaved={onSaved}
    >
      {(values) => (
        <LiveCount
          kind={values.kind as SourceKind}
          problem={values.kind === 'rules' ? draftsProblem(drafts(values.conditions), options) : undefined}
          ask={JSON.stringify([
            values.kind,
            values.conditions,
            values.list,
            values.sql,
            values.games,
            values.players,
          ])}
          change={() => changeOf(values, undefined)}
        />
      )}
    </FormDialog>
  )
}
