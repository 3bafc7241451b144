// The requests that may hold names, with ids in their place.
import type { ReportInfo } from '#semantic/model/types.ts'
import type { Deps } from '#server/deps.ts'
import type { SessionUser } from '#server/http/session.ts'
import type { Cell, NamedInfo } from '#features/statement/contract.ts'
import { resolverFor, withIds } from './info.ts'

type InIds<Body> = Omit<Body, 'info'> &
  (Body extends { info: NamedInfo } ? { info: ReportInfo } : { info?: ReportInfo | undefined })

/** A request about a report. */
export async function idsIn<Body extends { info?: NamedInfo | undefined }>(
  deps: Deps,
  user: SessionUser,
  body: Body,
): Promise<InIds<Body>> {
  const { info, ...rest } = body
  return (info === undefined ? rest : { ...rest, info: await withIds(deps, user, info) }) as InIds<Body>
}

interface ColumnsAsked {
  points?: (number | string)[] | undefined
  dims?: (number | string)[] | undefined
  formulas?: ReportInfo['formulas'] | undefined
}

/** A request about the meaning of columns. */
export async function columnIdsIn(
  deps: Deps,
  { points = [], dims = [], formulas }: ColumnsAsked,
): Promise<{ points: number[]; dims: number[]; formulas?: ReportInfo['formulas'] }> {
  const { dim, point } = await resolverFor(deps, { dims: [], points: [], formulas: formulas ?? [] })
  return { points: points.map(point), dims: dims.map(dim), ...(formulas && { formulas }) }
}

interface CellAsked {
  reportId?: number | undefined
  info: NamedInfo
  key: string
  cells: Record<string, Cell>
  except?: { key: string; values: Cell[] } | undefined
  dims?: (number | string)[] | undefined
}

type CellInIds<Body> = Omit<Body, 'info' | 'dims'> & { info: ReportInfo; dims?: number[] | undefined }

/** A request about one cell: its column and its row are named as the report's columns are. */
export async function cellIdsIn<Body extends CellAsked>(
  deps: Deps,
  user: SessionUser,
  body: Body,
): Promise<CellInIds<Body>> {
  const { info, key, cells, except, dims, ...rest } = body
  const { key: keyOf, dim } = await resolverFor(deps, info)
  return {
    ...rest,
    info: await withIds(deps, user, info),
    key: keyOf(key),
    cells: Object.fromEntries(Object.entries(cells).map(([name, cell]) => [keyOf(name), cell])),
    ...(except && { except: { ...except, key: keyOf(except.key) } }),
    ...(dims && { dims: dims.map(dim) }),
  } as unknown as CellInIds<Body>
}
