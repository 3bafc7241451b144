// The smallest sum from which figures are made: by day, game, channel, currency and, if requested, server.
import type { DayRange } from './days.ts'

/** Amounts are whole numbers of 10^-6. */
export interface FlowCell {
  day: string
  cgi: string
  channel: string
  /** '' when not requested or unknown. */
  server: string
  currency: string
  orders: number
  booked: bigint
  refunded: bigint
  adjusted: bigint
}

export interface PricedCell extends FlowCell {
  /** Whole numbers of 10^-8; null when missing. */
  rate: bigint | null
  share: bigint | null
  closed: boolean
  /** Net amount that facts and records give today beyond the frozen one. */
  drift: bigint
}

export const netOf = ({ booked, refunded, adjusted }: FlowCell): bigint => booked - refunded + adjusted

export interface CellQuestion extends DayRange {
  withServer: boolean
}
