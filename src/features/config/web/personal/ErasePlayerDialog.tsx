// Erasing one player's data: what goes, in numbers, the id typed once more, and what became of it.
import { Button, Callout, DialogBody, DialogFooter, FormGroup, InputGroup } from '@blueprintjs/core'
import { type FormEvent, useEffect, useState } from 'react'
import { type CallError, call, failureOf } from '#web/api/client.ts'
import { closeDialog } from '#web/shell/dialog.tsx'
import { TitledDialog } from '#web/ui/dialogs/TitledDialog.tsx'
import { FailureLine } from '#web/ui/states/FailureLine.tsx'
import { Skeleton } from '#web/ui/states/Skeleton.tsx'
import type { PlayerTold } from '#features/config/contract.ts'
import { type ErasureState, erasePlayer, erasures } from '#features/erasing/contract.ts'
import { Facts } from '../Pane.tsx'
import '../config.css'

const field = 'player-erased'
const lookMs = 1_000
const quiet = { quiet: true, loading: null } as const

interface Props {
  player: string
  told: PlayerTold
}

export function ErasePlayerDialog({ player, told: { tables } }: Props) {
  const [typed, setTyped] = useState('')
  const [erasure, setErasure] = useState<ErasureState | null>(null)
  const [failure, setFailure] = useState<CallError | null>(null)
  const [busy, setBusy] = useState(false)
  useEffect(() => {
    if (erasure?.state !== 'waiting') return
    const timer = setInterval(() => {
      call(erasures, {}, quiet)
        .then((all) => setErasure((was) => all.find(({ id }) => id === was?.id) ?? was))
        .catch((error: unknown) => setFailure(failureOf(error)))
    }, lookMs)
    return () => clearInterval(timer)
  }, [erasure?.state])
  const isSame = typed.trim() === player
  const send = async (event: FormEvent) => {
    event.preventDefault()
    if (!isSame || busy || erasure) return
    setBusy(true)
    setFailure(null)
    try {
      setErasure(await call(erasePlayer, { body: { player, typed: typed.trim() } }, quiet))
    } catch (error) {
      setFailure(failureOf(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <TitledDialog title="删除这位玩家的数据" className="config-dialog" onClose={closeDialog}>
      <form onSubmit={(event) => void send(event)}>
        <DialogBody>
          {erasure ? <Became erasure={erasure} /> : <Before tables={tables} />}
          {!erasure && (
            <FormGroup
              label="再输入一次玩家编号"
              labelFor={field}
              helperText="输入的编号与要删除的相同才能删除；审计里只有编号的散列"
            >
              <InputGroup
                id={field}
                autoFocus
                autoComplete="off"
                value={typed}
                maxLength={200}
                placeholder={player}
                onChange={(event) => setTyped(event.currentTarget.value)}
              />
            </FormGroup>
          )}
          {failure && <FailureLine what="操作失败" failure={failure} />}
        </DialogBody>
        <DialogFooter
          actions={
            <>
              <Button text={erasure ? '关闭' : '取消'} onClick={closeDialog} />
              {!erasure && (
                <Button type="submit" intent="danger" text="永久删除" disabled={!isSame || busy} />
              )}
            </>
          }
        />
      </form>
    </TitledDialog>
  )
}

const rowsText = (rows: number) => `${rows.toLocaleString('en-US')} 行`

function Before({ tables }: Pick<PlayerTold, 'tables'>) {
  return (
    <>
      <Callout intent="warning" compact>
        删除后不能撤销。含有这些行的旧版数据表、扣下的数据、报表缓存、各人保存的 SQL
        结果、临时表、导出文件与后台报表的结果、名单与标签里的条目一并删除，报表里的数字随之改变。
      </Callout>
      {tables.length === 0 ? (
        <p>现在的数据表里没有这位玩家的行。</p>
      ) : (
        <>
          <h3 className="config-heading">将从 {tables.length} 张表删除</h3>
          <Facts
            facts={tables.map(({ table, title, rows }) => [
              title === table ? table : `${title}（${table}）`,
              rowsText(rows),
            ])}
          />
        </>
      )}
    </>
  )
}

function Became({ erasure: { state, problem, done, left } }: { erasure: ErasureState }) {
  return (
    <div role="status">
      {state === 'waiting' && (
        <>
          <p>正在删除；关闭窗口后照样进行，服务重启后接着做。</p>
          <Skeleton lines={4} />
        </>
      )}
      {state === 'failed' && (
        <Callout intent="warning" compact>
          没有做完：{problem}。已删除的不会回来，可以再删除一次。
        </Callout>
      )}
      {state === 'done' && (
        <>
          <h3 className="config-heading">已删除</h3>
          <ul>
            {done.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
          <h3 className="config-heading">不在其中</h3>
          <ul className="config-muted">
            {left.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </>
      )}
    </div>
  )
}
