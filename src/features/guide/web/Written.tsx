// A text of a chapter, its commands alive and its links leading on.
import { Fragment } from 'react'
import { Link } from 'wouter'
import type { Step } from './chapter.ts'
import { titleOf } from './contents.ts'
import { Do } from './Do.tsx'
import { type Piece, piecesOf } from './notation.ts'
import { addressOf } from './places.ts'

export function Written({ step }: { step: Step }) {
  if (typeof step !== 'string') return <pre className="guide-block">{step.code}</pre>
  return piecesOf(step).map((piece, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a text never change their order.
    <Fragment key={at}>
      <Drawn piece={piece} />
    </Fragment>
  ))
}

function Drawn({ piece }: { piece: Piece }) {
  if (piece.kind === 'command') return <Do command={piece.command}>{piece.text}</Do>
  if (piece.kind === 'place')
    return (
      <Link className="guide-link" href={addressOf(piece.place)}>
        {titleOf(piece.place)}
      </Link>
    )
  if (piece.kind === 'bold') return <b>{piece.text}</b>
  return piece.kind === 'code' ? <code className="guide-code">{piece.text}</code> : piece.text
}
