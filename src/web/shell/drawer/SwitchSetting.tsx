// A setting that is on or off.
import { Switch } from '@blueprintjs/core'
import { type Settings, useSettings } from '../settings.ts'

type SwitchName = {
  [Name in keyof Settings]: Settings[Name] extends boolean ? Name : never
}[keyof Settings]

export function SwitchSetting({ name, label, hint }: { name: SwitchName; label: string; hint?: string }) {
  const on = useSettings((settings) => settings[name])
  const change = useSettings((settings) => settings.change)
  return (
    <div className="setting">
      <Switch
        className="setting-switch"
        role="switch"
        alignIndicator="end"
        checked={on}
        label={label}
        onChange={(event) => change(name, event.currentTarget.checked)}
      />
      {hint && <p className="setting-hint">{hint}</p>}
    </div>
  )
}
