// A list's state in the address, so that links show the same and Back undoes: search, filters, order, the
// active row with its page, the open form.
import { navigate } from 'wouter/use-browser-location'
import { queryOf } from '../shell/longAddress.ts'
import type { ListDeclaration, ListFilter, ListQuestion } from './types.ts'

export interface ListAddress extends ListQuestion {
  /** Id of the active row. */
  chosen: string
  /** For paged lists, the page that contains it, from 1; else 1. */
  page: number
  /** `new`, or the id of the edited row. */
  form: string
}

/** Filters may not have these names. */
export const reservedNames: readonly string[] = ['text', 'sort', 'chosen', 'page', 'form']

// biome-ignore lint/suspicious/noExplicitAny: rows do not matter to the address.
type Addressed = Pick<ListDeclaration<any>, 'path' | 'alsoAt' | 'columns' | 'filters' | 'sort' | 'source'>

export function readAddress(list: Addressed, search: string = window.location.search): ListAddress {
  const params = queryOf(search)
  const filters: Record<string, string> = {}
  for (const filter of list.filters ?? []) {
    const value = validValue(filter, params.get(filter.key) ?? '')
    if (value !== '') filters[filter.key] = value
  }
  const order = params.get('sort') ?? list.sort ?? ''
  const sort = order.replace(/^-/, '')
  const known = sort === '' || list.columns.some(({ key }) => key === sort)
  return {
    text: params.get('text') ?? '',
    filters,
    ...(known ? { sort, desc: order.startsWith('-') } : orderOf(list.sort ?? '')),
    chosen: params.get('chosen') ?? '',
    page: list.source.kind === 'pages' ? pageOf(params.get('page')) : 1,
    form: params.get('form') ?? '',
  }
}

/** An impossible page number is ignored. */
const pageOf = (text: string | null): number => (/^[1-9]\d{0,5}$/.test(text ?? '') ? Number(text) : 1)

const orderOf = (order: string) => ({ sort: order.replace(/^-/, ''), desc: order.startsWith('-') })

/** A value that a hand or an old link wrote wrongly narrows nothing. */
// biome-ignore lint/suspicious/noExplicitAny: rows do not matter to the address.
function validValue(filter: ListFilter<any>, value: string): string {
  if (filter.kind === 'yesNo') return value === '1' || value === '0' ? value : ''
  if (filter.kind === 'dates')
    return /^(\d{4}-\d{2}-\d{2})?\.\.(\d{4}-\d{2}-\d{2})?$/.test(value) ? value : ''
  if (filter.kind === 'chip' || typeof filter.options === 'function') return value
  const known = new Set(filter.options.map((option) => option.value))
  return joined(parted(value).filter((one) => known.has(one)))
}

/** The values of a filter with several. */
export const parted = (value: string): string[] =>
  value === '' ? [] : value.split(',').map((one) => one.replaceAll('%2C', ',').replaceAll('%25', '%'))
export const joined = (values: readonly string[]): string =>
  values.map((one) => one.replaceAll('%', '%25').replaceAll(',', '%2C')).join(',')

function addressText(list: Addressed, address: ListAddress): string {
  const { text, filters, sort, desc, chosen, page, form } = address
  const order = desc ? `-${sort}` : sort
  const parts = {
    text,
    ...filters,
    sort: order === (list.sort ?? '') ? '' : order,
    page: page > 1 ? String(page) : '',
    chosen,
    form,
  }
  const search = new URLSearchParams(Object.entries(parts).filter(([, value]) => value !== ''))
  const path = isHere(list) ? window.location.pathname : list.path
  return search.size === 0 ? path : `${path}?${search}`
}

const isHere = ({ path, alsoAt }: Addressed): boolean => [path, alsoAt].includes(window.location.pathname)

/** Typing and selecting rows add no history entry; a filter or another order does. */
export function changeAddress(
  list: Addressed,
  change: Partial<ListAddress>,
  { step = false }: { step?: boolean } = {},
): void {
  // A late change must not bring back a page that was left.
  if (!isHere(list)) return
  navigate(addressText(list, { ...readAddress(list), ...(isAnother(list, change) && start), ...change }), {
    replace: !step,
  })
}

const start = { page: 1, chosen: '' } as const

/** Other rows come from the server, where the active row's page is unknown. */
const isAnother = ({ source }: Addressed, change: Partial<ListAddress>): boolean =>
  source.kind === 'pages' && ('text' in change || 'filters' in change || 'sort' in change)

export function isNarrowed({ text, filters }: Pick<ListQuestion, 'text' | 'filters'>): boolean {
  return text.trim() !== '' || Object.keys(filters).length > 0
}
