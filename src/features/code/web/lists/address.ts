// What the two lists keep in the address: what is searched, how it is sorted, which row is chosen.
import { navigate } from 'wouter/use-browser-location'
import { type RunKind, type RunStatus, runKinds, runStatuses } from '../../contract.ts'

export const querySorts = ['modified', 'name'] as const
export type QuerySort = (typeof querySorts)[number]

export interface QueryAddress {
  text: string
  folder: string
  tag: string
  sort: QuerySort
  /** The other way round: oldest first, names from the end. */
  reversed: boolean
  chosen: string
}

export interface RunAddress {
  text: string
  status: RunStatus | ''
  kind: RunKind | ''
  chosen: string
}

export function readQueryAddress(search = window.location.search): QueryAddress {
  const params = new URLSearchParams(search)
  return {
    text: params.get('text') ?? '',
    folder: params.get('folder') ?? '',
    tag: params.get('tag') ?? '',
    sort: oneOf(querySorts, params.get('sort')) ?? 'modified',
    reversed: params.get('reversed') === '1',
    chosen: params.get('chosen') ?? '',
  }
}

export function readRunAddress(search = window.location.search): RunAddress {
  const params = new URLSearchParams(search)
  return {
    text: params.get('text') ?? '',
    status: oneOf(runStatuses, params.get('status')) ?? '',
    kind: oneOf(runKinds, params.get('kind')) ?? '',
    chosen: params.get('chosen') ?? '',
  }
}

function oneOf<Value extends string>(values: readonly Value[], text: string | null): Value | null {
  return values.find((value) => value === text) ?? null
}

/** Choosing a row or typing leaves no step for Back; a folder, tag or filter does. */
type Step = { step?: boolean }

export function changeQueryAddress(change: Partial<QueryAddress>, { step = false }: Step = {}): void {
  const { sort, reversed, ...texts } = { ...readQueryAddress(), ...change }
  const sorting = { ...(sort !== 'modified' && { sort }), ...(reversed && { reversed: '1' }) }
  go('/code/queryList', { ...texts, ...sorting }, step)
}

export function changeRunAddress(change: Partial<RunAddress>, { step = false }: Step = {}): void {
  go('/code/history', { ...readRunAddress(), ...change }, step)
}

function go(path: string, parts: Record<string, string>, step: boolean): void {
  const filled = Object.entries(parts).filter(([, value]) => value !== '')
  const search = new URLSearchParams(filled).toString()
  navigate(search === '' ? path : `${path}?${search}`, { replace: !step })
}
