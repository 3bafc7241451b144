// The state of the player tag page.
import { create } from 'zustand'
import type { CallError } from '#web/api/client.ts'
import { useSession } from '#web/shell/session.ts'
import type { Signature, TagBook, TagHistory, UserInfo } from '../contract.ts'
import type { Wanted } from './address.ts'

export interface SignedRequest extends Signature {
  /** For a POST: the signed body. */
  body: string
  /** Expiry on the page's monotonic clock. */
  endsAt: number
}

export interface Refusal {
  title: string
  /** The server's answer; null while the request is running. */
  answer: { refused: boolean; status: number; code: string; message: string } | null
}

interface TagState {
  book: TagBook | null
  bookFailure: CallError | null
  /** The player that `info` or `failure` is about. */
  wanted: Wanted | null
  busy: boolean
  info: UserInfo | null
  failure: CallError | null
  /** The latest signed request. */
  signed: SignedRequest | null
  showsSigned: boolean
  find: string
  /** Name of the custom tag being edited; empty for a new one, null for none. */
  editing: string | null
  /** Name of the tag whose editing has ended; the focus returns to it. */
  left: string | null
  history: TagHistory | null
  historyFailure: CallError | null
  showsHistory: boolean
  refusals: readonly Refusal[] | null
}

const nothing: TagState = {
  book: null,
  bookFailure: null,
  wanted: null,
  busy: false,
  info: null,
  failure: null,
  signed: null,
  showsSigned: true,
  find: '',
  editing: null,
  left: null,
  history: null,
  historyFailure: null,
  showsHistory: false,
  refusals: null,
}

export const useTags = create<TagState>(() => nothing)
// After a change of user, the previous user's look-ups are cleared.
useSession.subscribe(({ roleData }) => {
  if (roleData === null) useTags.setState(nothing)
})
