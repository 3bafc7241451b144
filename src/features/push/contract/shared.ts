// Shared parts of push's contracts: paths, access, titles.
import { type TSchema, Type } from 'typebox'

export const data = '/api/s5/data'
export const ours = '/api/s1/push'
export const access = { keys: ['search_push'] } as const

export const nullable = <Schema extends TSchema>(schema: Schema) => Type.Union([schema, Type.Null()])
export const cgi = Type.String({ maxLength: 200 })
export const game = Type.Object({ cgi: Type.String(), name: Type.String() })

export const outcomes = ['sent', 'failed', 'unknown'] as const
export type PushOutcome = (typeof outcomes)[number]
export const outcomeTitles: Record<PushOutcome, string> = {
  sent: '网关已接受',
  failed: '失败',
  unknown: '结果未知',
}

/** Outcomes of a run, or of all runs of a task. */
export const counts = { sent: Type.Integer(), failed: Type.Integer(), unknown: Type.Integer() }
