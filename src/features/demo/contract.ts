// The demo on demand: whether it is there, how far it is, and that it comes and goes. All of it
// is ours: nobody else relies on its paths.
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
  /** What it is, in Chinese: 报表, 字典. */
  kind: Type.String(),
  name: Type.String(),
})
export type DemoThing = Static<typeof thing>
const things = Type.Array(thing)

/** What a refusal carries as its data. */
export interface DemoRefusal {
  /** Names that the demo needs and the installation has. */
  taken?: DemoThing[]
  /** What users have done to the demo, and built upon it. */
  touched?: DemoTouched
}

const touched = Type.Object({
  /** Of the demo, changed since: goes with it. */
  changed: things,
  /** Users' own that is nothing without it (subscriptions and shared addresses of its views): goes with it. */
  goes: things,
  /** Users' own that reads it: stays, and says what it misses. */
  stays: things,
  /** Others' private things that read it: stay, and are not named. */
  hidden: Type.Integer(),
})
export type DemoTouched = Static<typeof touched>

const demo = Type.Object({
  /** `first`: made by the installation's first start, whole and not to be taken out. */
  state: Type.Enum(['none', 'making', 'made', 'removing', 'first']),
  /** Why it can't be made or removed here by this user; null where it can. */
  refusal: nullable(Type.String()),
  /** Of the work that is under way; null where none is. */
  job: nullable(
    Type.Object({
      id: Type.String(),
      progress: Type.Number(),
      step: Type.String(),
    }),
  ),
  /** Why the last try ended without it; null where none did. */
  problem: nullable(Type.String()),
  madeAt: nullable(Type.String()),
  size: nullable(Type.Enum([...demoSizes])),
  /** How many of each kind it has. */
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

/** Begins it; `readDemo` tells how it goes. */
export const addDemo = defineCall({
  name: 'addDemo',
  method: 'POST',
  path: `${ours}/add`,
  access,
  body: Type.Object({ size: Type.Enum([...demoSizes]) }, closed),
  reply: Type.Null(),
  example: { body: { size: 'small' } },
})

/** Ends what is under way; nothing of it stays. */
export const cancelDemo = defineCall({
  name: 'cancelDemo',
  method: 'POST',
  path: `${ours}/cancel`,
  access,
  body: Type.Object({}, closed),
  reply: Type.Null(),
  example: { body: {} },
})

/** Refused with the list where users have touched it otherwise than the caller has seen. */
export const removeDemo = defineCall({
  name: 'removeDemo',
  method: 'POST',
  path: `${ours}/remove`,
  access,
  body: Type.Object(
    {
      /** How many changed, lost, left and hidden things the caller was shown. */
      named: Type.Optional(Type.Integer({ minimum: 0 })),
    },
    closed,
  ),
  reply: touched,
  example: { body: {} },
})
