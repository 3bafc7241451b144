// Names of points and dimensions. A deleted one keeps its last name, marked as deleted, as long as the server
// knows it; whether something is deleted is known only after the options were loaded.
import type { GoneThing } from '#semantic/model/gone.ts'
import type { QueryParams } from './store.ts'

type Known = Pick<QueryParams, 'gone'> & Partial<QueryParams>

export const pointName = (params: Known | null, id: number): string =>
  params?.points?.find((point) => point.id === id)?.name ?? goneName(params, 'point', id)

export const dimensionName = (params: Known | null, id: number): string =>
  params?.dimensions?.find((dimension) => dimension.id === id)?.name ?? goneName(params, 'dimension', id)

/** By id, as lists and sentences need them. */
export const pointNames = (params: Known | null) => (id: number) => pointName(params, id)
export const dimensionNames = (params: Known | null) => (id: number) => dimensionName(params, id)

const nouns = { point: '指标', dimension: '维度' } as const

function goneName(params: Known | null, kind: GoneThing['kind'], id: number): string {
  // An id is not a readable name: before names are loaded, none is shown.
  if (!params) return '…'
  return `${lastName(params, kind, id) || `${nouns[kind]} ${id}`}（已删除）`
}

/** Of a deleted item; empty when the server no longer knows it. */
export const lastName = (
  params: Pick<QueryParams, 'gone'> | null,
  kind: GoneThing['kind'],
  id: number,
): string => params?.gone?.find((thing) => thing.kind === kind && thing.id === id)?.name ?? ''
