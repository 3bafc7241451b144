// What the page of players' tags shows.
import { create } from 'zustand'
import type { CallError } from '#web/api/client.ts'
import { useSession } from '#web/shell/session.ts'
import type { Signature, TagBook, TagHistory, UserInfo } from '../contract.ts'
import type { Wanted } from './address.ts'

export interface SignedRequest extends Signature {
  /** Of a POST: what was signed. */
  body: string
  /** By this page's clock that nobody sets. */
  endsAt: number
}

export interface Refusal {
  title: string
  /** What was answered; null while it is on its way. */
  answer: { refused: boolean; status: number; code: string; message: string } | null
}

interface TagState {
  book: TagBook | null
  bookFailure: CallError | null
  /** Whom `info` or `failure` is about. */
  wanted: Wanted | null
  busy: boolean
  info: UserInfo | null
  failure: CallError | null
  /** The latest request that was signed. */
  signed: SignedRequest | null
  showsSigned: boolean
  find: string
  /** Name of the own tag that is being edited; empty for a new one, null for none. */
  editing: string | null
  /** Name of the tag whose editing has ended: the focus goes back to it. */
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
// Whom one reader looked up is not for the next.
useSession.subscribe(({ roleData }) => {
  if (roleData === null) useTags.setState(nothing)
})
