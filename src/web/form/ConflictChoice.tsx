// Two versions of one object, field by field: the user's own and the one saved meanwhile.
import { Button, DialogBody, DialogFooter, Radio, RadioGroup } from '@blueprintjs/core'
import { useId, useState } from 'react'
import { timeText } from '../ui/timeText.ts'
import { isSame } from './checking.ts'
import type { AnyField, AnyValues } from './types.ts'
import { valueText } from './valueText.ts'

interface Props {
  fields: readonly AnyField[]
  /** The values when the form was opened. */
  before: AnyValues
  mine: AnyValues
  theirs: AnyValues
  by: string
  at: string
  /** Label of the way back where there is no form. */
  backText?: string
  onBack: () => void
  onResolve: (values: AnyValues) => void
}

type Side = 'mine' | 'theirs'

export function ConflictChoice(props: Props) {
  const { fields, before, mine, theirs, by, at, backText = '继续编辑', onBack, onResolve } = props
  const differing = fields.filter(({ name }) => !isSame(mine[name], theirs[name]))
  // Fields changed by only one side take that side; where both changed, the user's own is preselected.
  const [sides, setSides] = useState<Record<string, Side>>(() =>
    Object.fromEntries(
      differing.map(({ name }) => [name, isSame(mine[name], before[name]) ? 'theirs' : 'mine']),
    ),
  )
  const all = (side: Side) => setSides(Object.fromEntries(differing.map(({ name }) => [name, side])))
  const resolve = () =>
    onResolve({
      ...mine,
      ...Object.fromEntries(
        differing.map(({ name }) => [name, (sides[name] === 'theirs' ? theirs : mine)[name] ?? null]),
      ),
    })
  return (
    <>
      <DialogBody>
        <p className="form-conflict-lead" role="alert">
          {by || '其他人'} 在 {timeText(at)} 保存了新的内容。
          {differing.length === 0 ? '它与你的内容相同。' : '请为每一项选择保留哪个，再保存。'}
        </p>
        {differing.map((field) => (
          <FieldSides
            key={field.name}
            field={field}
            mine={mine}
            theirs={theirs}
            by={by}
            side={sides[field.name] ?? 'mine'}
            onSide={(side) => setSides({ ...sides, [field.name]: side })}
          />
        ))}
      </DialogBody>
      <DialogFooter
        actions={
          <>
            <Button text={backText} onClick={onBack} />
            <Button text="全用对方的" onClick={() => all('theirs')} />
            <Button text="全用我的" onClick={() => all('mine')} />
            <Button intent="primary" text="保存所选" autoFocus onClick={resolve} />
          </>
        }
      />
    </>
  )
}

interface SidesProps {
  field: AnyField
  mine: AnyValues
  theirs: AnyValues
  by: string
  side: Side
  onSide: (side: Side) => void
}

function FieldSides({ field, mine, theirs, by, side, onSide }: SidesProps) {
  const id = useId()
  const titles: Record<Side, string> = { mine: '我的', theirs: by ? `${by} 的` : '对方的' }
  const of = { mine, theirs }
  return (
    <RadioGroup
      name={id}
      className="form-conflict-field"
      label={field.label}
      selectedValue={side}
      onChange={(event) => onSide(event.currentTarget.value as Side)}
    >
      {(['mine', 'theirs'] as const).map((one) => (
        <Radio key={one} value={one} className="form-conflict-side">
          <span className="form-conflict-who">{titles[one]}</span>
          <span className="form-conflict-text">{valueText(field, of[one][field.name] ?? null, of[one])}</span>
        </Radio>
      ))}
    </RadioGroup>
  )
}
