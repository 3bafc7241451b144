// Splits a query for drawing: each piece has one role, and perhaps an error.
import type { QueryProblem, QueryToken, TokenRole } from '#shared/logQuery/types.ts'

interface DrawnPiece {
  from: number
  text: string
  role: TokenRole | 'blank'
  wrong: boolean
}

export function piecesOf(
  query: string,
  tokens: readonly QueryToken[],
  problems: readonly QueryProblem[],
): DrawnPiece[] {
  const inside = (at: number) => at > 0 && at < query.length
  const cuts = [...tokens, ...problems].flatMap(({ from, to }) => [from, to]).filter(inside)
  const places = [...new Set([0, ...cuts, query.length])].sort((one, other) => one - other)
  return places.slice(0, -1).map((from, at) => {
    const to = places[at + 1] ?? query.length
    const within = (one: { from: number; to: number }) => one.from <= from && one.to >= to
    const role = tokens.find(within)?.role ?? 'blank'
    return { from, text: query.slice(from, to), role, wrong: problems.some(within) }
  })
}
