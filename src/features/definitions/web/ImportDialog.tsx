// Imports a file of definitions, with a preview of each change before anything is written.

import { Button, Checkbox, DialogBody, DialogFooter, FileInput } from '@blueprintjs/core'
import { type DragEvent, useMemo, useState } from 'react'
import { Link } from 'wouter'
import { emptyText } from '#shared/nothing.ts'
import { pages } from '#shared/pages.ts'
import { CallError, call, failureOf } from '#web/api/client.ts'
import { showMessage } from '#web/shell/message.ts'
import { TitledDialog } from '#web/ui/dialogs/TitledDialog.tsx'
import { FailureLine } from '#web/ui/states/FailureLine.tsx'
import {
  applyDefinitions,
  type DefinitionItem,
  type DefinitionsFile,
  kindTitles,
  previewDefinitions,
} from '../contract.ts'
import { chosenWith, countsOf, isApplicable } from './choosing.ts'
import './definitions.css'

interface Preview {
  fileName: string
  file: DefinitionsFile
  items: DefinitionItem[]
  digest: string
}

const mostBytes = 30 * 1024 * 1024

export function ImportDialog({ onClose }: { onClose: () => void }) {
  const [preview, setPreview] = useState<Preview | null>(null)
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [failure, setFailure] = useState<CallError | null>(null)
  const [busy, setBusy] = useState(false)

  const look = async (fileName: string, file: DefinitionsFile) => {
    const { items, digest } = await call(previewDefinitions, { body: { file } }, { quiet: true })
    setPreview({ fileName, file, items, digest })
    setChosen(new Set(items.filter((item) => isApplicable(item, items)).map(({ key }) => key)))
  }
  const work = async (doing: () => Promise<void>) => {
    setBusy(true)
    setFailure(null)
    try {
      await doing()
    } catch (error) {
      setFailure(failureOf(error))
    }
    setBusy(false)
  }
  const read = (file: File | undefined) => {
    if (file) void work(async () => look(file.name, await parsed(file)))
  }
  const apply = (given: Preview) =>
    work(async () => {
      try {
        const { added, changed } = await call(
          applyDefinitions,
          { body: { file: given.file, keys: [...chosen], digest: given.digest } },
          { quiet: true },
        )
        showMessage({ message: `已导入：新增 ${added} 项，更新 ${changed} 项`, intent: 'success' })
        onClose()
      } catch (error) {
        // Loads the preview again, so that the next choice is based on the current state.
        if (failureOf(error).code === 'object_conflict') await look(given.fileName, given.file)
        throw error
      }
    })
  const counts = useMemo(() => countsOf(preview?.items ?? [], chosen), [preview, chosen])
  const drop = (event: DragEvent) => {
    event.preventDefault()
    read(event.dataTransfer.files[0])
  }
  return (
    <TitledDialog title="导入报表定义" className="definitions-dialog" onClose={onClose}>
      <DialogBody>
        {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is a shorter way to the field within. */}
        <div className="definitions-drop" onDragOver={(event) => event.preventDefault()} onDrop={drop}>
          <FileInput
            fill
            text={preview?.fileName ?? '选择或拖入「导出报表定义」得到的 JSON 文件'}
            buttonText="浏览"
            inputProps={{ accept: '.json,application/json', 'aria-label': '定义文件', autoFocus: true }}
            onInputChange={(event) => read((event.target as HTMLInputElement).files?.[0])}
          />
        </div>
        {failure && <FailureLine failure={failure} />}
        {!preview && (
          <p className="definitions-hint">
            自己写的文件见
            <Link href={pages.configDefinitions()} onClick={onClose}>
              格式与例子
            </Link>
            。
          </p>
        )}
        {preview && (
          <Items
            items={preview.items}
            chosen={chosen}
            onChoose={(key, on) => setChosen(chosenWith(preview.items, chosen, key, on))}
          />
        )}
      </DialogBody>
      <DialogFooter
        actions={
          <>
            <Button text="取消" onClick={onClose} />
            <Button
              intent="primary"
              text={
                counts.added + counts.changed > 0
                  ? `导入：新增 ${counts.added} 项，更新 ${counts.changed} 项`
                  : '导入'
              }
              loading={busy}
              disabled={preview === null || counts.added + counts.changed === 0}
              onClick={() => preview && void apply(preview)}
            />
          </>
        }
      />
    </TitledDialog>
  )
}

const refused = (message: string) => new CallError({ status: 0, code: 'import_invalid', message })

async function parsed(file: File): Promise<DefinitionsFile> {
  if (file.size > mostBytes) throw refused('文件超过 30 MB，不是报表定义，请检查后重选')
  try {
    return JSON.parse(await file.text()) as DefinitionsFile
  } catch {
    throw refused('文件不是有效的 JSON，可能已损坏，请重新导出后再试')
  }
}

interface ItemsProps {
  items: readonly DefinitionItem[]
  chosen: ReadonlySet<string>
  onChoose: (key: string, on: boolean) => void
}

const actionTitles = { add: '新增', change: '更新', same: '相同' } as const

function Items({ items, chosen, onChoose }: ItemsProps) {
  const same = items.filter(({ action }) => action === 'same').length
  const differing = items.filter(({ action }) => action !== 'same')
  if (differing.length === 0)
    return <p className="definitions-hint">文件里的 {same} 项与这里完全相同，没有需要导入的内容。</p>
  return (
    <fieldset className="definitions-list" aria-label="变化">
      {differing.map((item) => (
        <Item
          key={item.key}
          item={item}
          checked={chosen.has(item.key)}
          disabled={!isApplicable(item, items)}
          onChoose={(on) => onChoose(item.key, on)}
        />
      ))}
      {same > 0 && <p className="definitions-hint">另有 {same} 项与这里相同。</p>}
    </fieldset>
  )
}

interface ItemProps {
  item: DefinitionItem
  checked: boolean
  disabled: boolean
  onChoose: (on: boolean) => void
}

function Item({ item, checked, disabled, onChoose }: ItemProps) {
  const { kind, name, place, action, changes, usedBy, problems } = item
  return (
    <div className="definitions-item">
      <Checkbox
        checked={checked}
        disabled={disabled}
        onChange={(event) => onChoose(event.currentTarget.checked)}
      >
        <span className={`definitions-action definitions-${action}`}>{actionTitles[action]}</span>
        {kindTitles[kind]} <b>{name}</b> <span className="definitions-place">{place}</span>
        {usedBy > 0 && <span className="definitions-place">这里有 {usedBy} 张报表用到</span>}
      </Checkbox>
      {changes.length > 0 && (
        <ul className="definitions-changes">
          {changes.map(({ field, before, after }) => (
            <li key={field}>
              <span>{field}</span>
              <del>{before ?? emptyText}</del>
              <ins>{after ?? emptyText}</ins>
            </li>
          ))}
        </ul>
      )}
      {problems.map((problem) => (
        <p key={problem} className="definitions-problem">
          {problem}
        </p>
      ))}
    </div>
  )
}
