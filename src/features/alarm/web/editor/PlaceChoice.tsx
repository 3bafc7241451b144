// Moves a condition or a group: to another group, to none, or to a new one.
import { Button } from '@blueprintjs/core'
import { GroupObjects } from '@blueprintjs/icons'
import { useRef, useState } from 'react'
import { deepestGroups } from '#semantic/model/conditions.ts'
import { isBranch } from '#shared/branches.ts'
import { PickList } from '#web/pick/PickList.tsx'
import type { PickItem } from '#web/pick/pickItem.ts'
import { Popup } from '#web/ui/menus/Popup.tsx'
import type { AlarmPart } from '#features/alarm/contract.ts'
import { movePart } from './conditionWork.ts'
import { groupOf, keyOf, type NumberedPart, type Place, placeIn, refusalOf } from './groups.ts'

interface Props {
  /** 条件 2, 条件组 1 */
  name: string
  place: Place
  conditions: readonly AlarmPart[]
  parts: readonly NumberedPart[]
}

const ownKey = 'own'

export function PlaceChoice({ name, place, conditions, parts }: Props) {
  const [isOpen, setOpen] = useState(false)
  const picked = useRef<string | null>(null)
  /** After the list has closed: the moved part takes the focus to its new place. */
  const move = () => {
    const key = picked.current
    picked.current = null
    if (key !== null) movePart(place, key === ownKey ? null : placeIn(key.slice(1)))
  }
  return (
    <Popup
      isOpen={isOpen}
      onOpen={setOpen}
      onClosed={move}
      content={
        <div className="filter-popover">
          <PickList
            items={itemsOf(place, conditions, parts)}
            label="放到哪个条件组"
            onPick={({ key }) => {
              picked.current = key
              setOpen(false)
            }}
          />
        </div>
      }
    >
      <Button
        variant="minimal"
        className="alarm-place"
        icon={<GroupObjects size={14} />}
        aria-label={`${name} 的位置`}
        title="放进条件组，或移出来"
        active={isOpen}
      />
    </Popup>
  )
}

function itemsOf(place: Place, conditions: readonly AlarmPart[], parts: readonly NumberedPart[]): PickItem[] {
  const refused = (group: Place | null) => refusalOf(conditions, place, group, deepestGroups)
  const own = keyOf(groupOf(place))
  const groups = parts.filter(({ part, place: group }) => isBranch(part) && keyOf(group) !== own)
  return [
    ...groups.map((group) => ({
      key: `=${keyOf(group.place)}`,
      title: `条件组 ${group.number}`,
      pinyin: 'tiao jian zu',
      refused: refused(group.place),
    })),
    ...(own === '' ? [] : [{ key: '=', title: '不在条件组里', pinyin: 'bu zai tiao jian zu li' }]),
    {
      key: ownKey,
      title: '新的条件组',
      pinyin: 'xin de tiao jian zu',
      refused: refused(null),
    },
  ]
}
