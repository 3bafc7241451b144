// Calls of the demo on demand: its state, adding, cancelling and removing. None of the paths is given.
import { type Static, Type } from 'typebox'
import { closed, defineCall } from '#shared/call.ts'

const ours = '/api/s1/demo'
const access = { keys: ['search_config'] } as const
const nullable = <Schema extends Parameters<typeof Type.Union>[0][number]>(schema: Schema) =>
  Type.Union([schema, Type.Null()])

/** `small`: a fiftieth of the rows, for a first look on a small machine. */
export const demoSizes = ['whole', 'small'] as const
export type DemoSize = (typeof demoSizes)[number]

const thing = Type.Object({
  /** The thing's kind, in Chinese: 报表, 字典. */
  kind: Type.String(),
  name: Type.String(),
})
export type DemoThing = Static<typeof thing>
const things = Type.Array(thing)

/** Data of a refusal. */
export interface DemoRefusal {
  /** Names that the demo needs and that the installation already uses. */
  taken?: DemoThing[]
  /** What users have changed in the demo and built upon it. */
  touched?: DemoTouched
}

const touched = Type.Object({
  /** Things of the demo that users have changed: removed with it. */
  changed: things,
  /**
   * Users' things that cannot exist without the demo (subscriptions and shared addresses of its views): removed with
   * it.
   */
  goes: things,
  /** Users' things that use the demo: kept, with a message about what is missing. */
  stays: things,
  /** Number of other users' private things that use the demo: kept, and not named. */
  hidden: Type.Integer(),
})
export type DemoTouched = Static<typeof touched>

const demo = Type.Object({
  /** `first`: made by the installation's first start; complete, and not removable. */
  state: Type.Enum(['none', 'making', 'made', 'removing', 'first']),
  /** Why this user cannot add or remove the demo here; null where it is possible. */
  refusal: nullable(Type.String()),
  /** The running job; null where none runs. */
  job: nullable(
    Type.Object({
      id: Type.String(),
      progress: Type.Number(),
      step: Type.String(),
    }),
  ),
  /** Why the last attempt failed; null where it did not. */
  problem: nullable(Type.String()),
  madeAt: nullable(Type.String()),
  size: nullable(Type.Enum([...demoSizes])),
  /** Number of things by kind. */
  parts: Type.Array(Type.Object({ kind: Type.String(), count: Type.Integer() })),
  touched: nullable(touched),
})
export type Demo = Static<typeof demo>

export const readDemo = defineCall({
  name: 'readDemo',
  method: 'GET',
  path: `${ours}/demo`,
  access,
  reply: demo,
  example: {},
})

/** Starts the job; `readDemo` reports its progress. */
export const addDemo = defineCall({
  name: 'addDemo',
  method: 'POST',
  path: `${ours}/add`,
  access,
  body: Type.Object({ size: Type.Enum([...demoSizes]) }, closed),
  reply: Type.Null(),
  example: { body: { size: 'small' } },
})

/** Cancels the running job and removes everything it has made. */
export const cancelDemo = defineCall({
  name: 'cancelDemo',
  method: 'POST',
  path: `${ours}/cancel`,
  access,
  body: Type.Object({}, closed),
  reply: Type.Null(),
  example: { body: {} },
})

/** Refused, with the current list, where its number of things differs from `named`. */
export const removeDemo = defineCall({
  name: 'removeDemo',
  method: 'POST',
  path: `${ours}/remove`,
  access,
  body: Type.Object(
    {
      /** Number of changed, removed, kept and hidden things that the caller was shown. */
      named: Type.Optional(Type.Integer({ minimum: 0 })),
    },
    closed,
  ),
  reply: touched,
  example: { body: {} },
})
