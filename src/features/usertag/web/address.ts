// The page's address: the player and the tag types.

import { pages } from '#shared/pages.ts'
import { queryOf } from '#web/shell/longAddress.ts'
import { allTypes } from '../contract.ts'

const page = pages.othersUserTagsTest.path

export interface Wanted {
  cgi: string
  id: string
  types: string
}

export function wantedIn(search: string): Wanted {
  const given = queryOf(search)
  return {
    cgi: given.get('cgi') ?? '',
    id: given.get('id') ?? '',
    types: given.get('types') || allTypes,
  }
}

export function addressOf({ cgi, id, types }: Wanted): string {
  const query = new URLSearchParams({ cgi, id, ...(types !== allTypes && { types }) })
  return `${page}?${query}`
}
