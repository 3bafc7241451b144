// Adds, groups, ungroups, moves and removes conditions, by keys and pointer alike.

import { deepestGroups } from '#semantic/model/conditions.ts'
import { branchOf, isBranch, type Join, leavesOf, partsOf } from '#shared/branches.ts'
import { showMessage } from '#web/shell/message.ts'
import { offerUndo } from '#web/ui/undo.ts'
import { type AlarmPart, type AlarmRule, mostConditions } from '#features/alarm/contract.ts'
import { change } from './actions.ts'
import {
  added,
  groupOf,
  joinAt,
  keyOf,
  moved,
  opened,
  otherJoin,
  type Place,
  partAt,
  placeIn,
  placeOf,
  refusalOf,
  without,
  wrapped,
} from './groups.ts'
import { newCondition, pointsWatched } from './rules.ts'
import { useEditor } from './store.ts'

export const outerJoin = ({ join }: Pick<AlarmRule, 'join'>): Join => (join === 'and' ? 'all' : 'any')

export const isFull = ({ conditions }: Pick<AlarmRule, 'conditions'>): boolean =>
  leavesOf(conditions).length >= mostConditions

/** Adds at the end of a group: by default the focused one. */
export function addCondition(group: Place = focusedGroup()): void {
  const { draft } = useEditor.getState()
  if (!draft || refusesMore(draft)) return
  const part = begun(draft)
  change({ conditions: added(draft.conditions, group, part) })
  focusOn(part, fields)
}

/** Adds a group with one condition, joined the other way than its surroundings. */
export function addGroup(group: Place = focusedGroup()): void {
  const { draft } = useEditor.getState()
  if (!draft || refusesMore(draft)) return
  if (group.length >= deepestGroups) {
    showMessage({ message: `条件组最多套 ${deepestGroups} 层`, intent: 'warning' })
    return
  }
  const part = begun(draft)
  const { conditions } = draft
  const join = otherJoin(joinAt(conditions, group, outerJoin(draft)))
  change({ conditions: added(conditions, group, branchOf(join, [part])) })
  focusOn(part, fields)
}

/** Moves a condition or group into an existing group; null: into a new one. */
export function movePart(place: Place, group: Place | null): void {
  const { draft } = useEditor.getState()
  const part = draft && partAt(draft.conditions, place)
  if (!draft || !part) return
  const { conditions } = draft
  const refused = refusalOf(conditions, place, group, deepestGroups)
  if (refused) {
    showMessage({ message: refused, intent: 'warning' })
    return
  }
  const join = otherJoin(joinAt(conditions, groupOf(place), outerJoin(draft)))
  change({ conditions: group === null ? wrapped(conditions, place, join) : moved(conditions, place, group) })
  focusOn(part, '.alarm-place')
}

/** Opens the choice of places for the focused condition or group. */
export function choosePlace(): void {
  const part = document.activeElement?.closest('[data-place]')
  const choice = part?.querySelector<HTMLElement>('.alarm-place')
  if (choice) choice.click()
  else showMessage({ message: '请先到要移动的条件或条件组上', intent: 'warning' })
}

export function openGroup(place: Place): void {
  const { draft } = useEditor.getState()
  const group = draft && partAt(draft.conditions, place)
  if (!draft || !group || !isBranch(group)) return
  change({ conditions: opened(draft.conditions, place) })
  const [first] = partsOf(group)
  if (first) focusOn(first, 'button')
}

/** Removes a part with its content. Undo works as long as no other condition was changed. */
export function removePart(place: Place, name: string): void {
  const { draft } = useEditor.getState()
  if (!draft) return
  const before = draft.conditions
  const after = without(before, place)
  change({ conditions: after })
  // The focused element is gone.
  document.querySelector<HTMLElement>('.alarm-add-condition')?.focus()
  offerUndo(`已删除${name}`, async () => {
    if (useEditor.getState().draft?.conditions === after) change({ conditions: before })
    else showMessage({ message: `条件之后又有修改，${name}无法恢复`, intent: 'warning' })
  })
}

const begun = (rule: AlarmRule): AlarmPart =>
  rule.watch.query && pointsWatched(rule).length === 0
    ? newCondition('rows', undefined, null)
    : newCondition('threshold', pointsWatched(rule)[0], useEditor.getState().figure)

function refusesMore(draft: AlarmRule): boolean {
  if (isFull(draft)) showMessage({ message: `条件最多 ${mostConditions} 个`, intent: 'warning' })
  return isFull(draft)
}

function focusedGroup(): Place {
  const part = document.activeElement?.closest<HTMLElement>('[data-place]')
  const place = placeIn(part?.dataset.place ?? '')
  return part?.matches('.alarm-group') ? place : groupOf(place)
}

const fields = 'select, input'

/** After it was rendered at its new place. */
function focusOn(part: AlarmPart, control: string): void {
  requestAnimationFrame(() => {
    const place = placeOf(useEditor.getState().draft?.conditions ?? [], part)
    const drawn = place && document.querySelector(`[data-place="${keyOf(place)}"]`)
    drawn?.querySelector<HTMLElement>(control)?.focus()
  })
}
