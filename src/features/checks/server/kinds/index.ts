// All kinds of checks, in the order in which the form offers them.
import { rowKinds } from './rows.ts'
import type { CheckKind } from './types.ts'
import { valueKinds } from './values.ts'
import { wholeKinds } from './whole.ts'

export const checkKinds: readonly CheckKind[] = [...rowKinds, ...valueKinds, ...wholeKinds]

export const kindNamed = (kind: string): CheckKind | undefined => checkKinds.find((one) => one.kind === kind)
