// Asks for name, folder and tags of a query saved for the first time, or as a new one.
import { Button, DialogBody, DialogFooter, FormGroup, HTMLSelect, InputGroup } from '@blueprintjs/core'
import { type FormEvent, useEffect, useState } from 'react'
import { type CallError, failureOf } from '#web/api/client.ts'
import { TagsInput } from '#web/form/TagsInput.tsx'
import { useLeaveWarning } from '#web/shell/leaving.ts'
import { TitledDialog } from '#web/ui/dialogs/TitledDialog.tsx'
import { FailureLine } from '#web/ui/states/FailureLine.tsx'
import { loadFolders, mayEdit, placesToFill, useFolders } from '#features/code/web/library/folders.ts'
import { documentOf } from '../documents/store.ts'
import { saveNew } from '../saving/save.ts'
import { loadSaved, useSaved } from '../side/lists.ts'

interface Props {
  documentId: string
  asNew: boolean
  onClose: () => void
}

function startOf(documentId: string, asNew: boolean) {
  const document = documentOf(documentId)
  const saved = document?.saved
  // A tab's default name is no useful name, so the field stays empty.
  const name = /^查询 \d+$/.test(document?.name ?? '') ? '' : (document?.name ?? '')
  return {
    name: saved && asNew ? `${name} 副本` : name,
    // A copy of a query without the right to edit becomes the user's own.
    place: saved && mayEdit({ right: saved.right ?? 'own' }) ? String(saved.folderId ?? '') : '',
    folder: saved?.folder ?? '',
    tags: saved?.tags ?? [],
  }
}

export function SaveDialog({ documentId, asNew, onClose }: Props) {
  const [start] = useState(() => startOf(documentId, asNew))
  const [name, setName] = useState(start.name)
  const [folder, setFolder] = useState(start.folder)
  const [place, setPlace] = useState(start.place)
  const { folders: teams, failure: unreadTeams } = useFolders()
  const places = placesToFill(teams)
  const [tags, setTags] = useState<string[]>(start.tags)
  // A tag that is taken leaves its field empty: the dialog's fields alone do not tell of it.
  useLeaveWarning(tags.join('\n') !== start.tags.join('\n'))
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<CallError | null>(null)
  const { items: queries, failure: unreadQueries } = useSaved()
  useEffect(() => {
    void loadSaved()
    void loadFolders()
  }, [])
  const folderId = place === '' ? null : Number(place)
  const within = queries.filter((query) => query.folderId === folderId)
  const folders = [...new Set(within.map((query) => query.folder).filter((path) => path !== ''))]
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (name.trim() === '' || busy) return
    setBusy(true)
    setFailure(null)
    try {
      await saveNew(documentId, { name: name.trim(), folder: folder.trim(), folderId, tags })
      onClose()
    } catch (error) {
      setFailure(failureOf(error))
      setBusy(false)
    }
  }
  return (
    <TitledDialog title={asNew ? '另存为' : '保存查询'} onClose={onClose} className="name-dialog">
      <form onSubmit={(event) => void submit(event)}>
        <DialogBody>
          <FormGroup label="名称" labelFor="save-name">
            <InputGroup
              id="save-name"
              autoFocus
              maxLength={100}
              value={name}
              placeholder="例如：渠道次日留存"
              onFocus={(event) => event.currentTarget.select()}
              onChange={(event) => setName(event.currentTarget.value)}
            />
          </FormGroup>
          {unreadTeams && (
            <FailureLine
              what="团队文件夹读取失败，暂时只能存到自己的查询"
              failure={unreadTeams}
              onRetry={() => void loadFolders()}
            />
          )}
          {places.length > 1 && (
            <FormGroup label="位置" labelFor="save-place">
              <HTMLSelect
                id="save-place"
                fill
                value={place}
                options={places.map(({ value, title }) => ({ value, label: title }))}
                onChange={(event) => setPlace(event.currentTarget.value)}
              />
            </FormGroup>
          )}
          {unreadQueries && (
            <FailureLine
              what="已有的文件夹读取失败，可以直接输入"
              failure={unreadQueries}
              onRetry={() => void loadSaved()}
            />
          )}
          <FormGroup label="文件夹" labelFor="save-folder" helperText="可以不填；用 / 分层，如 留存/渠道">
            <InputGroup
              id="save-folder"
              maxLength={200}
              list="save-folders"
              value={folder}
              onChange={(event) => setFolder(event.currentTarget.value)}
            />
            <datalist id="save-folders">
              {folders.map((path) => (
                <option key={path} value={path} />
              ))}
            </datalist>
          </FormGroup>
          <FormGroup label="标签" labelFor="save-tags">
            <TagsInput
              inputProps={{ id: 'save-tags', maxLength: 30 }}
              values={tags}
              onChange={(values) => setTags(values.slice(0, 20))}
            />
          </FormGroup>
          {failure && <FailureLine what="保存失败" failure={failure} />}
        </DialogBody>
        <DialogFooter
          actions={
            <>
              <Button text="取消" onClick={onClose} />
              <Button
                type="submit"
                intent="primary"
                text="保存"
                disabled={name.trim() === ''}
                loading={busy}
              />
            </>
          }
        />
      </form>
    </TitledDialog>
  )
}
