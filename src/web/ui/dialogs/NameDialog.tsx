// Asks for a name; the typed text stays when the server rejects it.
import { Button, DialogBody, DialogFooter, FormGroup, InputGroup } from '@blueprintjs/core'
import { type FormEvent, useState } from 'react'
import { TitledDialog } from './TitledDialog.tsx'

interface Props {
  title: string
  label: string
  initial: string
  onClose: () => void
  /** Resolves to whether the name was accepted. */
  onName: (name: string) => Promise<boolean>
}

const longestName = 100

export function NameDialog({ title, label, initial, onClose, onName }: Props) {
  const [name, setName] = useState(initial)
  const [busy, setBusy] = useState(false)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (!name.trim() || busy) return
    setBusy(true)
    const taken = await onName(name.trim())
    setBusy(false)
    if (taken) onClose()
  }
  return (
    <TitledDialog title={title} onClose={onClose} className="name-dialog">
      <form onSubmit={(event) => void submit(event)}>
        <DialogBody>
          <FormGroup label={label} labelFor="name-dialog-name">
            <InputGroup
              id="name-dialog-name"
              autoFocus
              maxLength={longestName}
              value={name}
              onFocus={(event) => event.currentTarget.select()}
              onChange={(event) => setName(event.currentTarget.value)}
            />
          </FormGroup>
        </DialogBody>
        <DialogFooter
          actions={
            <>
              <Button text="取消" onClick={onClose} />
              <Button type="submit" intent="primary" text="保存" disabled={!name.trim()} loading={busy} />
            </>
          }
        />
      </form>
    </TitledDialog>
  )
}
