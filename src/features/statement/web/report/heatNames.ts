// The kinds of heat maps by name.
import type { Heat } from '../../../../semantic/model/types.ts'

export const heatNames: Record<Heat, string> = { column: '按列', all: '全表' }
