// The active contexts of commands. The outlet enters the page's contexts; widgets enter their own.
import { useEffect } from 'react'
import { create } from 'zustand'
import { isInsteadOf, keyContexts } from '#commands/contexts.ts'
import type { KeyContext } from '#commands/define.ts'
import type { CommandContext } from '#commands/index.ts'

interface Contexts {
  /** Number of entries per context: two tables on a page are one context. */
  entered: Readonly<Partial<Record<CommandContext, number>>>
}

const useContexts = create<Contexts>(() => ({ entered: {} }))

/** Marks a context active until the returned function is called. */
export function enterContext(context: CommandContext): () => void {
  count(context, 1)
  let left = false
  return () => {
    if (left) return
    left = true
    count(context, -1)
  }
}

function count(context: CommandContext, by: number): void {
  useContexts.setState(({ entered }) => ({
    entered: { ...entered, [context]: (entered[context] ?? 0) + by },
  }))
}

/** Marks a context active while the component is mounted (and `active` holds). */
export function useCommandContext(context: CommandContext, active = true): void {
  useEffect(() => (active ? enterContext(context) : undefined), [context, active])
}

let remembered: { entered: Contexts['entered']; contexts: readonly CommandContext[] } | undefined

export function activeContexts(): readonly CommandContext[] {
  const { entered } = useContexts.getState()
  if (remembered?.entered !== entered) {
    const contexts = standing(entered)
    remembered = { entered, contexts }
  }
  return remembered.contexts
}

/** Innermost first, without contexts that are replaced by another active one. */
function standing(entered: Contexts['entered']): readonly CommandContext[] {
  const active = [...keyContexts().values()]
    .filter(({ name }) => name === 'global' || (entered[name as CommandContext] ?? 0) > 0)
    .sort((a, b) => a.depth - b.depth)
  const isLeft = ({ name }: KeyContext): boolean =>
    active.every((other) => other.name === name || !isInsteadOf(other, name))
  return active.filter(isLeft).map(({ name }) => name as CommandContext)
}
