// Whoever holds search_config may change what is shared, whoever made it.
import { holdsPermission } from '#shared/permissions.ts'
import type { Caller } from './types.ts'

export const isConfigurer = ({ authorityInfo }: Caller): boolean =>
  holdsPermission(authorityInfo, 'search_config')
