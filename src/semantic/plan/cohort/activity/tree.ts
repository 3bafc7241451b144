// The plan of a report of activity: who is active up to each day, and who comes, stays and leaves.
import type { ActivityShow } from '#semantic/model/activity.ts'
import type { BoundValue, Node } from '#semantic/plan/tree/tree.ts'
import type { CohortPlan, PlayerRows } from '../tree.ts'

export interface ActivityPlan extends CohortPlan {
  kind: 'activity'
  show: ActivityShow
  /** In ascending order. */
  windows: number[]
  /** Keys of all dimensions in the report's order. */
  dims: string[]
  /** Keys of the dimensions that are the day; without one, figures are those of the last day. */
  days: string[]
  /** Keys of the other dimensions, as `people.dims`. */
  groups: string[]
  /** The rows of active players, from the first day that matters up to the last day. */
  people: PlayerRows
  /** As EntryPlan.listedBy. */
  listedBy: BoundValue | null
  /** Business day of a row. */
  day: Node
  /** The first and the last day that are shown, YYYY-MM-DD; no day of the future. */
  first: string
  last: string
  /** Number of days from the first to the last. */
  span: number
}
