// Names of columns' roles.

import { importRoleTitles } from '#shared/imports/roles.ts'
import type { ChosenRole } from '../contract.ts'

export const roleTitles: Record<ChosenRole, string> = {
  ...importRoleTitles,
  left: '不导入',
}
