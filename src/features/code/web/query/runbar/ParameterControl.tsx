// One parameter: its value in the bar, its settings in a popup below.
import { Button, Checkbox, HTMLSelect } from '@blueprintjs/core'
import { CaretDown } from '@blueprintjs/icons'
import type { KeyboardEvent } from 'react'
import type { ParameterType } from '#shared/sql/parameters.ts'
import { valueText } from '#shared/sql/parameterText.ts'
import { useDictionaryNames } from '#web/ui/dictionary/useDictionaryNames.ts'
import { Popup } from '#web/ui/menus/Popup.tsx'
import { dictionaryLabels } from '../catalog.ts'
import type { ParameterSetting } from '../documents/types.ts'
import { editor } from '../editing.ts'
import { converted, dayOf } from '../parameters/values.ts'
import { ValueField } from './ValueField.tsx'

export const typeTitles: Record<ParameterType, string> = {
  date: '日期',
  number: '数字',
  text: '文本',
  list: '列表',
  dictionary: '字典',
  boolean: '是否',
}

interface Props {
  name: string
  setting: ParameterSetting
  /** Why it can't be sent yet. */
  missing: string | null
  isOpen: boolean
  onOpen: (open: boolean) => void
  onChange: (setting: ParameterSetting) => void
}

const mostNamed = 3

function useShown(name: string, setting: ParameterSetting, missing: string | null): string {
  const { type, value, dictId } = setting
  const nameOf = useDictionaryNames(type === 'dictionary' ? dictId : null, dictionaryLabels)
  if (value === null) return 'NULL'
  if (missing) return missing
  if (Array.isArray(value)) {
    const first = value.slice(0, mostNamed).map(nameOf).join('、')
    return value.length > mostNamed ? `${first} 等 ${value.length} 项` : first
  }
  if (type === 'dictionary') return nameOf(value)
  const day = type === 'date' ? dayOf(value, name) : null
  // A relative day is shown with today's date.
  if (day !== null && day !== value) return `${value} · ${day}`
  return valueText(value)
}

export function ParameterControl({ name, setting, missing, isOpen, onOpen, onChange }: Props) {
  const shown = useShown(name, setting, missing)
  const close = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || event.key !== 'Enter' || event.defaultPrevented) return
    event.preventDefault()
    onOpen(false)
    editor()?.focus()
  }
  return (
    <Popup
      isOpen={isOpen}
      onOpen={onOpen}
      content={
        // biome-ignore lint/a11y/noStaticElementInteractions: the fields within take the focus; their Enter arrives here.
        <div className="parameter-popup" role="presentation" onKeyDown={close}>
          <div className="parameter-head">
            <code>:{name}</code>
            <HTMLSelect
              aria-label={`:${name} 的类型`}
              value={setting.type}
              onChange={(event) => onChange(converted(setting, event.currentTarget.value as ParameterType))}
              options={Object.entries(typeTitles).map(([value, label]) => ({ value, label }))}
            />
          </div>
          <ValueField name={name} setting={setting} onChange={onChange} />
          <Checkbox
            className="parameter-null"
            checked={setting.value === null}
            label="传 NULL"
            onChange={(event) =>
              onChange({
                ...setting,
                value: event.currentTarget.checked
                  ? null
                  : converted({ ...setting, value: '' }, setting.type).value,
              })
            }
          />
        </div>
      }
    >
      <Button
        className={`parameter ${missing ? 'parameter-missing' : ''}`}
        endIcon={<CaretDown size={14} />}
        active={isOpen}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        title={`${setting.label || `参数 :${name}`}，${typeTitles[setting.type]}`}
      >
        <span className="parameter-name">{setting.label || `:${name}`}</span>
        <span className="parameter-value">{shown}</span>
      </Button>
    </Popup>
  )
}
