// 另存到…: keeps a report under a name, in a view that the reader may change or in a new private one. What was typed
// stays when the server refuses it.
import { Button, DialogBody, DialogFooter, FormGroup, HTMLSelect, InputGroup } from '@blueprintjs/core'
import { type FormEvent, useEffect, useState } from 'react'
import { useLeaveWarning } from '#web/shell/leaving.ts'
import { TitledDialog } from '#web/ui/dialogs/TitledDialog.tsx'
import { useReport } from '../report/store.ts'
import { loadTree, useTree } from '../tree/store.ts'
import { firstPlace, newPlace, type Place, placesToKeep } from './places.ts'

interface Props {
  /** The report's proposed name. */
  initial: string
  onClose: () => void
  /** Whether it was kept; obstacles are shown. */
  onKeep: (reportName: string, place: Place) => Promise<boolean>
}

const longestName = 100

export function KeepDialog({ initial, onClose, onKeep }: Props) {
  const shape = useTree((state) => state.shape)
  const present = useReport((state) => state.viewId)
  const [name, setName] = useState(initial)
  const [chosen, setChosen] = useState<string | null>(null)
  const [typedView, setTypedView] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  // The page may be open while the tree is still loading; the choice follows until the reader chooses.
  const place = chosen ?? firstPlace(shape, present)
  const view = typedView ?? name
  const isWhole = name.trim() !== '' && (place !== newPlace || view.trim() !== '')
  useLeaveWarning(name !== initial || typedView !== null)
  useEffect(() => {
    if (useTree.getState().status === 'idle') void loadTree()
  }, [])
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (!isWhole || busy) return
    setBusy(true)
    const where = place === newPlace ? { newView: view.trim() } : { viewMetaId: Number(place) }
    const kept = await onKeep(name.trim(), where)
    setBusy(false)
    if (kept) onClose()
  }
  return (
    <TitledDialog title="另存到…" onClose={onClose} className="name-dialog">
      <form onSubmit={(event) => void submit(event)}>
        <DialogBody>
          <FormGroup label="报表名称" labelFor="keep-name">
            <InputGroup
              id="keep-name"
              autoFocus
              maxLength={longestName}
              value={name}
              onFocus={(event) => event.currentTarget.select()}
              onChange={(event) => setName(event.currentTarget.value)}
            />
          </FormGroup>
          <FormGroup label="存到" labelFor="keep-place">
            <HTMLSelect
              id="keep-place"
              fill
              value={place}
              options={placesToKeep(shape, present)}
              onChange={(event) => setChosen(event.currentTarget.value)}
            />
          </FormGroup>
          {place === newPlace && (
            <FormGroup label="视图名称" labelFor="keep-view" helperText="只有自己能看到，以后可以再共享">
              <InputGroup
                id="keep-view"
                maxLength={longestName}
                value={view}
                onChange={(event) => setTypedView(event.currentTarget.value)}
              />
            </FormGroup>
          )}
        </DialogBody>
        <DialogFooter
          actions={
            <>
              <Button text="取消" onClick={onClose} />
              <Button type="submit" intent="primary" text="保存" disabled={!isWhole} loading={busy} />
            </>
          }
        />
      </form>
    </TitledDialog>
  )
}
