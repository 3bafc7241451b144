// The rule's name and level. Without a typed name, it is derived from the rule.
import { HTMLSelect, InputGroup } from '@blueprintjs/core'
import { useEffect } from 'react'
import { type AlarmLevel, alarmLevels, alarmLevelTitles } from '#features/alarm/contract.ts'
import { useReferenceData } from '../referenceData.ts'
import { change, typeName } from './actions.ts'
import { FieldLine, problemId } from './Part.tsx'
import { nameFor } from './rules.ts'
import { problemOf, useEditor } from './store.ts'

const longest = 100

export function NamePart() {
  const draft = useEditor((state) => state.draft)
  const isNamed = useEditor((state) => state.isNamed)
  const wrong = useEditor(problemOf('name'))
  const options = useReferenceData((state) => state.options)
  const made = draft && options && !isNamed ? nameFor(draft, options) : null
  useEffect(() => {
    if (made !== null && made !== useEditor.getState().draft?.name) change({ name: made })
  }, [made])
  if (!draft) return null
  return (
    <div className="alarm-name-line">
      <FieldLine name="name" label="名称" id="alarm-name">
        <InputGroup
          id="alarm-name"
          autoFocus
          fill
          maxLength={longest}
          autoComplete="off"
          placeholder="例如：iOS 充值下降"
          value={draft.name}
          intent={wrong ? 'danger' : 'none'}
          aria-invalid={wrong !== undefined || undefined}
          aria-describedby={wrong ? problemId('name') : undefined}
          onChange={(event) => typeName(event.currentTarget.value)}
        />
      </FieldLine>
      <FieldLine name="level" label="级别" id="alarm-level">
        <HTMLSelect
          id="alarm-level"
          value={draft.level}
          onChange={(event) => change({ level: event.currentTarget.value as AlarmLevel })}
          options={alarmLevels.map((value) => ({ value, label: alarmLevelTitles[value] }))}
        />
      </FieldLine>
    </div>
  )
}
