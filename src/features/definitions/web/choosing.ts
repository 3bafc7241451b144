// Which items of a file are applied: choosing an item also chooses what it needs; removing an item also
// removes what needs it.
import type { DefinitionItem } from '../contract.ts'

type Items = readonly DefinitionItem[]

/** Everything that an item needs, directly or indirectly, including itself. */
function closure(items: Items, key: string): Set<string> {
  const byKey = new Map(items.map((item) => [item.key, item]))
  const wanted = new Set([key])
  // Iterating a Set includes items added during the loop.
  for (const one of wanted) for (const need of byKey.get(one)?.needs ?? []) wanted.add(need)
  return wanted
}

/** Whether neither the item nor anything it needs has a problem. */
export function isApplicable(item: DefinitionItem, items: Items): boolean {
  if (item.action === 'same') return false
  const wanted = closure(items, item.key)
  return items.every(({ key, problems }) => !wanted.has(key) || problems.length === 0)
}

export function chosenWith(items: Items, chosen: ReadonlySet<string>, key: string, on: boolean): Set<string> {
  if (on) return new Set([...chosen, ...closure(items, key)])
  const left = items.filter((item) => chosen.has(item.key) && !closure(items, item.key).has(key))
  return new Set(left.map((item) => item.key))
}

export function countsOf(items: Items, chosen: ReadonlySet<string>): { added: number; changed: number } {
  const count = (action: DefinitionItem['action']) =>
    items.filter((item) => item.action === action && chosen.has(item.key)).length
  return { added: count('add'), changed: count('change') }
}
