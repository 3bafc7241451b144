// The only HTTP client. Calls are typed by their contracts; failures follow the error catalogue and are shown
// here.
import { ofetch } from 'ofetch'
import type { Static, TSchema } from 'typebox'
import { type Call, callName, type Envelope, effectOf, pathOf } from '#shared/call.ts'
import { recordCall } from '../shell/console/recorder.ts'
import { showMessage } from '../shell/message.ts'
import { logAction } from '../shell/requestLog.ts'
import { askAgain } from './askAgain.ts'
import { CallError, failureOf, reasonOf } from './callError.ts'
import { broken, expired, firstGraphqlError, gaveUp, unanswered, unexpected } from './failures.ts'
import { fileNameOf } from './fileName.ts'
import { loadingTextOf, whileLoading } from './loading.ts'
import { noteRights } from './rights.ts'
import { endSession } from './sessionExpiry.ts'
import { beginCallSpan, type CallSpan, noteTraced } from './tracing.ts'

export { CallError, failureOf } from './callError.ts'

// A part missing in the contract (its type is then the bare TSchema) is also missing in the input.
type Part<Name extends string, Schema> = [TSchema] extends [Schema]
  ? { [Key in Name]?: undefined }
  : { [Key in Name]: Schema extends TSchema ? Static<Schema> : never }

export type InputOf<Definition> =
  Definition extends Call<infer Params, infer Query, infer Body, infer _Reply>
    ? Part<'params', Params> & Part<'query', Query> & Part<'body', Body>
    : never

export type ReplyOf<Definition> =
  Definition extends Call<infer _Params, infer _Query, infer _Body, infer Reply> ? Static<Reply> : never

interface CallOptions {
  signal?: AbortSignal | undefined
  /** Sent as `request-id`: identifies the call in the server's log, and allows canceling it. */
  requestId?: string | undefined
  /** Shows neither messages nor a loading state; an expired session is still reported. */
  quiet?: boolean | undefined
  /** Shown while the call takes long; null shows nothing. */
  loading?: string | null | undefined
}

/** For calls whose page shows by itself that they run, and how they failed. */
export const quiet = { quiet: true } as const satisfies CallOptions

// biome-ignore lint/suspicious/noExplicitAny: any contract fits; its parts are inferred where it is used.
type AnyCall = Call<any, any, any, any>
type Arguments<Definition> =
  Record<never, never> extends InputOf<Definition>
    ? [input?: InputOf<Definition>, options?: CallOptions]
    : [input: InputOf<Definition>, options?: CallOptions]

interface AnyInput {
  params?: unknown
  query?: unknown
  body?: unknown
}

/** Makes the call and returns the envelope's data. Rejects with a CallError. */
export async function call<Definition extends AnyCall>(
  definition: Definition,
  ...[input, options]: Arguments<Definition>
): Promise<ReplyOf<Definition>> {
  return run(definition, options, async (seen) => {
    const response = await send(definition, input ?? {}, options ?? {}, seen)
    const answer = await readJson(definition, response)
    return dataOf(response, answer) as ReplyOf<Definition>
  })
}

/** Makes a call whose answer has no envelope, and returns the answer. Rejects with a CallError. */
export async function callRaw<Definition extends AnyCall>(
  definition: Definition,
  ...[input, options]: Arguments<Definition>
): Promise<ReplyOf<Definition>> {
  return run(definition, options, async (seen) => {
    const response = await send(definition, input ?? {}, options ?? {}, seen)
    const answer = await readJson(definition, response)
    if (response.status !== 200) throw unexpected(response.status, answer)
    return answer as ReplyOf<Definition>
  })
}

interface NamedBlob {
  blob: Blob
  fileName: string
}

/** Makes a call that returns bytes. The file's name is the server's, else the call's. */
export async function callBlob<Definition extends AnyCall>(
  definition: Definition,
  ...[input, options]: Arguments<Definition>
): Promise<NamedBlob> {
  return run(definition, options, async (seen) => {
    const response = await send(definition, input ?? {}, options ?? {}, seen)
    const isJson = response.headers.get('content-type')?.includes('json') ?? false
    // A failure arrives as an envelope in any case; a success is never JSON.
    if (isJson || response.status !== 200) dataOf(response, await readJson(definition, response))
    const blob = await readBody(definition, response, () => response.blob())
    return { blob, fileName: fileNameOf(response.headers.get('content-disposition')) ?? callName(definition) }
  })
}

interface GraphqlQuestion {
  query: string
  variables?: Record<string, unknown>
}

/** Makes a GraphQL request, whose answer has `data` and `errors`: the first error is the failure. */
export async function graphqlCall<Data>(
  definition: AnyCall,
  question: GraphqlQuestion,
  options: CallOptions = {},
): Promise<Data> {
  return run(definition, options, async (seen) => {
    const response = await send(definition, { body: question }, options, seen)
    const answer = await readJson(definition, response)
    const failed = firstGraphqlError(answer)
    if (failed) throw new CallError({ status: response.status, ...failed, data: answer })
    if (response.status !== 200) throw unexpected(response.status, answer)
    return (answer as { data: Data }).data
  })
}

/** Facts about the exchange beside its answer. */
interface Seen {
  requestId: string
  /** Stops the call's time-out. */
  stopClock: () => void
  /** Where the server traces. */
  span: CallSpan | null
  /** 0 until an answer came. */
  status: number
}

async function run<Result>(
  definition: AnyCall,
  options: CallOptions = {},
  work: (seen: Seen) => Promise<Result>,
): Promise<Result> {
  const { quiet = false, loading = loadingTextOf(definition), requestId = '' } = options
  const span = beginCallSpan(definition.name)
  const seen: Seen = { requestId, stopClock: () => undefined, span, status: 0 }
  let failed = ''
  const begun = performance.now()
  try {
    return await whileLoading(quiet ? null : loading, work(seen))
  } catch (error) {
    const failure = failureOf(error)
    const { status, code } = failure
    failed = code
    if (status > 0) failure.requestId ||= seen.requestId
    if (!failure.aborted)
      recordCall({
        name: callName(definition),
        status,
        code,
        ms: performance.now() - begun,
        requestId: seen.requestId,
      })
    if (failure.status === 203) endSession()
    else if (!quiet && !failure.aborted) tellFailure(failure)
    throw failure
  } finally {
    seen.stopClock()
    span?.end(seen.status, failed)
  }
}

/** Shows a failure as non-quiet calls do; an expired session was already reported. */
export function tellFailure(failure: CallError): void {
  if (failure.status !== 203) showMessage({ intent: 'danger', ...failure.shown, ...logAction(failure) })
}

async function send(
  definition: AnyCall,
  input: AnyInput,
  options: CallOptions,
  seen: Seen,
): Promise<Response> {
  const clock = new AbortController()
  const late = () => clock.abort(new DOMException('The call took too long', 'TimeoutError'))
  const timer = setTimeout(late, definition.timeoutMs)
  seen.stopClock = () => clearTimeout(timer)
  const signal = options.signal ? AbortSignal.any([options.signal, clock.signal]) : clock.signal
  const body = definition.method === 'POST' ? (input.body ?? {}) : undefined
  try {
    // Read as a stream: the body is read below, which distinguishes an interrupted answer from a missing one.
    const ask = (): Promise<Response> =>
      ofetch.raw(pathOf(definition, input.params as never), {
        method: definition.method,
        query: input.query as never,
        body: body as never,
        headers: headersOf(options, seen.span),
        signal,
        responseType: 'stream',
        ignoreResponseError: true,
        retry: false,
      })
    const response = effectOf(definition) === 'read' ? await askAgain(ask, signal) : await ask()
    noteRights(response.headers.get('rights'))
    noteAnswer(response, seen)
    seen.requestId = response.headers.get('request-id') ?? seen.requestId
    // As on the server: a download may take as long as its receiver needs.
    if (definition.kind !== 'json') seen.stopClock()
    return response
  } catch (error) {
    throw unanswered(error, signal, options.signal)
  }
}

function noteAnswer({ status, headers }: Response, seen: Seen): void {
  const traceresponse = headers.get('traceresponse')
  seen.status = status
  seen.span?.answered(traceresponse)
  noteTraced(traceresponse)
}

function headersOf({ requestId }: CallOptions, span: CallSpan | null): Record<string, string> {
  return {
    accept: 'application/json',
    ...(requestId && { 'request-id': requestId }),
    ...(span && { traceparent: span.header }),
  }
}

async function readJson(definition: AnyCall, response: Response): Promise<unknown> {
  if (response.status === 203) throw expired()
  const text = await readBody(definition, response, () => response.text())
  try {
    return text === '' ? undefined : JSON.parse(text)
  } catch (cause) {
    if (response.status !== 200) return undefined
    throw broken(definition, response.status, cause)
  }
}

async function readBody<Body>(
  definition: AnyCall,
  response: Response,
  read: () => Promise<Body>,
): Promise<Body> {
  try {
    return await read()
  } catch (error) {
    throw gaveUp(error) ?? broken(definition, response.status, error)
  }
}

function dataOf(response: Response, answer: unknown): unknown {
  if (response.status !== 200) throw unexpected(response.status, answer)
  const envelope = answer as Partial<Envelope> | undefined
  if (envelope?.isSuccess === true) return envelope.data
  throw new CallError({
    status: 200,
    code: envelope?.code ?? 'request_failed',
    reason: reasonOf(answer),
    data: envelope?.data,
  })
}
