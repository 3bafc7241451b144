// The source of facts, manual records, rates and shares; and closed months with their frozen figures.
import { counted, defineTable, type RowOf, type RowsOf, text, whole } from '#server/metadata/table.ts'
import { objectColumns } from '#server/objects/tables.ts'
import { everybody, game } from '#server/scopes/seen.ts'
import type { RecordBasis, RecordKind } from '../contract.ts'

const made = '0025-game-flow'
const months = '0026-game-flow-months'

/** A single row with id 1. */
const flowSetting = defineTable({
  name: 'flow_setting',
  made,
  key: 'id',
  columns: {
    id: whole(),
    /** JSON of FlowDefinition. */
    definition: text(),
    /** In a statement's currency, and in percent; a difference within either counts as equal. */
    tolerance_amount: text(),
    tolerance_percent: text(),
    revision: whole(),
    modified_by: whole().refersTo('user'),
    modified_at: text(),
  },
  backup: 'rows',
})

export const flowRecord = defineTable({
  name: 'flow_record',
  made,
  key: 'id',
  columns: {
    ...objectColumns,
    kind: text<RecordKind>(),
    /** YYYY-MM-DD, or YYYY-MM for statements. */
    period: text(),
    /** First and last day of the period. */
    first_day: text(),
    last_day: text(),
    cgi: text(),
    channel: text(),
    /** '' for all servers of the channel. */
    server: text(),
    currency: text(),
    /** Exact decimal. */
    amount: text(),
    basis: text<RecordBasis>(),
    note: text(),
    /** Why a statement differs. */
    reason: text(),
    settled_by: whole().nullable(),
    settled_at: text().nullable(),
    /** The difference when it was settled; exact decimal. */
    settled_difference: text().nullable(),
  },
  indexes: [{ columns: ['deleted_at', 'last_day'] }],
  seen: game('cgi'),
  backup: 'rows',
})

export const flowRate = defineTable({
  name: 'flow_rate',
  made,
  key: 'id',
  columns: {
    ...objectColumns,
    currency: text(),
    /** YYYY-MM-DD or YYYY-MM. */
    period: text(),
    /** Exact decimal: units of the base currency per unit. */
    rate: text(),
    source: text(),
  },
  seen: everybody,
  backup: 'rows',
})

export const flowShare = defineTable({
  name: 'flow_share',
  made,
  key: 'id',
  columns: {
    ...objectColumns,
    channel: text(),
    /** `*` for all games. */
    cgi: text(),
    /** Exact decimal, 0 to 100. */
    percent: text(),
    first_day: text(),
    /** Included; null for no end. */
    last_day: text().nullable(),
    note: text(),
  },
  seen: game('cgi', '*'),
  backup: 'rows',
})

export const flowMonth = defineTable({
  name: 'flow_month',
  made: months,
  key: 'id',
  columns: {
    id: counted(),
    /** YYYY-MM. */
    month: text(),
    cgi: text(),
    closed_by: whole().refersTo('user'),
    closed_at: text(),
    reopened_by: whole().nullable(),
    reopened_at: text().nullable(),
    reason: text(),
    /** JSON of FrozenSums. */
    sums: text(),
  },
  /** If two users close at once, the second violates this index. */
  indexes: [{ columns: ['month', 'cgi'], unique: true, where: 'reopened_at is null' }],
  seen: game('cgi'),
  backup: 'rows',
})

/** A closed month's figures, day by day, with the rates used. */
const flowFrozen = defineTable({
  name: 'flow_frozen',
  made: months,
  key: ['month_id', 'day'],
  columns: {
    month_id: whole().refersTo('flow_month'),
    day: text(),
    /** JSON of FrozenCell[]. */
    cells: text(),
    /** JSON: rate by currency, share by channel, exact decimals. */
    rates: text(),
    shares: text(),
  },
  backup: 'rows',
})

export type FlowRecordRow = RowOf<typeof flowRecord>
export type FlowRateRow = RowOf<typeof flowRate>
export type FlowShareRow = RowOf<typeof flowShare>
export type FlowMonthRow = RowOf<typeof flowMonth>

export const gameFlowTables = [flowSetting, flowRecord, flowRate, flowShare, flowMonth, flowFrozen]

declare module '../../../server/metadata/schema.ts' {
  interface Database extends RowsOf<typeof gameFlowTables> {}
}
