// The interface of message formats, one for each kind of HTTP receiver.
import type { OutboundAnswer } from '#server/outbound/request.ts'
import type { KeptMessage } from '../message.ts'

/** A message on its way to one receiver. */
export interface Parcel {
  /** The delivery's id, sent along so that the receiver can recognize repetitions. */
  id: string
  message: KeptMessage
  png: Buffer | null
  source: { kind: string; id: number; title: string }
  /** Absolute address of the message's link; null without a link. */
  link: string | null
  /** The product's own address, for links within the text; null: such links become plain text. */
  publicUrl: string | null
}

/** One request. */
export interface Post {
  /** Added to the receiver's address. */
  query?: Record<string, string>
  headers?: Record<string, string>
  body: string
}

/** Chinese: why the receiver refused the message. `again`: a later attempt may succeed. */
export interface Refusal {
  problem: string
  again: boolean
}

export interface Format {
  /** Origins that receivers of this kind use. */
  origins: readonly string[]
  /** Whether a typed address looks like one of this kind. */
  looksLike(url: URL): boolean
  example: string
  /** The address with its secret masked. */
  masked(url: URL): string
  /** Allowed posts per minute; null for no limit. */
  postsAMinute: number | null
  /** The first post is the message; the others (such as its picture) belong to it. */
  posts(parcel: Parcel, secret: string, now: number): Post[]
  /** Null: the message was accepted. */
  refusal(answer: OutboundAnswer): Refusal | null
}
