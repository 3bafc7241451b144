// The chosen query beside the list: its text, parameters and what can be done with it.
import { Button } from '@blueprintjs/core'
import { DocumentOpen, Duplicate, Edit, History, Share, Trash } from '@blueprintjs/icons'
import type { ReactElement } from 'react'
import type { CommandId } from '../../../../../commands/index.ts'
import { SqlText } from '../../../../web/editor/SqlText.tsx'
import { CommandTip } from '../../../../web/shell/keys/CommandTip.tsx'
import { KeyHint } from '../../../../web/shell/keys/KeyHint.tsx'
import { runCommand } from '../../../../web/shell/keys/run.ts'
import type { SavedQuery } from '../../contract.ts'
import { parameterFacts } from './parameterFacts.ts'
import { shareTexts } from './ShareDialog.tsx'
import { fullTimeText } from './texts.ts'

const actions: { command: CommandId; title: string; icon: ReactElement }[] = [
  { command: 'query.edit', title: '编辑', icon: <Edit size={14} /> },
  { command: 'query.share', title: '分享', icon: <Share size={14} /> },
  { command: 'query.versions', title: '版本', icon: <History size={14} /> },
  { command: 'query.copy', title: '复制', icon: <Duplicate size={14} /> },
  { command: 'query.delete', title: '删除', icon: <Trash size={14} /> },
]

export function QueryPreview({ query }: { query: SavedQuery }) {
  const { name, folder, tags, sql, share, version, createdAt, modifiedAt } = query
  const facts: [string, string][] = [
    ['文件夹', folder || '最上层'],
    ['标签', tags.join('、') || '–'],
    ['分享', shareTexts[share]],
    ['版本', `第 ${version} 版`],
    ['修改', fullTimeText(modifiedAt)],
    ['创建', fullTimeText(createdAt)],
    ...parameterFacts(query.params),
  ]
  return (
    <aside className="list-preview" aria-label={`预览：${name}`}>
      <header className="list-preview-head">
        <h2 title={name}>{name}</h2>
        <Button
          intent="primary"
          icon={<DocumentOpen size={14} />}
          onClick={() => runCommand('query.open')}
          text="打开"
          endIcon={<KeyHint command="query.open" />}
        />
      </header>
      <div className="list-preview-actions">
        {actions.map(({ command, title, icon }) => (
          <CommandTip key={command} command={command} title={title}>
            <Button
              variant="minimal"
              size="small"
              icon={icon}
              text={title}
              onClick={() => runCommand(command)}
            />
          </CommandTip>
        ))}
      </div>
      <dl className="list-facts">
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
