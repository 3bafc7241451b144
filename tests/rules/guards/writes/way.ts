// A way in which a call writes an object.
import type { Answer, Person } from '#tests/factories/house.ts'
import type { Scene } from './scene.ts'
import type { Thing } from './things.ts'

export interface Way {
  kind: string
  call: string
  /** What the owner does first, such as deleting the object before a restore. */
  before?(scene: Scene, thing: Thing): Promise<unknown>
  send(scene: Scene, person: Person, thing: Thing): Promise<Answer<never>>
  /** The object's row stays the same, so only the answer shows whether the write was accepted. */
  silent?: true
}
