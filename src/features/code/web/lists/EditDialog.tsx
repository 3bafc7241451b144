// Changes a saved query's name, folder and tags. What was typed stays when the server refuses it.

import { Button, DialogBody, DialogFooter, FormGroup, InputGroup, TagInput } from '@blueprintjs/core'
import { type FormEvent, useState } from 'react'
import { type CallError, call, failureOf } from '../../../../web/api/client.ts'
import { FailureLine } from '../../../../web/ui/FailureLine.tsx'
import { TitledDialog } from '../../../../web/ui/TitledDialog.tsx'
import { type SavedQuery, saveQuery } from '../../contract.ts'

interface Props {
  query: SavedQuery
  /** Paths that there are, to choose from. */
  folders: readonly string[]
  onClose: () => void
  onChanged: (query: SavedQuery) => void
}

export function EditDialog({ query, folders, onClose, onChanged }: Props) {
  const [name, setName] = useState(query.name)
  const [folder, setFolder] = useState(query.folder)
  const [tags, setTags] = useState<readonly string[]>(query.tags)
  const [typedTag, setTypedTag] = useState('')
  const [failure, setFailure] = useState<CallError | null>(null)
  const [busy, setBusy] = useState(false)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    setBusy(true)
    setFailure(null)
    const allTags = typedTag.trim() === '' ? [...tags] : [...tags, typedTag.trim()]
    try {
      onChanged(await saveDetails(query, { name, folder, tags: allTags }))
      onClose()
    } catch (error) {
      setFailure(failureOf(error))
      setBusy(false)
    }
  }
  return (
    <TitledDialog title="名称、文件夹与标签" className="edit-query-dialog" onClose={onClose}>
      <form onSubmit={(event) => void submit(event)}>
        <DialogBody>
          <FormGroup label="名称" labelFor="query-name">
            <InputGroup
              id="query-name"
              autoFocus
              value={name}
              onFocus={(event) => event.currentTarget.select()}
              onChange={(event) => setName(event.currentTarget.value)}
            />
          </FormGroup>
          <FormGroup
            label="文件夹"
            labelFor="query-folder"
            helperText="用「/」分层，例如 运营/日报；留空为最上层"
          >
            <InputGroup
              id="query-folder"
              list="query-folders"
              value={folder}
              onChange={(event) => setFolder(event.currentTarget.value)}
            />
            <datalist id="query-folders">
              {folders.map((path) => (
                <option key={path} value={path} />
              ))}
            </datalist>
          </FormGroup>
          <FormGroup label="标签" labelFor="query-tags" helperText="回车或逗号隔开">
            <TagInput
              inputProps={{ id: 'query-tags', 'aria-label': '标签' }}
              values={tags}
              separator={/[,，\n]/}
              addOnBlur
              tagProps={{ minimal: true }}
              inputValue={typedTag}
              onInputChange={(event) => setTypedTag(event.currentTarget.value)}
              onChange={(values) => {
                setTags([...new Set(values.map(String))])
                setTypedTag('')
              }}
            />
          </FormGroup>
          {failure && <FailureLine what="没有保存" failure={failure} />}
        </DialogBody>
        <DialogFooter
          actions={
            <>
              <Button text="取消" onClick={onClose} />
              <Button type="submit" intent="primary" text="保存" loading={busy} />
            </>
          }
        />
      </form>
    </TitledDialog>
  )
}

type Details = Pick<SavedQuery, 'name' | 'folder' | 'tags'>

/** Only details change: where the text was saved anew elsewhere, that newer text is kept. */
async function saveDetails(query: SavedQuery, details: Details): Promise<SavedQuery> {
  const save = ({ id, sql, version }: SavedQuery) =>
    call(saveQuery, { body: { id, sql, version, ...details } }, { quiet: true })
  try {
    return await save(query)
  } catch (error) {
    const { code, data } = failureOf(error)
    if (code !== 'object_conflict') throw error
    return save(data as SavedQuery)
  }
}
