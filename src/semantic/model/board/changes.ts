// What changed of a board, in words: what the history of its view tells.
import { reportLookTitles } from './titles.ts'
import type { Board, BoardTile } from './types.ts'

interface Change {
  title: string
  from: string
  to: string
}

const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

const nameOf = (tile: BoardTile, at: number): string =>
  tile.title || (tile.kind === 'text' ? firstLine(tile.text) : '') || `第 ${at + 1} 块`

const firstLine = (text: string): string => (/\S[^\n]{0,29}/.exec(text)?.[0] ?? '').replace(/^#+\s*/, '')

const placeText = ({ x, y, w, h }: BoardTile): string => `第 ${x + 1} 列第 ${y + 1} 行，宽 ${w} 高 ${h}`

/** A board that is null is made from the reports. */
export function boardChanges(from: Board | null, to: Board | null): Change[] {
  if (from === null || to === null)
    return [
      { title: '看板', from: from ? `${from.tiles.length} 块` : '', to: to ? `${to.tiles.length} 块` : '' },
    ]
  const before = new Map(from.tiles.map((tile, at) => [tile.id, { tile, at }]))
  const after = new Set(to.tiles.map(({ id }) => id))
  const changes = to.tiles.flatMap((tile, at): Change[] => {
    const former = before.get(tile.id)?.tile
    const title = `看板 ${nameOf(tile, at)}`
    if (!former) return [{ title, from: '', to: reportLookTitles[tile.kind] }]
    if (same(former, tile)) return []
    const { x, y, w, h, ...content } = tile
    const { x: _x, y: _y, w: _w, h: _h, ...own } = former
    return same(content, own)
      ? [{ title, from: placeText(former), to: placeText(tile) }]
      : [{ title, from: contentText(former), to: contentText(tile) }]
  })
  const gone = from.tiles.flatMap((tile, at) =>
    after.has(tile.id)
      ? []
      : [{ title: `看板 ${nameOf(tile, at)}`, from: reportLookTitles[tile.kind], to: '' }],
  )
  const bar = same(from.bar, to.bar) ? [] : [{ title: '看板的条件', from: '原来的条件', to: '新的条件' }]
  return [...changes, ...gone, ...bar]
}

/** The text itself, so that nothing of it is lost to who reads the history. */
const contentText = (tile: BoardTile): string =>
  tile.kind === 'text'
    ? tile.text
    : [reportLookTitles[tile.kind], tile.title, 'goal' in tile && tile.goal && `目标 ${tile.goal.value}`]
        .filter(Boolean)
        .join('，')
