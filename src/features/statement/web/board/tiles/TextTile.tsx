// A text in a tile, written in Markdown.
import { Fragment, type ReactNode, useMemo } from 'react'
import { Link } from 'wouter'
import { type Block, type Inline, readMarkdown } from './markdown.ts'
import './text.css'

const shown = (parts: readonly Inline[]): ReactNode =>
  // biome-ignore lint/suspicious/noArrayIndexKey: parts are known by their place.
  parts.map((part, at) => <Fragment key={at}>{one(part)}</Fragment>)

function one(part: Inline): ReactNode {
  switch (part.kind) {
    case 'text':
      return part.text
    case 'code':
      return <code>{part.text}</code>
    case 'bold':
      return <strong>{shown(part.parts)}</strong>
    case 'italic':
      return <em>{shown(part.parts)}</em>
    case 'struck':
      return <del>{shown(part.parts)}</del>
    case 'link':
      return part.href.startsWith('/') ? (
        <Link href={part.href}>{shown(part.parts)}</Link>
      ) : (
        <a href={part.href} target="_blank" rel="noreferrer noopener">
          {shown(part.parts)}
        </a>
      )
  }
}

const lines = (all: readonly Inline[][]): ReactNode =>
  all.map((line, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: lines are known by their place.
    <Fragment key={at}>
      {at > 0 && <br />}
      {shown(line)}
    </Fragment>
  ))

function BlockText({ block }: { block: Block }) {
  switch (block.kind) {
    case 'heading': {
      // The page's and the tile's own headings are above them.
      const Heading = `h${block.level + 2}` as 'h3' | 'h4' | 'h5'
      return <Heading>{shown(block.parts)}</Heading>
    }
    case 'paragraph':
      return <p>{lines(block.lines)}</p>
    case 'quote':
      return <blockquote>{lines(block.lines)}</blockquote>
    case 'list': {
      const List = block.isOrdered ? 'ol' : 'ul'
      return (
        <List>
          {block.items.map((item, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: items are known by their place.
            <li key={at}>{shown(item)}</li>
          ))}
        </List>
      )
    }
    case 'code':
      return <pre>{block.text}</pre>
    case 'rule':
      return <hr />
    case 'table':
      return <TextTable {...block} />
  }
}

function TextTable({ head, rows }: Extract<Block, { kind: 'table' }>) {
  return (
    <table>
      <thead>
        <tr>
          {head.map((cell, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: cells are known by their place.
            <th key={at} scope="col">
              {shown(cell)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows are known by their place.
          <tr key={at}>
            {row.map((cell, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: cells are known by their place.
              <td key={place}>{shown(cell)}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

export function TextTile({ text }: { text: string }) {
  const blocks = useMemo(() => readMarkdown(text), [text])
  return (
    <div className="tile-text">
      {blocks.map((block, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: blocks are known by their place.
        <BlockText key={at} block={block} />
      ))}
    </div>
  )
}
