// Users with search_config may change everything shared, whoever created it.
import { holdsPermission } from '#shared/permissions.ts'
import type { Caller } from './types.ts'

export const isConfigurer = ({ authorityInfo }: Caller): boolean =>
  holdsPermission(authorityInfo, 'search_config')
