// What points and dimensions are called. One that was deleted keeps its last name for as long as the server knows it,
// and is marked; only where what there is was read can one be told to be gone.
import type { GoneThing } from '#semantic/model/gone.ts'
import type { QueryParams } from './store.ts'

type Known = Pick<QueryParams, 'gone'> & Partial<QueryParams>

export const pointName = (params: Known | null, id: number): string =>
  params?.points?.find((point) => point.id === id)?.name ?? goneName(params, 'point', id)

export const dimensionName = (params: Known | null, id: number): string =>
  params?.dimensions?.find((dimension) => dimension.id === id)?.name ?? goneName(params, 'dimension', id)

/** By number alone, as lists and sentences ask for them. */
export const pointNames = (params: Known | null) => (id: number) => pointName(params, id)
export const dimensionNames = (params: Known | null) => (id: number) => dimensionName(params, id)

const nouns = { point: '指标', dimension: '维度' } as const

function goneName(params: Known | null, kind: GoneThing['kind'], id: number): string {
  // A number is no name: before names are read, and where they can't be, none is shown.
  if (!params) return '…'
  return `${lastName(params, kind, id) || `${nouns[kind]} ${id}`}（已删除）`
}

/** Of one that was deleted; empty where it is known no more. */
export const lastName = (
  params: Pick<QueryParams, 'gone'> | null,
  kind: GoneThing['kind'],
  id: number,
): string => params?.gone?.find((thing) => thing.kind === kind && thing.id === id)?.name ?? ''
