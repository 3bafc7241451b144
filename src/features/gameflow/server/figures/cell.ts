// The smallest sum that figures are made of: of a day, game, channel, currency and, where it is asked for, server.
import type { DayRange } from './days.ts'

/** Amounts are whole numbers of 10^-6. */
export interface FlowCell {
  day: string
  cgi: string
  channel: string
  /** '' where it is not asked for, or not known. */
  server: string
  currency: string
  orders: number
  booked: bigint
  refunded: bigint
  adjusted: bigint
}

export interface PricedCell extends FlowCell {
  /** Of 10^-8; null where it is missing. */
  rate: bigint | null
  share: bigint | null
  closed: boolean
  /** Net that facts and records give today beyond what was frozen. */
  drift: bigint
}

export const netOf = ({ booked, refunded, adjusted }: FlowCell): bigint => booked - refunded + adjusted

export interface CellQuestion extends DayRange {
  withServer: boolean
}
