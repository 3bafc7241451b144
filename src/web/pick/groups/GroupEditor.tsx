// A group of conditions: whether any or all must hold, its conditions, nested groups.
import { Button, SegmentedControl } from '@blueprintjs/core'
import { Plus, SmallCross } from '@blueprintjs/icons'
import { type ReactElement, type RefObject, useRef, useState } from 'react'
import { type Branch, branchOf, isBranch, type Join, joinOf, type Part, partsOf } from '#shared/branches.ts'
import { Popup } from '#web/ui/menus/Popup.tsx'
import { PickList } from '../PickList.tsx'
import type { PickItem } from '../pickItem.ts'
import { withPart } from './tree.ts'
import './groups.css'

/** The caller's knowledge of conditions. */
export interface Leaves<Leaf> {
  /** What a condition can be about. */
  subjects: PickItem[]
  /** Placeholder for searching them; dimensions and points by default. */
  looksFor?: string
  /** An initial condition on it. */
  begin: (key: string) => Leaf
  /** The condition's control. */
  control: (leaf: Leaf, own: LeafControl<Leaf>) => ReactElement
}

export interface LeafControl<Leaf> {
  isOpen: boolean
  onOpen: (isOpen: boolean) => void
  onChange: (leaf: Leaf) => void
  onRemove: () => void
}

interface Props<Leaf extends object> {
  group: Branch<Leaf>
  leaves: Leaves<Leaf>
  /** Deepest nesting of groups. */
  deepest: number
  onChange: (group: Branch<Leaf>) => void
}

export function GroupEditor<Leaf extends object>({ group, leaves, deepest, onChange }: Props<Leaf>) {
  const [opened, setOpened] = useState('')
  return (
    <div className="group-editor">
      <Group
        group={group}
        leaves={leaves}
        deepest={deepest}
        place=""
        opened={opened}
        onOpened={setOpened}
        onChange={onChange}
      />
    </div>
  )
}

/** An empty group opens its list of subjects, which returns the focus to the button. */
export function focusGroup(popup: HTMLElement): void {
  if (popup.contains(document.activeElement)) return
  const isEmpty = popup.querySelector('.group-parts > li') === null
  const first = popup.querySelector<HTMLElement>(isEmpty ? '.group-add' : '[tabindex="0"]')
  first?.focus({ preventScroll: true })
  if (isEmpty) first?.click()
}

const joinWords: Record<Join, string> = { any: '或', all: '且' }

interface GroupProps<Leaf extends object> extends Props<Leaf> {
  /** The group's path: «1.0» is the first part of the second part. */
  place: string
  /** Path of the condition whose control is open. */
  opened: string
  onOpened: (place: string) => void
  onRemove?: () => void
}

function Group<Leaf extends object>(props: GroupProps<Leaf>) {
  const { group, leaves, deepest, place, opened, onOpened, onChange, onRemove } = props
  const adding = useRef<HTMLButtonElement>(null)
  const join = joinOf(group)
  const parts = partsOf(group)
  const put = (at: number, part: Part<Leaf> | null) => {
    // The focused element disappears with the removed part.
    if (part === null) adding.current?.focus()
    onChange(withPart(group, at, part))
  }
  const add = (part: Part<Leaf>) => onChange(branchOf(join, [...parts, part]))
  const placeOf = (at: number) => `${place}${at}.`
  return (
    <fieldset className="group-box" aria-label={place === '' ? '条件组' : '嵌套的条件组'}>
      <div className="group-head">
        <SegmentedControl
          size="small"
          aria-label="条件之间的关系"
          options={[
            { value: 'any', label: '任一（或）' },
            { value: 'all', label: '全部（且）' },
          ]}
          value={join}
          onValueChange={(next) => onChange(branchOf(next as Join, parts))}
        />
        {onRemove && (
          <Button
            variant="minimal"
            size="small"
            icon={<SmallCross size={14} />}
            aria-label="移除嵌套的条件组"
            title="移除嵌套的条件组"
            onClick={onRemove}
          />
        )}
      </div>
      <ul className="group-parts">
        {parts.map((part, at) => (
          <li key={placeOf(at)}>
            <span className="group-join">{at > 0 && joinWords[join]}</span>
            {isBranch(part) ? (
              <Group
                {...props}
                group={part}
                deepest={deepest - 1}
                place={placeOf(at)}
                onChange={(next) => put(at, next)}
                onRemove={() => put(at, null)}
              />
            ) : (
              leaves.control(part, {
                isOpen: opened === placeOf(at),
                onOpen: (isOpen) => onOpened(isOpen ? placeOf(at) : ''),
                onChange: (leaf) => put(at, leaf),
                onRemove: () => put(at, null),
              })
            )}
          </li>
        ))}
      </ul>
      <div className="group-tools">
        <Adding
          leaves={leaves}
          button={adding}
          onAdd={(key) => {
            onOpened(placeOf(parts.length))
            add(leaves.begin(key))
          }}
        />
        {deepest > 1 && (
          <Button
            variant="minimal"
            size="small"
            icon={<Plus size={14} />}
            text={join === 'any' ? '条件组（且）' : '条件组（或）'}
            title={join === 'any' ? '添加需全部满足的条件组' : '添加满足任一的条件组'}
            onClick={() => add(branchOf(join === 'any' ? 'all' : 'any', []))}
          />
        )}
      </div>
    </fieldset>
  )
}

interface AddingProps<Leaf> {
  leaves: Leaves<Leaf>
  button: RefObject<HTMLButtonElement | null>
  onAdd: (key: string) => void
}

function Adding<Leaf>({ leaves, button, onAdd }: AddingProps<Leaf>) {
  const [isOpen, setOpen] = useState(false)
  const picked = useRef<string | null>(null)
  /** Runs after this list has closed: the control that opens next must not compete for the focus. */
  const add = () => {
    if (picked.current !== null) onAdd(picked.current)
    picked.current = null
  }
  return (
    <Popup
      isOpen={isOpen}
      onOpen={setOpen}
      onClosed={add}
      content={
        <div className="filter-popover">
          <PickList
            items={leaves.subjects}
            label={`搜索${leaves.looksFor ?? '维度或指标'}`}
            onPick={({ key }) => {
              picked.current = key
              setOpen(false)
            }}
          />
        </div>
      }
    >
      <Button
        ref={button}
        className="group-add"
        variant="minimal"
        size="small"
        icon={<Plus size={14} />}
        text="条件"
        title="在组里添加条件"
        active={isOpen}
      />
    </Popup>
  )
}
