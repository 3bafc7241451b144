// Names of columns' roles.

import { importRoleTitles } from '#shared/imports/roles.ts'
import type { ChosenRole } from '../contract.ts'

export const roleTitles: Record<ChosenRole, string> = {
  ...importRoleTitles,
  left: '不导入',
}

/** What can be done with rates, which do not add up. */
export const rateTitles: Partial<Record<ChosenRole, string>> = {
  average: '指标：不加权的平均',
}
