// A control for each parameter of the statement at the cursor.
import { useCatalog } from '../catalog.ts'
import { changeDocument } from '../documents/actions.ts'
import type { ParameterSetting, SqlDocument } from '../documents/types.ts'
import { missingIn, settingsFor } from '../parameters/values.ts'
import { useView } from '../view.ts'
import { ParameterControl } from './ParameterControl.tsx'
import { useTargetSql } from './useTarget.ts'

export function Parameters({ document }: { document: SqlDocument }) {
  const sql = useTargetSql()
  const tables = useCatalog((state) => state.tables)
  const opened = useView((state) => state.parameter)
  const settings = settingsFor(sql, document, tables)
  const change = (name: string, setting: ParameterSetting) =>
    changeDocument(document.id, { parameters: { ...document.parameters, [name]: setting } })
  return (
    <div className="run-parameters">
      {Object.entries(settings).map(([name, setting]) => (
        <ParameterControl
          key={`${document.id}:${name}`}
          name={name}
          setting={setting}
          missing={missingIn(setting)}
          isOpen={opened === name}
          onOpen={(open) => useView.setState({ parameter: open ? name : null })}
          onChange={(changed) => change(name, changed)}
        />
      ))}
    </div>
  )
}
