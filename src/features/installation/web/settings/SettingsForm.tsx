// The form of a group of settings: an empty field means the default.
import { call, quiet } from '#web/api/client.ts'
import { FormDialog } from '#web/form/FormDialog.tsx'
import type { AnyValues, Field } from '#web/form/types.ts'
import type { ListFormProps } from '#web/list/types.ts'
import { type SettingsOfGroup, saveSettings, settingGroups } from '#features/installation/contract.ts'
import { fieldOf, formValues, groupRows, type SettingRow, sentValues, whenSaved } from './rows.ts'

export function SettingsForm({ row, onClose, onSaved }: ListFormProps<SettingRow>) {
  if (row === null) return null
  const { of, key } = row
  const save = (values: AnyValues, { revision }: SettingsOfGroup) =>
    call(saveSettings, { body: { group: of.name, revision, values: sentValues(of, values) } }, quiet)
  const show = (saved: SettingsOfGroup) => {
    const same = groupRows(saved).find((each) => each.key === key)
    if (same) onSaved(same)
    whenSaved.refresh()
  }
  return (
    <FormDialog<AnyValues, SettingsOfGroup>
      name={`settings:${of.name}`}
      title={`系统设置：${settingGroups[of.name]}`}
      fields={of.settings.map(fieldOf) as unknown as readonly Field<AnyValues>[]}
      initial={formValues(of)}
      send={(values, against) => save(values, against ?? of)}
      valuesOf={formValues}
      onClose={onClose}
      onSaved={show}
      undo={{
        done: () => `已保存「${settingGroups[of.name]}」的设置`,
        takeBack: async (saved) => show(await save(formValues(of), saved)),
      }}
    />
  )
}
