// What the demo on demand contains: only what is looked at. Alarms, pushes, lists, one-time codes and subscriptions
// act by themselves or are read by others, so an installation in use gets no invented ones.
import type { DictionaryName } from '#demo/metadata/dictionaries.ts'
import type { DemoSize } from '../contract.ts'

/** Left out, because its rows would appear among the installation's own documents. */
export const leftOut: readonly DictionaryName[] = ['平台文档']

export const roleEnding = '（演示）'

/** Relative to the default five million rows. */
export const scales: Record<DemoSize, number> = { whole: 1, small: 0.02 }
