// The ⋯ menu: all actions on the open report, each with its shortcut.
import { MenuDivider, MenuItem } from '@blueprintjs/core'
import {
  Add,
  Application,
  ArrowLeft,
  ArrowRight,
  Code,
  Comment,
  Cross,
  Duplicate,
  Edit,
  Envelope,
  FloppyDisk,
  History,
  Link,
  People,
  Redo,
  Reset,
  Time,
  Trash,
} from '@blueprintjs/icons'
import type { ReactElement } from 'react'
import type { CommandId } from '#commands/index.ts'
import { KeyHint } from '#web/shell/keys/KeyHint.tsx'
import { runCommand } from '#web/shell/keys/run.ts'
import { holds } from '#web/shell/session.ts'
import { statementWork } from '../commandHandlers.ts'
import { useOffer } from '../unsaved/offers.ts'
import { isChanged } from '../unsaved/visit.ts'
import { useReport } from './store.ts'
import { useViewEditable } from './useView.ts'

interface Entry {
  command: keyof typeof statementWork
  text: string
  icon: ReactElement
  disabled?: boolean
  danger?: boolean
}

function CommandEntry({ command, text, icon, disabled = false, danger = false }: Entry) {
  return (
    <MenuItem
      text={text}
      icon={icon}
      disabled={disabled}
      intent={danger ? 'danger' : 'none'}
      labelElement={<KeyHint command={command as CommandId} />}
      onClick={() => statementWork[command]()}
    />
  )
}

export function ReportItems() {
  const present = useReport((state) => state.present)
  const reports = useReport((state) => state.reports)
  const viewEditable = useViewEditable()
  const offer = useOffer()
  if (!present) return viewEditable && <CommandEntry command="report.create" text="新建报表" icon={<Add />} />
  const { report } = present
  const changed = isChanged(present)
  const at = reports.findIndex(({ id }) => id === report?.id)
  return (
    <>
      <CommandEntry
        command="report.save"
        text={report ? '保存' : '保存报表'}
        icon={<FloppyDisk />}
        disabled={report !== null && (!report.editable || !changed)}
      />
      <CommandEntry command="report.saveAsNew" text="另存到…" icon={<Duplicate />} />
      <CommandEntry
        command="report.revert"
        text="还原为已保存的"
        icon={<Reset />}
        disabled={report === null || !changed}
      />
      {offer && (
        <>
          <CommandEntry command="report.resumeDraft" text="恢复上次的修改" icon={<Redo />} />
          <CommandEntry command="report.discardDraft" text="放弃上次的修改" icon={<Cross />} />
        </>
      )}
      <MenuDivider />
      <CommandEntry command="report.create" text="新建报表" icon={<Add />} />
      <CommandEntry command="report.rename" text="重命名" icon={<Edit />} disabled={!report?.editable} />
      <CommandEntry
        command="report.moveUp"
        text="前移"
        icon={<ArrowLeft />}
        disabled={!report?.editable || at <= 0}
      />
      <CommandEntry
        command="report.moveDown"
        text="后移"
        icon={<ArrowRight />}
        disabled={!report?.editable || at === reports.length - 1}
      />
      <CommandEntry command="report.remark" text="备注" icon={<Comment />} disabled={!report} />
      <CommandEntry command="report.history" text="变更记录" icon={<History />} disabled={!report} />
      <MenuDivider />
      <MenuItem
        text="转到后台运行"
        icon={<Time />}
        labelElement={<KeyHint command="background.run" />}
        onClick={() => runCommand('background.run')}
      />
      <MenuItem
        text="后台记录"
        icon={<History />}
        labelElement={<KeyHint command="background.list" />}
        onClick={() => runCommand('background.list')}
      />
      <CommandEntry command="link.copy" text="复制链接" icon={<Link />} />
      <MenuItem
        text="谁可以看…"
        icon={<People />}
        labelElement={<KeyHint command="view.whoSees" />}
        onClick={() => runCommand('view.whoSees')}
      />
      <MenuItem
        text="订阅"
        icon={<Envelope />}
        labelElement={<KeyHint command="view.subscribe" />}
        onClick={() => runCommand('view.subscribe')}
      />
      <MenuItem
        text="嵌入到其他页面"
        icon={<Application />}
        disabled={!viewEditable}
        onClick={() => runCommand('view.embed')}
      />
      {holds(['search_config', 'search_sqlQuery']) && (
        <CommandEntry command="report.showSql" text="查看 SQL" icon={<Code />} />
      )}
      <MenuDivider />
      <CommandEntry
        command="report.delete"
        text="删除报表"
        icon={<Trash />}
        disabled={!report?.editable}
        danger
      />
    </>
  )
}
