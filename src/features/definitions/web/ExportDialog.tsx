// Chooses the views to export; everything they depend on is exported too.

import { Button, Checkbox, DialogBody, DialogFooter, InputGroup, Switch } from '@blueprintjs/core'
import { Search } from '@blueprintjs/icons'
import { useEffect, useState } from 'react'
import { foldText, matchesName } from '#shared/textMatch.ts'
import { type CallError, call, callBlob, failureOf } from '#web/api/client.ts'
import { saveBlob } from '#web/api/fileName.ts'
import { showMessage } from '#web/shell/message.ts'
import { TitledDialog } from '#web/ui/dialogs/TitledDialog.tsx'
import { FailureLine } from '#web/ui/states/FailureLine.tsx'
import { Skeleton } from '#web/ui/states/Skeleton.tsx'
import { getViewMeta } from '#features/statement/contract.ts'
import { exportDefinitions } from '../contract.ts'
import './definitions.css'

interface Choice {
  id: number
  name: string
  folder: string
  pinyin: string
}

export function ExportDialog({ onClose }: { onClose: () => void }) {
  const [views, setViews] = useState<Choice[] | null>(null)
  const [failure, setFailure] = useState<CallError | null>(null)
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set())
  const [all, setAll] = useState(false)
  const [find, setFind] = useState('')
  const [busy, setBusy] = useState(false)
  useEffect(() => {
    readViews().then(setViews, (error: unknown) => setFailure(failureOf(error)))
  }, [])
  const typed = foldText(find)
  const shown = (views ?? []).filter(
    ({ name, folder, pinyin }) =>
      typed === '' || matchesName(name, pinyin, find) || foldText(folder).includes(typed),
  )
  const isAllShown = shown.length > 0 && shown.every(({ id }) => chosen.has(id))
  const toggle = (ids: number[], on: boolean) => {
    const next = new Set(chosen)
    for (const id of ids)
      if (on) next.add(id)
      else next.delete(id)
    setChosen(next)
  }
  const save = async () => {
    setBusy(true)
    try {
      const body = { viewIds: [...chosen], all }
      const { blob, fileName } = await callBlob(exportDefinitions, { body }, { loading: null })
      saveBlob(blob, fileName)
      showMessage({ message: '已导出报表定义', intent: 'success' })
      onClose()
    } catch {
      // The client has shown the error; the choice stays.
      setBusy(false)
    }
  }
  return (
    <TitledDialog title="导出报表定义" className="definitions-dialog" onClose={onClose}>
      <DialogBody>
        <p className="definitions-hint">
          选中的视图连同它们用到的指标、维度和表的定义写进一个 JSON 文件，可以导入另一套系统。数据不在其中。
        </p>
        <InputGroup
          autoFocus
          leftIcon={<Search size={14} />}
          aria-label="查找视图"
          placeholder="名称、拼音或文件夹"
          value={find}
          onChange={(event) => setFind(event.currentTarget.value)}
        />
        <fieldset className="definitions-list" aria-label="视图">
          {views === null && !failure && <Skeleton lines={6} />}
          {failure && <FailureLine what="视图读取失败" failure={failure} />}
          {shown.length > 1 && (
            <Checkbox
              checked={isAllShown}
              label={`全选 ${shown.length} 个`}
              onChange={(event) =>
                toggle(
                  shown.map(({ id }) => id),
                  event.currentTarget.checked,
                )
              }
            />
          )}
          {shown.map(({ id, name, folder }) => (
            <Checkbox
              key={id}
              checked={chosen.has(id)}
              onChange={(event) => toggle([id], event.currentTarget.checked)}
            >
              {name} <span className="definitions-place">{folder}</span>
            </Checkbox>
          ))}
        </fieldset>
        <Switch
          checked={all}
          label="同时导出其他全部指标和维度"
          onChange={(event) => setAll(event.currentTarget.checked)}
        />
      </DialogBody>
      <DialogFooter
        actions={
          <>
            <Button text="取消" onClick={onClose} />
            <Button
              intent="primary"
              text={chosen.size > 0 ? `导出 ${chosen.size} 个视图` : '导出'}
              loading={busy}
              disabled={chosen.size === 0 && !all}
              onClick={() => void save()}
            />
          </>
        }
      />
    </TitledDialog>
  )
}

async function readViews(): Promise<Choice[]> {
  const tree = await call(getViewMeta, { body: {} }, { quiet: true, loading: null })
  return tree.flatMap((folder) =>
    folder.metas.map(({ id, name, pinyin }) => ({ id, name, pinyin, folder: folder.name })),
  )
}
