// Conditions and groups, one below the other, inside a group or at the top level.
import { Button, SegmentedControl } from '@blueprintjs/core'
import { Plus, SmallCross, UngroupObjects } from '@blueprintjs/icons'
import { deepestGroups } from '#semantic/model/conditions.ts'
import { type Branch, branchOf, isBranch, type Join, joinOf, partsOf } from '#shared/branches.ts'
import type { AlarmCondition, AlarmOptions, AlarmPart, AlarmRule } from '#features/alarm/contract.ts'
import { change } from './actions.ts'
import { ConditionRow } from './ConditionRow.tsx'
import { addCondition, addGroup, isFull, openGroup, removePart } from './conditionWork.ts'
import { keyOf, type NumberedPart, type Place, replaced } from './groups.ts'
import { PlaceChoice } from './PlaceChoice.tsx'

interface Around {
  rule: AlarmRule
  options: AlarmOptions
  /** All parts of the rule. */
  parts: readonly NumberedPart[]
}

interface PartsProps extends Around {
  own: readonly AlarmPart[]
  /** Place of the surrounding group. */
  place: Place
  join: Join
}

export function ConditionParts({ own, place: group, join, ...around }: PartsProps) {
  const { rule, options, parts } = around
  const numbers = new Map(parts.map(({ place, number }) => [keyOf(place), number]))
  const put = (place: Place, part: AlarmPart) =>
    change({ conditions: replaced(rule.conditions, place, part) })
  return (
    <ol className="alarm-conditions">
      {own.map((part, at) => {
        const place = [...group, at]
        const known = {
          place,
          number: numbers.get(keyOf(place)) ?? 0,
          word: at === 0 ? '当' : join === 'all' ? '且' : '或',
        }
        // biome-ignore-start lint/suspicious/noArrayIndexKey: a part is known by its place.
        return isBranch(part) ? (
          <ConditionGroup
            key={at}
            {...around}
            {...known}
            group={part}
            onChange={(next) => put(place, next)}
          />
        ) : (
          <ConditionRow
            key={at}
            {...known}
            condition={part}
            rule={rule}
            options={options}
            onChange={(next) => put(place, next)}
            onRemove={() => removePart(place, `条件 ${known.number}`)}
          >
            {parts.length > 1 && (
              <PlaceChoice
                name={`条件 ${known.number}`}
                place={place}
                conditions={rule.conditions}
                parts={parts}
              />
            )}
          </ConditionRow>
        )
        // biome-ignore-end lint/suspicious/noArrayIndexKey: a part is known by its place.
      })}
    </ol>
  )
}

interface GroupProps extends Around {
  group: Branch<AlarmCondition>
  place: Place
  number: number
  word: string
  onChange: (group: Branch<AlarmCondition>) => void
}

function ConditionGroup({ group, place, number, word, onChange, ...around }: GroupProps) {
  const join = joinOf(group)
  const name = `条件组 ${number}`
  return (
    <li className="alarm-group" data-place={keyOf(place)}>
      <fieldset className="alarm-group-box" aria-label={name}>
        <div className="alarm-group-head">
          <span className="alarm-word">{word}</span>
          <span className="alarm-word">{name}</span>
          <SegmentedControl
            size="small"
            aria-label={`${name} 的条件之间`}
            options={[
              { value: 'any', label: '满足任一条件' },
              { value: 'all', label: '同时满足' },
            ]}
            value={join}
            onValueChange={(next) => onChange(branchOf(next as Join, partsOf(group)))}
          />
          <PlaceChoice name={name} place={place} conditions={around.rule.conditions} parts={around.parts} />
          <Button
            variant="minimal"
            icon={<UngroupObjects size={14} />}
            aria-label={`解散${name}`}
            title="解散这个组，保留条件"
            onClick={() => openGroup(place)}
          />
          <Button
            variant="minimal"
            icon={<SmallCross size={14} />}
            aria-label={`删除${name}`}
            title="删除这个组和里面的条件"
            onClick={() => removePart(place, name)}
          />
        </div>
        <ConditionParts {...around} own={partsOf(group)} place={place} join={join} />
        <GroupTools rule={around.rule} place={place} name={name} />
      </fieldset>
    </li>
  )
}

function GroupTools({ rule, place, name }: { rule: AlarmRule; place: Place; name: string }) {
  const disabled = isFull(rule)
  return (
    <div className="alarm-group-tools">
      <Button
        variant="minimal"
        size="small"
        icon={<Plus size={14} />}
        text="条件"
        aria-label={`在${name} 里添加条件`}
        disabled={disabled}
        onClick={() => addCondition(place)}
      />
      {place.length < deepestGroups && (
        <Button
          variant="minimal"
          size="small"
          icon={<Plus size={14} />}
          text="条件组"
          aria-label={`在${name} 里添加条件组`}
          disabled={disabled}
          onClick={() => addGroup(place)}
        />
      )}
    </div>
  )
}
