// The form of an event: its code in the facts, its name, its games and its parameters.

import { call } from '#web/api/client.ts'
import { FormDialog } from '#web/form/FormDialog.tsx'
import { gameChoices, gamesFromTyped, gamesTyped } from '#web/list/gameCells.ts'
import type { ListFormProps } from '#web/list/types.ts'
import { useMissing } from '#web/ui/missing/notes.ts'
import {
  addOrUpdateEvList,
  type EventParameter,
  type EventState,
  eventParameterTitles,
  eventParameterTypes,
  eventStates,
  eventStateTitles,
  type ListedEvent,
} from '#features/lists/contract.ts'
import { GamesHelp } from '../GamesHelp.tsx'
import { eventOptions, readOptions, useEventOptions } from './options.ts'

interface Values {
  code: string
  name: string
  category: string
  games: readonly string[]
  state: string
  params: readonly string[]
  describe: string
}

const valuesOf = ({ code, name, category, games, state, params, describe }: ListedEvent): Values => ({
  code,
  name,
  category,
  games: gamesTyped(eventOptions().games, games),
  state,
  params: params.map(parameterText),
  describe,
})

const newValues: Values = {
  code: '',
  name: '',
  category: '',
  games: [],
  state: 'active',
  params: [],
  describe: '',
}

const parameterText = ({ name, title, type }: EventParameter): string =>
  `${name} ${eventParameterTitles[type]} ${title}`.trim()

/** «level 数值 角色等级»: name, type and meaning; the type is optional. */
function parameterOf(text: string): EventParameter {
  const [name = '', second = '', ...rest] = text.trim().split(/\s+/)
  const type = eventParameterTypes.find((one) => eventParameterTitles[one] === second)
  const title = (type ? rest : [second, ...rest]).join(' ').trim()
  return { name, type: type ?? 'text', title }
}

/** An unchanged line keeps the parameter from which it was written. */
const parameterFrom =
  (given: readonly EventParameter[]) =>
  (text: string): EventParameter =>
    given.find((one) => parameterText(one) === text) ?? parameterOf(text)

export function EventForm({ row, onClose, onSaved }: ListFormProps<ListedEvent>) {
  const { options, failure } = useEventOptions()
  const { games, categories, unnamed, problem } = options
  useMissing('数据里的事件代码读取失败', failure, () => void readOptions())
  const inUse = row !== null && row.uses > 0
  return (
    <FormDialog<Values, ListedEvent>
      name={`event:${row?.id ?? 'new'}`}
      title={row ? '编辑事件' : '新建事件'}
      lead={inUse && <p className="form-help">这个事件被 {row.uses} 处使用，代码不能改；改名不影响它们。</p>}
      fields={[
        {
          name: 'code',
          label: '事件代码',
          kind: 'text',
          required: true,
          mono: true,
          half: true,
          longest: 100,
          readOnly: inUse,
          suggestions: unnamed.map(({ code }) => code),
          help:
            problem === '' && !failure
              ? `近 30 天见过而没有名称的：${unnamed.length} 个`
              : `数据里的事件代码读取失败：${problem || failure?.message}`,
        },
        { name: 'name', label: '名称', kind: 'text', required: true, half: true, longest: 100 },
        { name: 'category', label: '分类', kind: 'text', half: true, longest: 50, suggestions: categories },
        {
          name: 'state',
          label: '状态',
          kind: 'select',
          half: true,
          choices: eventStates.map((state) => ({ value: state, title: eventStateTitles[state] })),
        },
        { name: 'games', label: '游戏', kind: 'tags', required: true, suggestions: gameChoices(games) },
        {
          name: 'params',
          label: '参数',
          kind: 'lines',
          rows: 4,
          mono: true,
          help: '每行一个：名称 类型 说明，如「level 数值 角色等级」；类型为文本、数值、是否、日期',
        },
        { name: 'describe', label: '说明', kind: 'textarea', rows: 3, longest: 5_000 },
      ]}
      initial={row ? valuesOf(row) : newValues}
      send={(values, against) => {
        const revision = against?.revision ?? row?.revision
        const body = {
          ...values,
          id: row?.id ?? -1,
          games: gamesFromTyped(games, values.games),
          state: values.state as EventState,
          params: values.params.filter((text) => text.trim() !== '').map(parameterFrom(row?.params ?? [])),
          ...(revision !== undefined && { revision }),
        }
        return call(addOrUpdateEvList, { body }, { quiet: true, loading: null })
      }}
      valuesOf={valuesOf}
      onClose={onClose}
      onSaved={onSaved}
    >
      {() => <GamesHelp games={games} />}
    </FormDialog>
  )
}
