// What the demo on demand is: the part that is looked at. Alarms, pushes, lists, one-time codes and subscriptions act by
// themselves or are read by others, so an installation that is in use gets none of them made up.
import type { DictionaryName } from '#demo/metadata/dictionaries.ts'
import type { DemoSize } from '../contract.ts'

/** Its rows would stand among the installation's own documents. */
export const leftOut: readonly DictionaryName[] = ['平台文档']

export const roleEnding = '（演示）'

/** Against the usual five million rows. */
export const scales: Record<DemoSize, number> = { whole: 1, small: 0.02 }
