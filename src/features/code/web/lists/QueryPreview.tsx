// The chosen query beside the list: its text, parameters and actions.
import { Button } from '@blueprintjs/core'
import {
  DocumentOpen,
  Duplicate,
  Edit,
  Envelope,
  History,
  Notifications,
  Share,
  Trash,
} from '@blueprintjs/icons'
import type { ReactElement } from 'react'
import type { CommandId } from '#commands/index.ts'
import { call } from '#web/api/client.ts'
import { SqlText } from '#web/editor/SqlText.tsx'
import { changeAddress } from '#web/list/address.ts'
import { beginOnRows } from '#web/list/workOnRows.ts'
import { CommandTip } from '#web/shell/keys/CommandTip.tsx'
import { KeyHint } from '#web/shell/keys/KeyHint.tsx'
import { showMessage } from '#web/shell/message.ts'
import { copyText } from '#web/ui/copyText.ts'
import { useDictionaryLabels } from '#web/ui/dictionary/useDictionaryLabels.ts'
import type { SavedQuery } from '#features/code/contract.ts'
import { anaDictListsByDictId } from '#features/dictionary/contract.ts'
import { placeText, rightTexts, unchangeable } from '../library/folders.ts'
import { parameterFacts } from './parameterFacts.ts'
import { openQuery } from './queries.ts'
import { showQueryDialog } from './queryDialog.ts'
import { queryList } from './queryList.tsx'
import { shareTexts } from './ShareDialog.tsx'
import { sendSaved } from './sendRegularly.ts'
import { fullTimeText } from './texts.ts'
import { notWatchable, watchQuery } from './watching.ts'

interface Action {
  command: CommandId
  title: string
  icon: ReactElement
  /** Acts on the query in the preview, whatever is ticked in the list. */
  run: (query: SavedQuery) => void
  /** Only for users with the right to edit. */
  changes?: boolean
}

const { declaration } = queryList

const actions: readonly Action[] = [
  {
    command: 'list.edit',
    title: '编辑',
    icon: <Edit size={14} />,
    changes: true,
    run: ({ id }) => changeAddress(declaration, { form: id }),
  },
  {
    command: 'query.share',
    title: '分享',
    icon: <Share size={14} />,
    changes: true,
    run: ({ id }) => showQueryDialog('share', id),
  },
  {
    command: 'query.subscribe',
    title: '定时发送',
    icon: <Envelope size={14} />,
    run: ({ id }) => void sendSaved(id),
  },
  {
    command: 'query.alarm',
    title: '设为告警',
    icon: <Notifications size={14} />,
    run: (query) => {
      const refusal = notWatchable(query)
      if (refusal === undefined) watchQuery(query)
      else showMessage({ message: refusal, intent: 'warning' })
    },
  },
  {
    command: 'query.versions',
    title: '版本',
    icon: <History size={14} />,
    run: ({ id }) => showQueryDialog('versions', id),
  },
  {
    command: 'query.copy',
    title: '复制',
    icon: <Duplicate size={14} />,
    run: ({ sql }) => void copyText(sql, 'SQL 已复制'),
  },
  {
    command: 'list.delete',
    title: '删除',
    icon: <Trash size={14} />,
    changes: true,
    run: (query) => void beginOnRows(queryList, { title: '删除', ...declaration.remove }, [query]),
  },
]

const fetchDictionaries = (ids: number[]) =>
  call(anaDictListsByDictId, { body: ids }, { quiet: true, loading: null })

const useNames = ({ params }: SavedQuery) =>
  useDictionaryLabels(
    params.flatMap(({ dictId }) => dictId ?? []),
    fetchDictionaries,
    { alone: true },
  )

export function QueryPreview({ query }: { query: SavedQuery }) {
  const { name, tags, sql, share, version, createdAt, modifiedAt } = query
  const facts: [string, string][] = [
    ['位置', placeText(query) || '我的查询，最上层'],
    ...(query.folderId === null
      ? []
      : ([
          ['创建者', query.owner],
          ['你的权限', query.right === 'own' || query.right === 'shared' ? '' : rightTexts[query.right]],
          ['最近修改者', query.modifiedBy],
        ] as [string, string][])),
    ['标签', tags.join('、') || '–'],
    ['分享', shareTexts[share]],
    ['版本', `第 ${version} 版`],
    ['修改', fullTimeText(modifiedAt)],
    ['创建', fullTimeText(createdAt)],
    ...parameterFacts(query.params, useNames(query)),
  ]
  return (
    <aside className="query-preview" aria-label={`预览：${name}`}>
      <header className="query-preview-head">
        <h2 title={name}>{name}</h2>
        <Button
          intent="primary"
          icon={<DocumentOpen size={14} />}
          onClick={() => openQuery(query.id)}
          text="打开"
          endIcon={<KeyHint command="list.open" />}
        />
      </header>
      <div className="query-preview-actions">
        {actions
          .filter(({ changes }) => !changes || unchangeable(query) === undefined)
          .map(({ command, title, icon, run }) => (
            <CommandTip key={command} command={command} title={title}>
              <Button variant="minimal" size="small" icon={icon} text={title} onClick={() => run(query)} />
            </CommandTip>
          ))}
      </div>
      <dl className="query-facts">
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd title={value}>{value}</dd>
          </div>
        ))}
      </dl>
      <SqlText sql={sql} label="SQL" />
    </aside>
  )
}
