// A setting that is a limit. Enter or leaving the field saves it; a wrong text stays in the field, with the reason.
import { FormGroup, InputGroup } from '@blueprintjs/core'
import { useEffect, useId, useState } from 'react'
import { useSettings } from '../settings.ts'
import { type LimitName, readLimit } from './limit.ts'

interface Props {
  name: LimitName
  label: string
  unit: string
  hint: string
}

export function LimitSetting({ name, label, unit, hint }: Props) {
  const value = useSettings((settings) => settings[name])
  const change = useSettings((settings) => settings.change)
  const [typed, setTyped] = useState(String(value))
  const [told, setTold] = useState<{ problem: string | null; note: string | null }>({
    problem: null,
    note: null,
  })
  const id = useId()
  // Another tab may have changed the setting.
  useEffect(() => setTyped(String(value)), [value])

  const commit = () => {
    const reading = readLimit(name, typed)
    if (reading.kind === 'wrong') {
      setTold({ problem: `${label}：${reading.problem}`, note: null })
      return
    }
    setTold({ problem: null, note: reading.note })
    setTyped(String(reading.value))
    change(name, reading.value)
  }

  return (
    <FormGroup
      className="setting"
      label={label}
      labelFor={id}
      intent={told.problem ? 'danger' : 'none'}
      helperText={<span role={told.problem ? 'alert' : undefined}>{told.problem ?? told.note ?? hint}</span>}
    >
      <InputGroup
        id={id}
        inputMode="numeric"
        autoComplete="off"
        maxLength={20}
        value={typed}
        intent={told.problem ? 'danger' : 'none'}
        aria-invalid={told.problem !== null}
        rightElement={<span className="setting-unit">{unit}</span>}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onBlur={commit}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && !event.nativeEvent.isComposing) commit()
        }}
      />
    </FormGroup>
  )
}
