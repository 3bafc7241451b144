// How a message is written for a kind of receiver over HTTP.
import type { OutboundAnswer } from '#server/outbound/request.ts'
import type { KeptMessage } from '../message.ts'

/** A message on its way to one receiver. */
export interface Parcel {
  /** Of the delivery: goes with it, so that what comes twice can be told. */
  id: string
  message: KeptMessage
  png: Buffer | null
  source: { kind: string; id: number; title: string }
  /** Where the message's link leads from outside; null where there is none. */
  link: string | null
  /** The product's own address, for links within the text; null: they become text. */
  publicUrl: string | null
}

/** One request. */
export interface Post {
  /** Added to the receiver's address. */
  query?: Record<string, string>
  headers?: Record<string, string>
  body: string
}

/** Why it was not taken, in Chinese; `again`: a later try may do better. */
export interface Refusal {
  problem: string
  again: boolean
}

export interface Format {
  /** Origins of its own. */
  origins: readonly string[]
  /** What its address looks like, for whoever types it. */
  looksLike(url: URL): boolean
  example: string
  /** Of the address, what may be shown. */
  masked(url: URL): string
  /** Posts in a minute that it takes; null for any number. */
  postsAMinute: number | null
  /** The first is the message; what follows belongs to it. */
  posts(parcel: Parcel, secret: string, now: number): Post[]
  /** Null: it was taken. */
  refusal(answer: OutboundAnswer): Refusal | null
}
