// Adds many records pasted from a spreadsheet, such as a channel's bill.

import { call, quiet } from '#web/api/client.ts'
import type { ListPasteProps } from '#web/list/types.ts'
import { BatchPaste } from '#web/paste/BatchPaste.tsx'
import type { Parsed, PasteDeclaration } from '#web/paste/types.ts'
import {
  mostPastedRecords,
  type RecordPaste as Paste,
  pasteGameFlowRecords,
  recordBases,
  recordBasisTitles,
  recordKinds,
  recordKindTitles,
} from '#features/gameflow/contract.ts'
import { codeOf, nameOf, referenceData } from './referenceData.ts'

type Line = Required<Paste['lines'][number]>

export const RecordPaste = ({ onClose, onDone }: ListPasteProps) => (
  <BatchPaste paste={pasteOf()} onClose={onClose} onDone={onDone} />
)

/** Accepts «2026/1/5» and «2026年1月», as bills write them. */
function periodOf(typed: string): string {
  const parts = /^(\d{4})[-/.年](\d{1,2})(?:[-/.月](\d{1,2})日?|月)?$/.exec(typed.trim())
  if (!parts) return typed.trim()
  return [parts[1], parts[2], parts[3]]
    .filter((part) => part !== undefined)
    .map((part) => part?.padStart(2, '0'))
    .join('-')
}

function parse([
  period = '',
  game = '',
  channel = '',
  amount = '',
  ...rest
]: readonly string[]): Parsed<Line> {
  const { games, channels, servers } = referenceData()
  const [currency = '', kind = '', basis = '', server = '', note = ''] = rest
  const usual = games.length === 1 ? games[0]?.cgi : undefined
  const cgi = game === '' ? usual : games.find((one) => [one.cgi, one.name].includes(game))?.cgi
  if (period === '') return { problem: '没有日期' }
  if (channel === '') return { problem: '没有渠道' }
  if (amount === '') return { problem: '没有金额' }
  if (cgi === undefined)
    return { problem: game === '' ? '没有写游戏' : `没有游戏「${game}」，或不在你可看的游戏里` }
  const known =
    kind === '' ? 'statement' : recordKinds.find((one) => one === kind || recordKindTitles[one] === kind)
  if (known === undefined) return { problem: `没有类别「${kind}」，应为渠道账单、调整或补记退款` }
  const meant =
    basis === '' ? 'net' : recordBases.find((one) => one === basis || recordBasisTitles[one] === basis)
  if (meant === undefined) return { problem: `没有口径「${basis}」，应为净额、订单流水或分成后` }
  return {
    values: {
      kind: known,
      period: periodOf(period),
      cgi,
      channel: codeOf(channels, channel),
      server: codeOf(servers, server),
      currency: currency || 'CNY',
      amount,
      basis: meant,
      note,
    },
  }
}

function pasteOf(): PasteDeclaration<Line> {
  const { games, channels, servers } = referenceData()
  let place = 0
  return {
    title: '批量粘贴流水记录',
    measure: '条',
    noun: '流水记录',
    most: mostPastedRecords,
    columns: [
      { title: '日期', required: true },
      { title: '游戏' },
      { title: '渠道', required: true },
      { title: '金额', required: true },
      { title: '币种' },
      { title: '类别' },
      { title: '口径' },
      { title: '区服' },
      { title: '备注', isFreeText: true },
    ],
    example: `2026-01\t${games[0]?.name ?? '云海仙途'}\t华为应用市场\t12,345.60\tCNY\t渠道账单\t净额`,
    parse,
    // Two equal adjustments are two records; of equal statements only one counts.
    keyOf: ({ kind, period, cgi, channel, server, currency, basis }) =>
      kind === 'statement'
        ? JSON.stringify([period, cgi, channel, server, currency, basis])
        : String(place++),
    compare: async (lines, signal) =>
      lines.length === 0
        ? []
        : (
            await call(
              pasteGameFlowRecords,
              { body: { lines: [...lines], check: true } },
              { ...quiet, signal },
            )
          ).effects,
    cellsOf: (line) => [
      line.period,
      games.find(({ cgi }) => cgi === line.cgi)?.name ?? line.cgi,
      nameOf(channels, line.channel),
      line.amount,
      line.currency,
      recordKindTitles[line.kind],
      line.kind === 'statement' ? recordBasisTitles[line.basis] : '',
      nameOf(servers, line.server),
      line.note,
    ],
    send: async (lines, tell, signal) => {
      const { refused } = await call(
        pasteGameFlowRecords,
        { body: { lines: [...lines] } },
        { ...quiet, signal },
      )
      tell(lines.length)
      return refused
    },
  }
}
