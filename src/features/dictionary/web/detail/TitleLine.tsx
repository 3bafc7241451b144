// The dictionary's name and the actions on the whole dictionary.

import { Button, MenuDivider, MenuItem, Tag } from '@blueprintjs/core'
import { Add, ChevronRight, Export, FloppyDisk, Search, Undo } from '@blueprintjs/icons'
import { useSyncExternalStore } from 'react'
import { Link } from 'wouter'
import type { CommandId } from '#commands/index.ts'
import { pages } from '#shared/pages.ts'
import { CommandTip } from '#web/shell/keys/CommandTip.tsx'
import { KeyHint } from '#web/shell/keys/KeyHint.tsx'
import { runCommand } from '#web/shell/keys/run.ts'
import { MoreButton } from '#web/ui/menus/MoreButton.tsx'
import type { Sheet } from '../sheet/Sheet.ts'
import { discardChanges, useOpened } from './opened.ts'

export function TitleLine({ sheet }: { sheet: Sheet }) {
  useSyncExternalStore(sheet.subscribe, sheet.getVersion)
  const { saving, restored } = useOpened()
  return (
    <div className="title-line">
      <nav className="title-path" aria-label="位置">
        <Link className="title-step" href={pages.dictionaryNew()}>
          字典管理
        </Link>
        <span className="title-step title-here">
          <ChevronRight size={12} />
          <h1 title={sheet.name}>{sheet.name}</h1>
        </span>
        <code className="dictionary-form-name">{sheet.formName}</code>
        {sheet.isChanged && (
          <Tag minimal intent="warning" className="dictionary-unsaved">
            未保存
          </Tag>
        )}
        {restored && (
          <span className="dictionary-restored" role="status">
            已恢复上次未保存的修改
            <Button variant="minimal" size="small" text="放弃" onClick={() => void discardChanges()} />
          </span>
        )}
      </nav>
      <div className="title-actions">
        <Action command="dictionary.find" title="在行里查找" icon={<Search size={14} />} />
        <Action command="dictionary.undo" title="撤销" icon={<Undo size={14} />} disabled={!sheet.canUndo} />
        <Action command="dictionary.addRow" title="新增一行" icon={<Add size={14} />} />
        <Action command="dictionary.export" title="导出 xlsx" icon={<Export size={14} />} />
        <CommandTip command="dictionary.save" title="保存字典">
          <Button
            intent="primary"
            size="small"
            icon={<FloppyDisk size={14} />}
            text="保存"
            loading={saving}
            disabled={!sheet.isChanged}
            onClick={() => runCommand('dictionary.save')}
          />
        </CommandTip>
        <MoreButton size="small">
          <TitleItems sheet={sheet} />
        </MoreButton>
      </div>
    </div>
  )
}

interface ActionProps {
  command: CommandId
  title: string
  icon: React.ReactElement
  disabled?: boolean
}

function Action({ command, title, icon, disabled = false }: ActionProps) {
  return (
    <CommandTip command={command} title={title}>
      <Button
        variant="minimal"
        icon={icon}
        aria-label={title}
        disabled={disabled}
        onClick={() => runCommand(command)}
      />
    </CommandTip>
  )
}

const entries = [
  ['重做', 'dictionary.redo'],
  ['新增一列…', 'dictionary.addColumn'],
  ['重命名列…', 'dictionary.renameColumn'],
  ['删除所选的行', 'dictionary.deleteRows'],
  ['从文件导入行（xlsx、csv）…', 'dictionary.import'],
  ['没有名称的代码…', 'dictionary.unnamed'],
] as const
const others = [
  ['改字典名与表单名…', 'dictionary.rename'],
  ['变更记录…', 'dictionary.history'],
] as const

function TitleItems({ sheet }: { sheet: Sheet }) {
  const item = ([text, command]: readonly [string, CommandId]) => (
    <MenuItem
      key={command}
      text={text}
      labelElement={<KeyHint command={command} />}
      onClick={() => runCommand(command)}
    />
  )
  return (
    <>
      {entries.map(item)}
      <MenuDivider />
      {others.map(item)}
      {sheet.isChanged && <MenuItem text="放弃未保存的修改" onClick={() => void discardChanges()} />}
    </>
  )
}
