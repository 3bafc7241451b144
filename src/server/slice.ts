// What a slice's server brings, in one declaration. src/features/server.ts collects them, one line a slice; routes,
// the list of calls, tables and jobs derive from it.
import type { FastifyInstance } from 'fastify'
import type { Call } from '#shared/call.ts'
import type { Deps } from './deps.ts'
import type { JobKind } from './jobs/declare.ts'
import type { Table } from './metadata/table.ts'
import type { OwnedKind, PurgedKind, TitledKind } from './objects/types.ts'

export interface ServerSlice {
  /** The slice's contract as a module: its calls are found among what it exports. */
  contract: Readonly<Record<string, unknown>>
  /** Registers a route for each of these calls; a test holds it to that. */
  register(app: FastifyInstance, deps: Deps): void
  /** Where its own calls stand, those below `# ours` in calls.tsv, unless that is `/api/s1/<slice>/`. */
  ownPaths?: string | readonly string[]
  /** All that its `tables.ts` declares. */
  tables?: readonly Table[]
  /** Work that outlives requests; `register` binds each by `app.jobs.handle`, or the start fails. */
  jobs?: readonly JobKind[]
  /** All kinds of objects that it keeps: what was deleted of them is given up in time. */
  objects?: readonly (OwnedKind & PurgedKind & TitledKind)[]
}

/** A barrel of slices as a module. */
type ServerSlices = Readonly<Record<string, ServerSlice>>

const isCall = (value: unknown): value is Call =>
  typeof value === 'object' && value !== null && 'access' in value && 'path' in value

export function callsOf(slices: ServerSlices): Call[] {
  return Object.values(slices).flatMap(({ contract }) => Object.values(contract).filter(isCall))
}

export const jobKindsOf = (slices: ServerSlices): JobKind[] =>
  Object.values(slices).flatMap(({ jobs = [] }) => jobs)

export const objectKindsOf = (slices: ServerSlices): (OwnedKind & PurgedKind & TitledKind)[] =>
  Object.values(slices).flatMap(({ objects = [] }) => objects)
