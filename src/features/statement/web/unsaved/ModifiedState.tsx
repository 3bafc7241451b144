// Beside the title: that the report differs from what is saved, and a draft of an earlier visit, each with what one can
// do about it.
import './unsaved.css'
import { Button } from '@blueprintjs/core'
import type { CommandId } from '#commands/index.ts'
import { CommandTip } from '#web/shell/keys/CommandTip.tsx'
import { runCommand } from '#web/shell/keys/run.ts'
import { timeText } from '#web/ui/timeText.ts'
import { type Present, useReport } from '../report/store.ts'
import { type Offer, useOffer } from './offers.ts'
import { isChanged } from './visit.ts'

function Work({ command, text, title }: { command: CommandId; text: string; title: string }) {
  return (
    <CommandTip command={command} title={title}>
      <Button variant="minimal" size="small" text={text} onClick={() => runCommand(command)} />
    </CommandTip>
  )
}

function Changed({ report }: Pick<Present, 'report'>) {
  return (
    <span className="modified">
      <span className="modified-name">{report ? '已修改' : '未保存'}</span>
      {report?.editable && <Work command="report.save" text="保存" title="保存到这张报表" />}
      <Work command="report.saveAsNew" text="另存" title="另存到…" />
      {report && <Work command="report.revert" text="还原" title="还原为已保存的" />}
    </span>
  )
}

function Offered({ draft: { at, editor } }: Offer) {
  const where = editor ? '编辑器里的' : ''
  return (
    <span className="modified">
      <span className="modified-name modified-offer">上次的修改</span>
      <Work command="report.resumeDraft" text="恢复" title={`恢复${where}修改，${timeText(at)} 未保存的`} />
      <Work command="report.discardDraft" text="放弃" title="放弃这份修改" />
    </span>
  )
}

export function ModifiedState() {
  const present = useReport((state) => state.present)
  const offer = useOffer()
  if (!present) return null
  return (
    <>
      {isChanged(present) && <Changed report={present.report} />}
      {offer && <Offered {...offer} />}
    </>
  )
}
