// The notation of chapters. `{report.range}` is a command by its own title and keys, `{report.range|选日期}` in the
// sentence's words; `[[alarms]]` leads to a chapter, `[[alarms#rules]]` to a part of it; **bold**, and `code` between
// backticks.
import { type CommandId, commandOf } from '#commands/index.ts'
import type { Step } from './chapter.ts'
import { titleOf } from './contents.ts'

export type Piece =
  | { kind: 'text' | 'bold' | 'code'; text: string }
  | { kind: 'command'; command: CommandId; text: string | undefined }
  | { kind: 'place'; place: string }

const marks = /\{([a-z]+\.[A-Za-z]+)(?:\|([^}]+))?\}|\[\[([\w#-]+)\]\]|\*\*([^*]+)\*\*|`([^`]+)`/g

export function piecesOf(text: string): Piece[] {
  const pieces: Piece[] = []
  let end = 0
  for (const mark of text.matchAll(marks)) {
    if (mark.index > end) pieces.push({ kind: 'text', text: text.slice(end, mark.index) })
    pieces.push(pieceOf(mark))
    end = mark.index + mark[0].length
  }
  if (end < text.length) pieces.push({ kind: 'text', text: text.slice(end) })
  return pieces
}

function pieceOf([, command, words, place, bold, code]: RegExpMatchArray): Piece {
  if (command !== undefined) return { kind: 'command', command: command as CommandId, text: words }
  if (place !== undefined) return { kind: 'place', place }
  return bold === undefined ? { kind: 'code', text: code ?? '' } : { kind: 'bold', text: bold }
}

/** As it is read, without marks and keys: what a search looks at. */
export function plainText(step: Step): string {
  if (typeof step !== 'string') return step.code
  return piecesOf(step)
    .map((piece) => {
      if (piece.kind === 'command') return piece.text ?? commandOf(piece.command).title
      return piece.kind === 'place' ? titleOf(piece.place) : piece.text
    })
    .join('')
}
