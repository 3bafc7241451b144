// Keeps all players of a list as a segment, under a name.
import { Button } from '@blueprintjs/core'
import { useState } from 'react'
import { pages } from '#shared/pages.ts'
import { call } from '#web/api/client.ts'
import { goTo } from '#web/shell/keys/run.ts'
import { showMessage } from '#web/shell/message.ts'
import { holds } from '#web/shell/session.ts'
import { NameDialog } from '#web/ui/dialogs/NameDialog.tsx'
import { keepPlayers } from '#features/statement/contract.ts'
import { bodyOf, type CellQuestion } from '../explain/question.ts'

interface Props {
  question: CellQuestion
  /** Title of the list. */
  list: string
  initial: string
  onLeave: () => void
}

const longestName = 90

export function KeepAsSegment({ question, list, initial, onLeave }: Props) {
  const [isAsking, setAsking] = useState(false)
  if (!holds('search_config')) return null
  const keep = async (name: string): Promise<boolean> => {
    try {
      const note = `取自报表里的名单「${list}」：${initial}`
      const kept = await call(keepPlayers, { body: { ...bodyOf(question), list, name, note } })
      showMessage({
        message: `已把 ${kept.players.toLocaleString('en-US')} 个玩家存为人群「${kept.name}」`,
        ...(kept.left > 0 && {
          detail: `另有 ${kept.left.toLocaleString('en-US')} 个没有存：游戏没有登记，或编号不能进名单`,
        }),
        intent: 'success',
        action: {
          text: '查看人群',
          onClick: () => {
            onLeave()
            goTo(pages.configSegment.path)
          },
        },
      })
      return true
    } catch {
      // The API client has shown why.
      return false
    }
  }
  return (
    <>
      <Button size="small" text="存为人群…" onClick={() => setAsking(true)} />
      {isAsking && (
        <NameDialog
          title="存为人群"
          label="人群名称"
          initial={initial.slice(0, longestName)}
          onClose={() => setAsking(false)}
          onName={keep}
        />
      )}
    </>
  )
}
