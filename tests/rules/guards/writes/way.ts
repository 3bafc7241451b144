// A way in which a call writes an object.
import type { Answer, Person } from '#tests/factories/house.ts'
import type { Scene } from './scene.ts'
import type { Thing } from './things.ts'

export interface Way {
  kind: string
  call: string
  /** What the owner does before it. */
  before?(scene: Scene, thing: Thing): Promise<unknown>
  send(scene: Scene, person: Person, thing: Thing): Promise<Answer<never>>
  /** It leaves the row of the object as it is: its answer alone tells whether it was done. */
  silent?: true
}
