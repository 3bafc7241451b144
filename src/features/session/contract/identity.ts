// What a sign-in tells about the user.
import { type Static, Type } from 'typebox'
import { ruleLists } from '#shared/permissions.ts'

const authorityInfo = Type.Object(
  Object.fromEntries(ruleLists.map((list) => [list, Type.Optional(Type.Array(Type.String()))])) as Record<
    (typeof ruleLists)[number],
    ReturnType<typeof Type.Optional<ReturnType<typeof Type.Array<ReturnType<typeof Type.String>>>>>
  >,
)
export const game = Type.Object({ cgi: Type.String(), name: Type.String() })
export const role = Type.Object({ id: Type.Integer(), name: Type.String(), authorityInfo })

/** Row rules as Chinese texts, one per line; absent when there are none. */
export const scope = Type.Optional(Type.Array(Type.String()))

export const loginReply = Type.Object({
  email: Type.String(),
  username: Type.String(),
  role,
  games: Type.Array(game),
  scope,
})
/** The login result: the user, their row rules and their games (all games for users without a limit). */
export type LoginReply = Static<typeof loginReply>
