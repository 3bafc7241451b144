// A call is declared once, in its slice's contract. Server routes, the typed client and the guard tests read it.
import type { Static, TSchema } from 'typebox'
import type { PermissionKey } from './permissions.ts'

/**
 * Who may call: anyone; any signed-in user; the owner (or a holder of `key`); a holder of any one of `keys`; or, with
 * `shared`, anyone, but the service gives what its owner has shared alone to callers without a session or the key.
 */
export type Access =
  | 'public'
  | 'session'
  | { own: PermissionKey | null }
  | { keys: readonly PermissionKey[] }
  | { shared: PermissionKey }

/** Of calls that are alike but for their keys. */
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
  /** The name used in code and in the server's log; `callName` is the one that a user reads. */
  name: string
  method: 'GET' | 'POST'
  /** Whole path; parameters in braces, as in calls.tsv: `/api/s1/data/deleteViewMeta/{id}`. */
  path: string
  access: Asked
  /** `json`: the envelope around `reply`. `blob`: bytes on success, the envelope on failure. `json|blob`: either. */
  kind: 'json' | 'blob' | 'json|blob'
  /** In milliseconds; both sides give up then. */
  timeoutMs: number
  /**
   * What it does: it tells and changes nothing (`read`), it changes something (`write`), or of its caller's session
   * alone (`session`). Unless it says so a GET reads and a POST writes; who sees the product as a role may only read.
   */
  effect?: 'read' | 'write' | 'session'
  /** Bytes that the body may have, where the server's usual limit is too small; its schema may allow less. */
  bodyLimit?: number
  /** As many values (members' and items') as it may hold, likewise. */
  bodyValues?: number
  /** Its callers sign what they send: the handler is told that to the letter (`sent`). */
  signed?: true
  /** The body is bytes (application/octet-stream), up to `bodyLimit`; JSON that fits `body` is taken for none. */
  bytes?: true
  params?: Params
  query?: Query
  body?: Body
  /** Shape of the envelope's `data`. */
  reply?: Reply
  /** One valid input; the guard tests send it, with and without the right to do so. */
  example: Partial<CallInput<Static<Params>, Static<Query>, Static<Body>>>
}

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

/** The envelope of every json call. `code` is stable and from the error table; absent on success. */
export interface Envelope<Data = unknown> {
  isSuccess: boolean
  data: Data
  msg: string
  code?: string
}

/** Puts path parameters into a declared path, encoded. */
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

/** Where calls are mounted: `api`, `s1`, `data`, `redirect` and the services behind it. */
const mounts = /^(api|s\d|data|redirect|aliyun|dict)$/
/** What many things have in common: `find` alone would not tell a task from a record. */
const names = /^([a-z]+|addOrUpdate|getData|getRecords)$/

/**
 * The name of a call in «{call name} ERROR: {status}»: the last part of its path, and before it what the part is of,
 * where the part alone names no thing (`task/find` is `taskFind`).
 */
export function callName({ path }: Pick<Call, 'path'>): string {
  const parts = path.replace(/\{\w+\}/g, '').split('/')
  const named = parts.filter((part) => part !== '' && !mounts.test(part))
  const last = named.at(-1) ?? ''
  const [first = '', ...others] = names.test(last) ? named.slice(-2) : [last]
  const whole = [first, ...others.map((part) => part.charAt(0).toUpperCase() + part.slice(1))].join('')
  return whole.charAt(0).toLowerCase() + whole.slice(1)
}

/** The error catalogue's line of a call whose answer came and was not whole. */
export const callErrorText = (call: Pick<Call, 'path'>, status: number): string =>
  `${callName(call)} ERROR: ${status}`
