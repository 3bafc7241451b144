// A call is declared once, in its slice's contract. Server routes, the typed client and the guard tests read
// the declaration.
import type { Static, TSchema } from 'typebox'
import type { PermissionKey } from './permissions.ts'

/**
 * Who may call: anyone; any signed-in user; the owner (or a holder of `key`); a holder of any of `keys`; or,
 * with `shared`, anyone, where the service gives callers without a session or the key only what its owner has
 * shared.
 */
export type Access =
  | 'public'
  | 'session'
  | { own: PermissionKey | null }
  | { keys: readonly PermissionKey[] }
  | { shared: PermissionKey }

/** Access by permission keys. */
export type AccessByKeys = Extract<Access, { keys: unknown }>

export interface CallInput<Params, Query, Body> {
  params: Params
  query: Query
  body: Body
}

export interface Call<
  Params extends TSchema = TSchema,
  Query extends TSchema = TSchema,
  Body extends TSchema = TSchema,
  Reply extends TSchema = TSchema,
  Asked extends Access = Access,
> {
  /** The name used in code and in the server's log; users see `callName`. */
  name: string
  method: 'GET' | 'POST'
  /** Full path; parameters in braces, as in calls.tsv: `/api/s1/data/deleteViewMeta/{id}`. */
  path: string
  access: Asked
  /**
   * `json`: the envelope around `reply`. `blob`: bytes on success, the envelope on failure. `json|blob`:
   * either.
   */
  kind: 'json' | 'blob' | 'json|blob'
  /** In milliseconds, for both server and client. */
  timeoutMs: number
  /**
   * The call's effect: it changes nothing (`read`), changes data (`write`), or only its caller's session
   * (`session`). By default GET reads and POST writes; a user who views the product as a role may only read.
   */
  effect?: 'read' | 'write' | 'session'
  /**
   * False: for people who signed in, not for programs with an access token. `asked`: who brings neither a
   * session nor a token is asked for a token (401), as programs expect.
   */
  bearer?: false | 'asked'
  /** Answers without the envelope, in the form that others have set: GraphQL, OpenAPI. */
  raw?: true
  /** The largest body in bytes, where the server's default is too small; the schema may allow less. */
  bodyLimit?: number
  /** The most values (members and items) in the body, likewise. */
  bodyValues?: number
  /**
   * What the call works on is kept by one server for its caller: where several serve one metadata store, the
   * others hand the call on to that one.
   */
  atPlace?: true
  /** Callers sign their requests: the handler gets the exact bytes' hash (`sent`). */
  signed?: true
  /**
   * The body is binary (application/octet-stream), up to `bodyLimit`; JSON that fits `body` counts as an
   * empty body.
   */
  bytes?: true
  params?: Params
  query?: Query
  body?: Body
  /** Schema of the envelope's `data`. */
  reply?: Reply
  /** A valid input; the guard tests send it with and without permission. */
  example: Partial<CallInput<Static<Params>, Static<Query>, Static<Body>>>
}

/** Of an object's schema: what the schema does not name is refused. */
export const closed = { additionalProperties: false } as const

export const defaultTimeoutMs = 60_000
export const slowTimeoutMs = 180_000

type Declared<
  P extends TSchema,
  Q extends TSchema,
  B extends TSchema,
  R extends TSchema,
  A extends Access,
> = Omit<Call<P, Q, B, R, A>, 'timeoutMs' | 'kind'> & Partial<Pick<Call<P, Q, B, R, A>, 'timeoutMs' | 'kind'>>

export function defineCall<
  P extends TSchema,
  Q extends TSchema,
  B extends TSchema,
  R extends TSchema,
  const A extends Access,
>(declared: Declared<P, Q, B, R, A>): Call<P, Q, B, R, A> {
  return { timeoutMs: defaultTimeoutMs, kind: 'json', ...declared }
}

export const effectOf = ({ effect, method }: Pick<Call, 'effect' | 'method'>): 'read' | 'write' | 'session' =>
  effect ?? (method === 'GET' ? 'read' : 'write')

/** The envelope of every json call. `code` comes from the error table and is stable; absent on success. */
export interface Envelope<Data = unknown> {
  isSuccess: boolean
  data: Data
  msg: string
  code?: string
}

/** Inserts encoded path parameters into a declared path. */
export function pathOf(
  call: Pick<Call, 'path'>,
  params: Record<string, string | number | boolean> = {},
): string {
  return call.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name]
    if (value === undefined) throw new Error(`path parameter ${name} of ${call.path} is missing`)
    return encodeURIComponent(String(value))
  })
}

/** Path segments where calls are mounted: `api`, `s1`, `data`, `redirect` and the services behind it. */
const mounts = /^(api|s\d|data|redirect|aliyun|dict)$/
/** Last path segments that many calls share: `find` alone would not distinguish a task from a record. */
const names = /^([a-z]+|addOrUpdate|getData|getRecords)$/

/**
 * The name of a call in «{call name} ERROR: {status}»: the last part of its path, preceded by the parent
 * segment where the last one is ambiguous (`task/find` is `taskFind`).
 */
export function callName({ path }: Pick<Call, 'path'>): string {
  const parts = path.replace(/\{\w+\}/g, '').split('/')
  const named = parts.filter((part) => part !== '' && !mounts.test(part))
  const last = named.at(-1) ?? ''
  const [first = '', ...others] = names.test(last) ? named.slice(-2) : [last]
  const whole = [first, ...others.map((part) => part.charAt(0).toUpperCase() + part.slice(1))].join('')
  return whole.charAt(0).toLowerCase() + whole.slice(1)
}

/** The error catalogue's message for a call whose reply was incomplete. */
export const callErrorText = (call: Pick<Call, 'path'>, status: number): string =>
  `${callName(call)} ERROR: ${status}`
