// Adds many entries pasted from a spreadsheet. A missing game or kind is taken from the list's filters.
import type { ComponentType } from 'react'
import { call, quiet } from '#web/api/client.ts'
import { gameName } from '#web/list/gameCells.ts'
import type { ListPasteProps } from '#web/list/types.ts'
import { BatchPaste } from '#web/paste/BatchPaste.tsx'
import type { Parsed, PasteDeclaration, PasteEffect, Refusal } from '#web/paste/types.ts'
import { queryOf } from '#web/shell/longAddress.ts'
import {
  type EntryKind,
  entryKinds,
  entryKindTitles,
  type EntryPaste as Paste,
} from '#features/lists/contract.ts'
import type { EntryList } from './entryList.ts'

type Line = Required<Paste['lines'][number]>

const mostLines = 100_000
/** Lines per request. */
const sentAtOnce = 10_000

export function entryPaste(list: EntryList): ComponentType<ListPasteProps> {
  return function EntryPaste({ onClose, onDone }) {
    return <BatchPaste paste={pasteOf(list)} onClose={onClose} onDone={onDone} />
  }
}

function pasteOf(list: EntryList): PasteDeclaration<Line> {
  const { calls, words, games } = list
  const address = queryOf(location.search)
  const usualGame = address.get('game') ?? (games.length === 1 ? games[0]?.cgi : undefined)
  const usualKind = (address.get('kind') ?? 'player') as EntryKind
  const parse = ([
    value = '',
    game = '',
    kind = '',
    reason = '',
    expiresOn = '',
  ]: readonly string[]): Parsed<Line> => {
    const cgi = game === '' ? usualGame : games.find((one) => [one.cgi, one.name].includes(game))?.cgi
    if (value === '') return { problem: '没有值' }
    if (cgi === undefined)
      return {
        problem:
          game === '' ? '没有写游戏；可先在列表里筛选一个游戏' : `没有游戏「${game}」，或不在你可看的游戏里`,
      }
    const known = kind === '' ? usualKind : kindOf(kind)
    if (known === undefined) return { problem: `没有类型「${kind}」，应为账号、玩家、设备或 IP` }
    if (expiresOn !== '' && !/^\d{4}-\d{2}-\d{2}$/.test(expiresOn))
      return { problem: `有效期「${expiresOn}」应为 2026-01-31` }
    return { values: { cgi, kind: known, value, reason, expiresOn: expiresOn || null } }
  }
  return {
    title: `批量粘贴${words.title}`,
    measure: '条',
    most: mostLines,
    noun: words.title,
    columns: [
      { title: '值', required: true },
      { title: '游戏' },
      { title: '类型' },
      { title: '原因', isFreeText: true },
      { title: '有效期至' },
    ],
    example: `1000234\t${games[0]?.name ?? '云海仙途'}\t玩家\t代充\t2026-12-31\n1000235`,
    parse,
    keyOf: ({ cgi, kind, value }) => JSON.stringify([cgi, kind, value]),
    compare: async (lines, signal) => {
      const effects: PasteEffect[] = []
      for (let start = 0; start < lines.length; start += sentAtOnce) {
        const body = { lines: lines.slice(start, start + sentAtOnce), check: true }
        effects.push(...(await call(calls.paste, { body }, { ...quiet, signal })).effects)
      }
      return effects
    },
    cellsOf: ({ cgi, kind, value, reason, expiresOn }) => [
      value,
      gameName(games, cgi),
      entryKindTitles[kind],
      reason,
      expiresOn ?? '长期',
    ],
    send: async (lines, tell, signal) => {
      const refused: Refusal[] = []
      for (let start = 0; start < lines.length; start += sentAtOnce) {
        const body = { lines: lines.slice(start, start + sentAtOnce) }
        const answer = await call(calls.paste, { body }, { ...quiet, signal })
        refused.push(...answer.refused.map(({ at, problem }) => ({ at: start + at, problem })))
        tell(start + body.lines.length)
      }
      return refused
    },
  }
}

const kindOf = (text: string): EntryKind | undefined =>
  entryKinds.find(
    (kind) =>
      kind === text.toLowerCase() ||
      entryKindTitles[kind] === text.toUpperCase() ||
      entryKindTitles[kind] === text,
  )
