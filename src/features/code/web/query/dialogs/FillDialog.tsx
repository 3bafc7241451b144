// The missing parameter values of a run, in one list: Enter moves to the next field, and runs from the last
// one.
import { Button, DialogBody, DialogFooter } from '@blueprintjs/core'
import { type KeyboardEvent, useRef, useState } from 'react'
import { TitledDialog } from '#web/ui/dialogs/TitledDialog.tsx'
import { Kbd } from '#web/ui/Kbd.tsx'
import { useCatalog } from '../catalog.ts'
import { changeDocument } from '../documents/actions.ts'
import { documentOf, useDocuments } from '../documents/store.ts'
import type { ParameterSetting } from '../documents/types.ts'
import { missingIn, settingsFor } from '../parameters/values.ts'
import { typeTitles } from '../runbar/ParameterControl.tsx'
import { ValueField } from '../runbar/ValueField.tsx'
import { unsetIn } from '../runs/filling.ts'

interface Props {
  documentId: string
  names: readonly string[]
  statements: readonly { sql: string }[]
  goOn: () => void
  onClose: () => void
}

const isField = (target: EventTarget): target is HTMLElement =>
  target instanceof HTMLInputElement ||
  target instanceof HTMLTextAreaElement ||
  target instanceof HTMLSelectElement

export function FillDialog({ documentId, names, statements, goOn, onClose }: Props) {
  const document = useDocuments(({ documents }) => documents[documentId])
  const tables = useCatalog((state) => state.tables)
  const rows = useRef<HTMLDivElement>(null)
  const [asked, setAsked] = useState(false)
  if (!document) return null
  const sql = statements.map((one) => one.sql).join(';\n')
  const settings = settingsFor(sql, document, tables)
  const missing = unsetIn(document, statements)
  const change = (name: string, setting: ParameterSetting) =>
    changeDocument(documentId, { parameters: { ...document.parameters, [name]: setting } })

  function finish(): void {
    // Includes what was typed just now.
    const now = documentOf(documentId)
    const [first] = now ? unsetIn(now, statements) : []
    if (first) {
      setAsked(true)
      focusRow(first.name)
      return
    }
    onClose()
    goOn()
  }

  function focusRow(name: string): void {
    const row = rows.current?.querySelector(`[data-parameter="${CSS.escape(name)}"]`)
    const field = row?.querySelector<HTMLElement>('input, textarea') ?? row?.querySelector('select')
    field?.focus()
  }

  /** In a dictionary's field Enter first selects the found value, then moves on. */
  function goOnByKey(event: KeyboardEvent): void {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing || !isField(event.target)) return
    if (event.defaultPrevented) return
    const held = event.ctrlKey || event.metaKey
    if (event.target instanceof HTMLTextAreaElement && !held) return
    event.preventDefault()
    const name = event.target.closest<HTMLElement>('[data-parameter]')?.dataset.parameter
    const next = names[names.indexOf(name ?? '') + 1]
    if (held || next === undefined) requestAnimationFrame(() => finish())
    else focusRow(next)
  }

  return (
    <TitledDialog title="运行前填写参数" className="fill-dialog" onClose={onClose}>
      <DialogBody>
        {/* biome-ignore lint/a11y/noStaticElementInteractions: the fields within take the focus; their Enter arrives here. */}
        <div ref={rows} role="presentation" className="fill-rows" onKeyDown={goOnByKey}>
          {names.map((name, at) => {
            const setting = settings[name]
            const reason = setting && missingIn(setting, name)
            return (
              setting && (
                <div key={name} className="fill-row" data-parameter={name}>
                  <div className="fill-name">
                    <code>:{name}</code>
                    <span>{setting.label || typeTitles[setting.type]}</span>
                    {asked && reason && <span className="fill-missing">{reason}</span>}
                  </div>
                  <ValueField
                    name={name}
                    setting={setting}
                    focused={at === 0}
                    plain
                    onChange={(changed) => change(name, changed)}
                  />
                </div>
              )
            )
          })}
        </div>
      </DialogBody>
      <DialogFooter
        actions={
          <>
            <span className="fill-left">{missing.length > 0 ? `还差 ${missing.length} 个` : '都填好了'}</span>
            <Button intent="primary" onClick={finish}>
              运行 <Kbd keys="mod+enter" />
            </Button>
          </>
        }
      />
    </TitledDialog>
  )
}
