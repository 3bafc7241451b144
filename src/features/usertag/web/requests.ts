// Signed requests of the page: the server signs, the page sends.
import { call, failureOf, quiet } from '#web/api/client.ts'
import {
  getUserInfo,
  type Signature,
  signTagRequest,
  type TagChange,
  type TagsChanged,
  type UserInfo,
  updateUserTag,
} from '../contract.ts'
import type { Wanted } from './address.ts'
import { type SignedRequest, useTags } from './store.ts'

const kept = (signature: Signature, body: string): SignedRequest => ({
  ...signature,
  body,
  endsAt: performance.now() + signature.secondsLeft * 1_000,
})

export const queryOf = ({ ts, sign }: Pick<Signature, 'ts' | 'sign'>) => ({ ts: String(ts), sign })

/** `shift` in seconds: signs for another time, which the server refuses. */
export async function signLook(look: Wanted, shift = 0, signal?: AbortSignal): Promise<SignedRequest> {
  const body = { look: { types: look.types, cgi: look.cgi, id: look.id }, ...(shift !== 0 && { shift }) }
  return kept(await call(signTagRequest, { body }, { ...quiet, signal }), '')
}

async function signChange(change: TagChange): Promise<SignedRequest> {
  // The exact text that is sent later: the client serializes the same way.
  const body = JSON.stringify(change)
  return kept(await call(signTagRequest, { body: { body } }, quiet), body)
}

/** If two tabs sign the same request within a second, the second gets signature_used; it signs once more. */
export async function sendLook(wanted: Wanted, signal: AbortSignal): Promise<UserInfo> {
  const send = async () => {
    const signed = await signLook(wanted, 0, signal)
    useTags.setState({ signed, refusals: null })
    return call(getUserInfo, { params: wanted, query: queryOf(signed) }, { ...quiet, signal })
  }
  return send().catch((error: unknown) => {
    if (failureOf(error).code === 'signature_used') return send()
    throw error
  })
}

export async function sendChange(change: TagChange): Promise<TagsChanged> {
  const signed = await signChange(change)
  useTags.setState({ signed, refusals: null })
  return call(updateUserTag, { query: queryOf(signed), body: change }, quiet)
}
