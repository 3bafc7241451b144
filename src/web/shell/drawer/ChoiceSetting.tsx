// A setting with a few values, shown side by side.
import { SegmentedControl } from '@blueprintjs/core'
import { useId } from 'react'
import { type Settings, useSettings } from '../settings.ts'

type ChoiceName = 'theme' | 'rowDensity' | 'upColor'

interface Props<Name extends ChoiceName> {
  name: Name
  label: string
  options: readonly { value: Settings[Name]; label: string }[]
}

export function ChoiceSetting<Name extends ChoiceName>({ name, label, options }: Props<Name>) {
  const value = useSettings((settings) => settings[name])
  const change = useSettings((settings) => settings.change)
  const labelId = useId()
  return (
    <div className="setting">
      <div className="setting-label" id={labelId}>
        {label}
      </div>
      <SegmentedControl
        aria-labelledby={labelId}
        fill
        size="small"
        options={[...options]}
        value={value}
        onValueChange={(chosen) => change(name, chosen as Settings[Name])}
      />
    </div>
  )
}
