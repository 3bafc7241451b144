// One player's data on demand: in which tables it is, what is kept beside them, what is not looked at, and a file of the
// rows.
import { Button, DialogBody, DialogFooter, FormGroup, InputGroup } from '@blueprintjs/core'
import { type FormEvent, useState } from 'react'
import { type CallError, call, callBlob, failureOf } from '#web/api/client.ts'
import { saveBlob } from '#web/api/fileName.ts'
import { closeDialog, showDialog } from '#web/shell/dialog.tsx'
import { showMessage } from '#web/shell/message.ts'
import { TitledDialog } from '#web/ui/dialogs/TitledDialog.tsx'
import { EmptyState } from '#web/ui/states/EmptyState.tsx'
import { FailureLine } from '#web/ui/states/FailureLine.tsx'
import { Skeleton } from '#web/ui/states/Skeleton.tsx'
import { exportPlayer, type PlayerTold, tellPlayer } from '#features/config/contract.ts'
import { Facts } from '../Pane.tsx'
import { ErasePlayerDialog } from './ErasePlayerDialog.tsx'
import '../config.css'

const field = 'player-told'

interface Found {
  player: string
  told: PlayerTold
}

export function PlayerDialog() {
  const [typed, setTyped] = useState('')
  const [found, setFound] = useState<Found | null>(null)
  const [failure, setFailure] = useState<CallError | null>(null)
  const [busy, setBusy] = useState(false)
  const doing = async (work: () => Promise<void>) => {
    setBusy(true)
    setFailure(null)
    try {
      await work()
    } catch (error) {
      setFailure(failureOf(error))
    } finally {
      setBusy(false)
    }
  }
  const look = (event: FormEvent) => {
    event.preventDefault()
    const player = typed.trim()
    if (player === '' || busy) return
    setFound(null)
    void doing(async () => {
      const told = await call(tellPlayer, { body: { player } }, { quiet: true, loading: null })
      setFound({ player, told })
    })
  }
  const save = ({ player }: Found) =>
    doing(async () => {
      const { blob, fileName } = await callBlob(
        exportPlayer,
        { body: { player } },
        { quiet: true, loading: null },
      )
      saveBlob(blob, fileName)
      showMessage({ message: '已导出这位玩家的数据', intent: 'success' })
    })
  return (
    <TitledDialog title="一位玩家的数据" className="config-dialog" onClose={closeDialog}>
      <DialogBody>
        <form onSubmit={look}>
          <FormGroup
            label="玩家编号"
            labelFor={field}
            helperText="在所有玩家编号列和个人信息列里找完全相同的值；查找、导出与删除都记入审计，审计里没有编号本身"
          >
            <InputGroup
              id={field}
              autoFocus
              value={typed}
              maxLength={200}
              rightElement={<Button type="submit" text="查找" disabled={typed.trim() === '' || busy} />}
              onChange={(event) => setTyped(event.currentTarget.value)}
            />
          </FormGroup>
        </form>
        {failure && <FailureLine what="操作失败" failure={failure} />}
        {busy && !found && <Skeleton lines={5} />}
        {found && <Told told={found.told} />}
      </DialogBody>
      <DialogFooter
        actions={
          <>
            <Button text="关闭" onClick={closeDialog} />
            <Button
              intent="danger"
              variant="outlined"
              text="删除这位玩家的数据…"
              disabled={busy || !found}
              onClick={() => found && showDialog(<ErasePlayerDialog {...found} />)}
            />
            <Button
              intent="primary"
              text="导出为文件"
              disabled={busy || !found || found.told.tables.length === 0}
              onClick={() => found && void save(found)}
            />
          </>
        }
      />
    </TitledDialog>
  )
}

const rowsText = (rows: number) => `${rows.toLocaleString('en-US')} 行`

function Told({ told: { tables, looked, without, kept, elsewhere } }: { told: PlayerTold }) {
  const sum = tables.reduce((total, { rows }) => total + rows, 0)
  return (
    <div role="status">
      {tables.length === 0 ? (
        <EmptyState title="没有找到" description={`看了 ${looked} 列，没有一行是这位玩家的。`} />
      ) : (
        <>
          <h3 className="config-heading">
            {tables.length} 张表，共 {rowsText(sum)}
          </h3>
          <Facts
            facts={tables.map(({ table, title, columns, rows, first, last }) => [
              title,
              [
                ...(title === table ? [] : [table]),
                rowsText(rows),
                columns.map((column) => column.name).join('、'),
                ...(first && last ? [first === last ? first : `${first} 至 ${last}`] : []),
              ].join('，'),
            ])}
          />
        </>
      )}
      {kept.length > 0 && (
        <>
          <h3 className="config-heading">名单</h3>
          <Facts facts={kept.map(({ what, count }) => [what, `${count} 条`])} />
        </>
      )}
      <h3 className="config-heading">不在其中</h3>
      <ul className="config-muted">
        {elsewhere.map((one) => (
          <li key={one}>{one}</li>
        ))}
        {without.length > 0 && <li>没有玩家编号列的表：{without.join('、')}</li>}
      </ul>
    </div>
  )
}
