// A control for each parameter of the statement at the cursor.
import { useRef } from 'react'
import { useFestivals } from '#web/calendar/useFestivals.ts'
import { useCatalog } from '../catalog.ts'
import { changeDocument } from '../documents/actions.ts'
import type { ParameterSetting, SqlDocument } from '../documents/types.ts'
import { missingIn, settingsFor, withPartner } from '../parameters/values.ts'
import { useView } from '../view.ts'
import { ParameterControl } from './ParameterControl.tsx'
import { useTargetSql } from './useTarget.ts'

export function Parameters({ document }: { document: SqlDocument }) {
  const sql = useTargetSql()
  const tables = useCatalog((state) => state.tables)
  const opened = useView((state) => state.parameter)
  const settings = settingsFor(sql, document, tables)
  useFestivals(
    Object.entries(settings).some(
      ([name, setting]) =>
        setting.type === 'date' && setting.value !== '' && missingIn(setting, name) !== null,
    ),
  )
  const before = useRef<ParameterSetting['value']>(null)
  const changeAll = (changed: Record<string, ParameterSetting>) => {
    if (Object.keys(changed).length > 0)
      changeDocument(document.id, { parameters: { ...document.parameters, ...changed } })
  }
  return (
    <div className="run-parameters">
      {Object.entries(settings).map(([name, setting]) => (
        <ParameterControl
          key={`${document.id}:${name}`}
          name={name}
          setting={setting}
          missing={missingIn(setting, name)}
          isOpen={opened === name}
          onOpen={(open) => {
            if (open) before.current = setting.value
            else if (before.current !== setting.value) changeAll(withPartner(name, settings))
            useView.setState({ parameter: open ? name : null })
          }}
          onChange={(changed) => changeAll({ [name]: changed })}
        />
      ))}
    </div>
  )
}
